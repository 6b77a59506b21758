import { describe, expect, it } from 'vitest';
import { type ClueReview, clueAt, firstAfter, marksOf, type ReviewedClue, rowsOf } from './clues.ts';

const told = (n: number, chances: Record<string, number> = {}): ReviewedClue => ({
  n,
  round: 1,
  seat: 0,
  card: 'harbour',
  thing: null,
  said: true,
  meant: 'reef',
  before: {},
  chances,
  rank: 1,
  bits: 0,
  astray: 0,
  guesses: [],
  why: [],
});

describe('the clues of a match', () => {
  it('are found by the move of an address: the last that was given by then, or the first', () => {
    const clues = [told(3), told(5), told(9)];
    expect([0, 3, 4, 8, 40].map((step) => clueAt(clues, step))).toEqual([0, 0, 0, 1, 2]);
  });
  it('show the likeliest islands, and the right one wherever it is', () => {
    const clue = told(3, { forge: 0.6, pines: 0.2, cove: 0.15, reef: 0.05 });
    expect(rowsOf(clue, 3).map(({ island, right }) => [island, right])).toEqual([
      ['forge', false],
      ['pines', false],
      ['reef', true],
    ]);
    expect(rowsOf(clue, 6)).toHaveLength(4);
  });
  it('are marked where they stand out', () => {
    const review: ClueReview = { clues: [], players: [], telling: 3, misleading: 5, readers: [] };
    expect([3, 4, 5].map((n) => marksOf(review, n))).toEqual([['telling'], [], ['misleading']]);
  });
  it('put the right island first, or not', () => {
    const clues = [told(3), { ...told(5), rank: 2 }, { ...told(9), seat: 1 }];
    expect([0, 1, 2].map((seat) => firstAfter(clues, seat))).toEqual([1, 1, 0]);
  });
});
