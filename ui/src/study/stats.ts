// Counts my games from lists, of a server and of this device. Pure: it draws and asks nothing.
import type { GameRow, TableRow } from '../protocol.ts';

/** The bots that a title offers, the weakest first. */
export type Levels = Readonly<Record<string, readonly string[]>>;

/** A finished game as somebody on one of its seats sees it. */
export interface Played {
  id: string;
  title: string;
  seats: number;
  at: number;
  /** 1 for a victory, a share of it where several won, 0 for none. */
  won: number;
  points: number;
  /** The strongest bot that played, or `people` if anybody else did. */
  against: string;
  turns: number | null;
  kinds: Readonly<Record<string, number>>;
  accuracy: number | null;
}

/** Whether a bot played the rest of somebody's game: they neither won nor lost it. Rated games know no such thing. */
export const lent = (row: TableRow, seat: number): boolean => {
  const one = row.players[seat];
  return !row.rated && one?.kind === 'human' && one.stand_in !== null && !one.resigned;
};

/**
 * My games of a list, without those that several of us played on one device: these are nobody's alone. Nor do those
 * count that a bot finished for me.
 */
export function playedOf(rows: readonly GameRow[], levels: Levels = {}): Played[] {
  return rows.flatMap((row) => {
    const people = row.players.flatMap((one, seat) => (one.kind === 'human' ? [seat] : []));
    const [seat] = row.mine;
    // What somebody only tried, from a review or a puzzle, is no game of theirs.
    if (row.mine.length !== 1 || seat === undefined || !row.winners || row.origin || lent(row, seat)) return [];
    const bots = row.players.flatMap((one) => (one.kind === 'bot' && one.bot ? [one.bot.split(':')[0] as string] : []));
    bots.sort((a, b) => strengthOf(a, levels) - strengthOf(b, levels));
    const tally = row.tallies[seat];
    return [
      {
        id: row.id,
        title: row.title,
        seats: row.seats,
        at: row.changed_at,
        won: row.winners.includes(seat) ? 1 / row.winners.length : 0,
        points: row.points?.[seat] ?? 0,
        against: people.length > 1 ? 'people' : (bots.at(-1) ?? 'people'),
        turns: tally?.turns ?? null,
        kinds: tally?.kinds ?? {},
        accuracy: row.accuracy?.[seat] ?? null,
      },
    ];
  });
}

/** Where a bot stands among those of its title; whom nobody offers, as people, stands behind all of them. */
export function strengthOf(bot: string, levels: Levels): number {
  const place = Math.max(...Object.values(levels).map((names) => names.indexOf(bot)), -1);
  return place === -1 ? Number.POSITIVE_INFINITY : place;
}

/** How often one won, of how many games. */
export interface Share {
  key: string;
  games: number;
  won: number;
}

/** Victories by something, the most played first or, with an order, the least of it first. */
export function shares(
  games: readonly Played[],
  by: (one: Played) => string,
  order?: (key: string) => number,
): Share[] {
  const found = new Map<string, Share>();
  for (const one of games) {
    const key = by(one);
    const share = found.get(key) ?? { key, games: 0, won: 0 };
    share.games += 1;
    share.won += one.won;
    found.set(key, share);
  }
  return [...found.values()].sort((a, b) => (order ? compared(order(a.key), order(b.key)) : b.games - a.games));
}

/** Infinity beside infinity is alike. */
const compared = (a: number, b: number): number => (a === b ? 0 : a - b);

/** A change with its sign; a plain 0 for no change. */
export const signed = (change: number): string => (change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '0');

/** The hundreds around some numbers: the ends of a scale for them. */
export const rounded = (numbers: readonly number[]): [number, number] => [
  100 * Math.floor(Math.min(...numbers) / 100),
  100 * Math.ceil((Math.max(...numbers) + 1) / 100),
];

export const mean = (numbers: readonly number[]): number | null =>
  numbers.length ? numbers.reduce((sum, one) => sum + one, 0) / numbers.length : null;

export const known = (numbers: readonly (number | null)[]): number[] => numbers.filter((one) => one !== null);

/** How many of the games before count for each point of a curve. */
export const WINDOW = 10;

/** From the oldest game on: the mean of something over it and those before, as far as they go. */
export function progress(
  games: readonly Played[],
  of: (one: Played) => number | null,
): { at: number; value: number }[] {
  const points = [...games]
    .sort((a, b) => a.at - b.at)
    .flatMap((one) => {
      const value = of(one);
      return value === null ? [] : [{ at: one.at, value }];
    });
  return points.map(({ at }, i) => ({
    at,
    value: mean(points.slice(Math.max(0, i + 1 - WINDOW), i + 1).map((one) => one.value)) as number,
  }));
}

/** How much of each kind was gathered in all, the most first. */
export function favourites(games: readonly Played[]): { kind: string; count: number }[] {
  const found = new Map<string, number>();
  for (const one of games)
    for (const [kind, n] of Object.entries(one.kinds)) found.set(kind, (found.get(kind) ?? 0) + n);
  return [...found].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count);
}
