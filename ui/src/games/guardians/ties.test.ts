import { describe, expect, it } from 'vitest';
import { tiesOf } from './ties.ts';

const purses = (...all: [number, number][]): { score: number; coins: number }[] =>
  all.map(([score, coins]) => ({ score, coins }));

describe('ties that legend coins break (G72)', () => {
  it('are told for every place', () => {
    expect(tiesOf(purses([10, 2], [12, 3], [10, 3]))).toEqual([{ points: 10, coins: 3, others: [2] }]);
    expect(tiesOf(purses([9, 1], [14, 3], [9, 4], [14, 6], [9, 2]))).toEqual([
      { points: 14, coins: 6, others: [3] },
      { points: 9, coins: 4, others: [2, 1] },
    ]);
  });
  it('are none where scores differ, or coins are alike and the place is shared', () => {
    expect(tiesOf(purses([10, 2], [12, 3], [9, 3]))).toEqual([]);
    expect(tiesOf(purses([10, 2], [12, 3], [10, 2]))).toEqual([]);
  });
});
