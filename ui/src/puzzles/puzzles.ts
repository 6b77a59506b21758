// Puzzles without any drawing: the one of a day, which comes next, and what this device keeps of those solved.
import { ask, isOffline, Refused, told } from '../api.ts';
import type { PuzzleInfo, PuzzleRow } from '../protocol.ts';

export const fetchPuzzles = (): Promise<PuzzleRow[]> => told<PuzzleRow[]>('puzzles');

/** One of them; without a server, from the book beside the engine. */
export async function fetchPuzzle(id: string): Promise<PuzzleInfo> {
  try {
    return await ask<PuzzleInfo>('GET', `/api/puzzles/${encodeURIComponent(id)}`);
  } catch (error) {
    if (!isOffline(error)) throw error;
    const found = (await ask<PuzzleInfo[]>('GET', '/engine/puzzles/book.json')).find((one) => one.id === id);
    if (!found) throw new Refused(404, 'no_such_puzzle');
    return found;
  }
}

const DAY = 86_400_000;

/** A day by its number since 1970, as the calendar on the wall has it. */
export function dayOf(now: Date): number {
  return Math.floor((now.getTime() - now.getTimezoneOffset() * 60_000) / DAY);
}

/** The puzzle of a day: everybody has the same. */
export function daily(rows: readonly PuzzleRow[], day: number): PuzzleRow | undefined {
  return rows[day % rows.length];
}

export type Hardness = 'easy' | 'medium' | 'hard';
export const HARDNESSES: readonly Hardness[] = ['easy', 'medium', 'hard'];

/** How hard it is in one word: from how many of seven bots miss it. */
export function hardnessOf({ difficulty }: PuzzleRow): Hardness {
  return difficulty <= 5 ? 'easy' : difficulty <= 6 ? 'medium' : 'hard';
}

/** Which ones the person wants; empty or 0 for all. */
export interface PuzzleWish {
  title: string;
  seats: number;
  theme: string;
  level: '' | Hardness;
}
export const ANY: PuzzleWish = { title: '', seats: 0, theme: '', level: '' };

export function wanted(rows: readonly PuzzleRow[], wish: PuzzleWish): PuzzleRow[] {
  return rows.filter(
    (row) =>
      (!wish.title || row.title === wish.title) &&
      (!wish.seats || row.seats === wish.seats) &&
      (!wish.theme || row.theme === wish.theme) &&
      (!wish.level || hardnessOf(row) === wish.level),
  );
}

/** How a puzzle went: found at once, found later, or looked up. */
export type How = 'first' | 'later' | 'shown';

/** What this device keeps. */
export interface PuzzleProgress {
  solved: Record<string, How>;
  /** The last day whose puzzle was found, and how many days in a row that makes. */
  day: number;
  streak: number;
  wish: PuzzleWish;
}
export const NOTHING: PuzzleProgress = { solved: {}, day: -1, streak: 0, wish: ANY };

/** How many days in a row stand: a missed day ends them, today may still come. */
export const streakAt = (kept: PuzzleProgress, today: number): number => (kept.day >= today - 1 ? kept.streak : 0);

/** A day of this week, from Monday on: whether its puzzle was found, and whether it is today. */
export interface WeekDay {
  day: number;
  found: boolean;
  today: boolean;
}

/** The week of a day, with the days that the present row of finds reaches. */
export function weekOf(kept: PuzzleProgress, today: number): WeekDay[] {
  const monday = today - ((today + 3) % 7); // day 0 was a Thursday
  return Array.from({ length: 7 }, (_, i) => monday + i).map((day) => ({
    day,
    found: day <= kept.day && day > kept.day - kept.streak,
    today: day === today,
  }));
}

/** The middle of a day, for a calendar that counts as everybody does. */
export const noonOf = (day: number): Date => new Date(day * DAY + DAY / 2);

/** What the device keeps after a puzzle is done; a puzzle once found stays found. */
export function finished(kept: PuzzleProgress, id: string, how: How, today: number, isDaily: boolean): PuzzleProgress {
  const solved = { ...kept.solved, [id]: kept.solved[id] ?? how };
  if (!isDaily || how === 'shown' || kept.solved[id] === 'shown' || kept.day === today) return { ...kept, solved };
  return { ...kept, solved, day: today, streak: streakAt(kept, today) + 1 };
}

/** The next wanted one that is not done yet, after the one shown; if all are done, the next of all. */
export function next(rows: readonly PuzzleRow[], kept: PuzzleProgress, shown: string): PuzzleRow | undefined {
  const found = wanted(rows, kept.wish);
  const place = rows.findIndex((row) => row.id === shown);
  const order = [
    ...found.filter((row) => rows.indexOf(row) > place),
    ...found.filter((row) => rows.indexOf(row) < place),
  ];
  return order.find((row) => !kept.solved[row.id]) ?? order[0] ?? rows.find((row) => row.id === shown);
}

/**
 * The one to begin with: the day's, or the next one of a chosen game that is not done yet. If the day's is of that game
 * it comes first, and also if the game has none.
 */
export function first(
  rows: readonly PuzzleRow[],
  kept: PuzzleProgress,
  day: number,
  title: string,
): PuzzleRow | undefined {
  const todays = daily(rows, day);
  const ours = rows.filter((row) => row.title === title);
  if (!ours.length || (todays?.title === title && !kept.solved[todays.id])) return todays;
  return next(ours, { ...kept, wish: wishFor(ours, kept.wish, title) }, '');
}

/** The earlier choice, for a game: all of it if it has none of that kind. */
export function wishFor(rows: readonly PuzzleRow[], wish: PuzzleWish, title: string): PuzzleWish {
  const wished = { ...wish, title };
  return wanted(rows, wished).length ? wished : { ...ANY, title };
}

const KEY = 'jeton.puzzles';

export function recall(): PuzzleProgress {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<PuzzleProgress>;
    return { ...NOTHING, ...found, wish: { ...ANY, ...found.wish } };
  } catch {
    return NOTHING;
  }
}

export function remember(kept: PuzzleProgress): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that stores nothing: the streak ends with the page.
  }
}
