// Names of the people at a table, and the server's refusals in words.
import { Refused } from '../api.ts';
import { shelf } from '../games/shelf.svelte.ts';
import type { Person } from '../kit/person.ts';
import type { SeatInfo, TableRow } from '../protocol.ts';
import { colon, has, t } from '../words/words.svelte.ts';

const BOTS = ['Otto', 'Mirabel', 'Vesper', 'Tarquin', 'Odile'];

/** A bot of an old table has a name by its place; newer ones and people have their own. */
export function botName(name: string, seat: number): string {
  return name === '' || has(`page.bot.${name}`) ? (BOTS[seat % BOTS.length] as string) : name;
}

/** What to call somebody whose name the server does not know: a bot of an old table, a player of a match file. */
export function unnamed(kind: SeatInfo['kind'], seat: number): string {
  if (kind === 'empty') return '';
  return kind === 'bot' ? botName('', seat) : t('page.home.player', { number: seat + 1 });
}

/** The people at a table of a list. */
export function rowPeople(row: TableRow): Person[] {
  return row.players.flatMap(({ kind, name }, seat) =>
    kind === 'empty' ? [] : [{ seat, name: name || unnamed(kind, seat), bot: kind === 'bot' }],
  );
}

/** The server's refusal, in a sentence. */
export function refusalText(error: unknown): string {
  const code = error instanceof Refused ? error.code : 'internal';
  const values = (error instanceof Refused ? error.values : {}) as Record<string, string | number>;
  for (const key of [`page.no.${code}`, `server.no.${code}`, `server.${code}`]) if (has(key)) return t(key, values);
  return t('page.no.other');
}

/** The title as people know it; a title whose words are not loaded yet has the same name in every language, but for its colon. */
export function titleName(title: string): string {
  return has(`${title}.name`)
    ? t(`${title}.name`)
    : (shelf().find((box) => box.title === title)?.name ?? title).replace(': ', colon());
}
