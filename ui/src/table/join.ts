// What somebody typed or pasted to find a table: a code in any case, a table's own name, or a whole link.

/** The letters of a code: none looks like another. */
const CODE = /^[BCDFGHJKMNPRSTWXYZ]{6}$/;

export type Wanted = { code: string } | { table: string; code: string | null };

export function wanted(typed: string): Wanted | null {
  const text = typed.trim();
  const link = text.match(/\/t\/([A-Za-z0-9_-]{6,32})\/?(?:[?#](.*))?$/);
  if (link) return { table: link[1] as string, code: plain(new URLSearchParams(link[2] ?? '').get('c') ?? '') };
  const short = text.match(/\/j\/([^/?#]+)/);
  const code = plain(short?.[1] ?? text);
  if (code) return { code };
  return !short && /^[A-Za-z0-9_-]{10,32}$/.test(text) ? { table: text, code: null } : null;
}

/** What was typed, in capitals and without spaces or dashes. */
const bare = (text: string): string => text.toUpperCase().replace(/[\s\u00a0\u2010-\u2014-]/g, '');

/** A code as the server knows it; null if it can't be one. */
export function plain(text: string): string | null {
  const letters = bare(text);
  return CODE.test(letters) ? letters : null;
}

/** The letters that no code has, of what would be one without them: six letters, alone or in a short address. */
export function strange(typed: string): string[] {
  const text = typed.trim();
  const letters = bare(text.match(/\/j\/([^/?#]+)/)?.[1] ?? text);
  return /^[A-Z]{6}$/.test(letters) ? [...new Set(letters)].filter((letter) => !plain(letter.repeat(6))) : [];
}

/** Letter by letter, for people who listen. */
export const spelled = (code: string): string => [...code].join(', ');

/** In two halves, for people who read it out. */
export const halves = (code: string): [string, string] => [code.slice(0, 3), code.slice(3)];

const KEY = 'jeton.code.';

/** Keep the code that somebody came with: it opens the seats kept for friends. */
export function keepCode(table: string, code: string): void {
  try {
    sessionStorage.setItem(KEY + table, code);
  } catch {
    /* no storage: people have to type the code again */
  }
}

export function codeOf(table: string): string | null {
  try {
    return sessionStorage.getItem(KEY + table);
  } catch {
    return null;
  }
}

/** The link of an open table for friends; with the code, if the table's own name alone opens no kept seat. */
export function inviteLink(origin: string, table: { id: string; public: boolean; code: string | null }): string {
  return `${origin}/t/${table.id}${table.public && table.code ? `?c=${table.code}` : ''}`;
}
