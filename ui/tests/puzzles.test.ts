import { describe, expect, test } from 'vitest';
import type { PuzzleRow } from '../src/protocol.ts';
import {
  ANY,
  daily,
  dayOf,
  finished,
  first,
  hardnessOf,
  NOTHING,
  next,
  noonOf,
  streakAt,
  wanted,
  weekOf,
  wishFor,
} from '../src/puzzles/puzzles.ts';

const row = (id: string, more: Partial<PuzzleRow> = {}): PuzzleRow => ({
  id,
  title: 'splendor',
  seats: 2,
  theme: 'race',
  difficulty: 4,
  ...more,
});
const ROWS = [row('a'), row('b', { theme: 'denial', difficulty: 8 }), row('c', { title: 'marvel', seats: 3 })];

describe('the puzzle of the day', () => {
  test('is the same all day long by the calendar on the wall, and another one the next day', () => {
    const late = dayOf(new Date(2026, 10, 17, 23, 59));
    expect(dayOf(new Date(2026, 10, 17, 0, 1))).toBe(late);
    expect(dayOf(new Date(2026, 10, 18, 0, 1))).toBe(late + 1);
    expect(daily(ROWS, late)?.id).not.toBe(daily(ROWS, late + 1)?.id);
    expect(daily(ROWS, late + ROWS.length)?.id).toBe(daily(ROWS, late)?.id);
    expect(daily([], late)).toBeUndefined();
  });

  test('a week begins on Monday, and shows the days of the present row of finds', () => {
    const today = dayOf(new Date(2026, 10, 18, 12)); // a Wednesday
    const week = weekOf({ ...NOTHING, day: today - 1, streak: 4 }, today);

    expect(week.map(({ day }) => day - today)).toEqual([-2, -1, 0, 1, 2, 3, 4]);
    expect(week.filter(({ found }) => found).map(({ day }) => day - today)).toEqual([-2, -1]);
    expect(week.findIndex((one) => one.today)).toBe(2);
    expect(new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(noonOf(today))).toBe('Wednesday');
    expect(weekOf(NOTHING, today).some(({ found }) => found)).toBe(false);
  });

  test('found day after day makes a streak, which a day without ends', () => {
    let kept = finished(NOTHING, 'a', 'first', 10, true);
    kept = finished(kept, 'b', 'later', 11, true);
    expect(streakAt(kept, 11)).toBe(2);
    expect(streakAt(kept, 12)).toBe(2);
    expect(streakAt(kept, 13)).toBe(0);
    expect(finished(kept, 'c', 'first', 13, true).streak).toBe(1);
    expect(finished(kept, 'b', 'first', 11, true).streak).toBe(2);
  });

  test('looked up, or another one, counts for nothing', () => {
    const kept = finished(NOTHING, 'a', 'first', 10, true);
    const shown = finished(kept, 'b', 'shown', 11, true);
    expect(finished(shown, 'b', 'first', 11, true).day).toBe(10);
    expect(finished(kept, 'c', 'first', 11, false).streak).toBe(1);
  });
});

test('those wanted are chosen by title, players, theme and difficulty', () => {
  expect(wanted(ROWS, ANY)).toHaveLength(3);
  expect(wanted(ROWS, { ...ANY, title: 'marvel' })).toEqual([ROWS[2]]);
  expect(wanted(ROWS, { ...ANY, seats: 2, theme: 'denial', level: 'hard' })).toEqual([ROWS[1]]);
  expect([3, 5, 6, 7, 8].map((difficulty) => hardnessOf(row('x', { difficulty })))).toEqual([
    'easy',
    'easy',
    'medium',
    'hard',
    'hard',
  ]);
});

test('the next one is not done yet; after the last comes the first, and never the same while there is another', () => {
  const kept = { ...NOTHING, solved: { b: 'first' as const } };
  expect(next(ROWS, kept, 'a')?.id).toBe('c');
  expect(next(ROWS, kept, 'c')?.id).toBe('a');
  expect(next(ROWS, { ...kept, solved: { a: 'first', b: 'first', c: 'shown' } }, 'a')?.id).toBe('b');
  expect(next([row('a')], NOTHING, 'a')?.id).toBe('a');
});

test('whoever chose a game begins with one of that game, and with the one of the day where it is of that game', () => {
  expect(ROWS.map((_, day) => first(ROWS, NOTHING, day, '')?.id)).toEqual(['a', 'b', 'c']);
  expect(ROWS.map((_, day) => first(ROWS, NOTHING, day, 'marvel')?.id)).toEqual(['c', 'c', 'c']);
  expect(ROWS.map((_, day) => first(ROWS, NOTHING, day, 'splendor')?.id)).toEqual(['a', 'b', 'a']);
  expect(first(ROWS, { ...NOTHING, solved: { a: 'first' } }, 0, 'splendor')?.id).toBe('b');
  expect(first(ROWS, NOTHING, 1, 'nim')?.id).toBe('b');
});

test('what was wished for before is kept for another game, where that has any of it', () => {
  const wish = { ...ANY, theme: 'denial' };
  expect(wishFor(ROWS, wish, 'splendor')).toEqual({ ...wish, title: 'splendor' });
  expect(wishFor(ROWS, wish, 'marvel')).toEqual({ ...ANY, title: 'marvel' });
});
