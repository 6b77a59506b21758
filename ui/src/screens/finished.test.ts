import { expect, it } from 'vitest';
import type { TableRow } from '../protocol.ts';
import { score } from './finished.ts';

const row = {
  players: ['Ann', 'Mirabel', 'Vesper'].map((name) => ({ kind: 'human', name })),
  points: [13, 13, 18],
  winners: [2],
  ranks: [3, 2, 1],
} as unknown as TableRow;

it('lists players with equal points in the order of their ranks', () => {
  expect(score(row)).toBe('Vesper 18, Mirabel 13, Ann 13');
});

it('begins with the winners of an old match that was kept without ranks', () => {
  expect(score({ ...row, winners: [1], ranks: null })).toBe('Mirabel 13, Vesper 18, Ann 13');
});
