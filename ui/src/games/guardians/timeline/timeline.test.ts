import { describe, expect, it } from 'vitest';
import type { Cell, Report } from '../../../protocol.ts';
import { byRound, cluesTold } from './clues.ts';

const report = (n: number, seat: number, move: string, facts: Record<string, unknown>): Report => ({
  n,
  at: n,
  seat,
  move,
  facts,
});
const discovery = { guardian: 0, location: 'reef', reward: 'egg', finders: [2, 1] };
const round = (number: number, boats: [number, string, number, number][], discoveries: unknown[] = []) => ({
  round: number,
  boats: boats.map(([seat, island, sought, seq]) => ({ seat, island, sought, seq })),
  discoveries,
  fires: [],
  reshuffled: [],
  clues: [],
});
const board: Cell[] = [
  { island: 'reef', q: 0, r: 0 },
  { island: 'forge', q: 1, r: 0 },
  { island: 'pines', q: 2, r: 0 },
];
const view = { board, guarded: [{ location: 'pines', reward: 'treasure' }, null, null] };
const LOG = [
  report(1, 0, 'clue harbour 0.5 0.25', { round: 1, element: 'harbour.dog' }),
  report(2, 1, 'boat forge ?', { round: 1 }),
  report(3, 2, 'boat pines ?', {
    round: 1,
    resolution: round(1, [
      [2, 'pines', 0, 3],
      [1, 'forge', 0, 2],
      [1, 'reef', 2, 4],
    ]),
  }),
  report(4, 0, 'ready', { round: 1 }),
  report(5, 0, 'clue harbour 0.1 1', { round: 2, element: null }),
  // A choice was owed: the resolution is told twice, and the second time in full.
  report(6, -1, 'tick', { round: 2, resolution: round(2, []) }),
  report(7, 0, 'choose red', {
    round: 2,
    resolution: round(
      2,
      [
        [1, 'reef', 0, 8],
        [2, 'reef', 0, 7],
      ],
      [discovery],
    ),
  }),
  report(8, 0, 'clue market 0.3 0.4', { round: 3, element: 'market.cat' }),
  report(9, 1, 'clue market 0.3 0.4', { round: 3, element: 'market.cat' }),
];

describe('every clue', () => {
  const clues = cluesTold(LOG, view);
  it('is there with its point, and what was meant: what was found of its guardian next', () => {
    expect(clues.map((clue) => [clue.n, clue.meant?.location ?? null, clue.foundIn])).toEqual([
      [1, 'reef', 2],
      [5, 'reef', 2],
      [8, 'pines', null],
      [9, null, null],
    ]);
    expect(clues[0]).toMatchObject({ postcard: 'harbour', x: 0.5, y: 0.25, element: 'harbour.dog' });
    expect(clues[1]).toMatchObject({ x: 0.1, y: 1, element: null });
  });
  it('tells what the others took it for, in the order of landing, and how near they were', () => {
    expect(clues[0]?.guesses).toEqual([
      { seat: 1, island: 'forge', right: false, near: true, first: false },
      { seat: 2, island: 'pines', right: false, near: false, first: false },
    ]);
    expect(clues[1]?.guesses.map((guess) => [guess.seat, guess.right, guess.first])).toEqual([
      [2, true, true],
      [1, true, false],
    ]);
    expect(clues[2]?.guesses).toEqual([]);
  });
  it('comes by round, of everybody or of one', () => {
    expect(byRound(clues).map((one) => [one.round, one.clues.length])).toEqual([
      [1, 1],
      [2, 1],
      [3, 2],
    ]);
    expect(byRound(clues, 1).map((one) => one.round)).toEqual([3]);
  });
});
