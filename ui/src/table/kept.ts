// What a page keeps in its tab, so that a reloaded page goes on where it was.

/** Keep something under a name; null forgets it. */
export function keep(name: string, what: unknown): void {
  try {
    // First, so that what no longer fits leaves nothing old behind.
    sessionStorage.removeItem(name);
    if (what !== null) sessionStorage.setItem(name, JSON.stringify(what));
  } catch {
    // A browser that stores nothing, or is full: it lasts as long as the page.
  }
}

/** What is kept under a name, if anything that can be read is. */
export function kept<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** The names of what a seat at a table keeps: its draft, and how far it was told the last reveal. */
export const draftOf = (table: string, seat: number | null): string => `jeton.draft ${table} ${seat}`;
export const toldOf = (table: string, seat: number | null): string => `jeton.told ${table} ${seat}`;
