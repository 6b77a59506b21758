import { expect, test } from 'vitest';
import { type Drawn, unfold } from '../../../living/steps.ts';
import { fitSea } from './fit.ts';
import match from './guardians.json';

test('every state of a recorded match is whole', () => {
  const states = unfold<Drawn & Record<string, unknown>>(match);
  const names = Object.keys(states[0]!).sort();
  expect(states.length).toBeGreaterThan(20);
  for (const state of states) expect(Object.keys(state).sort()).toEqual(names);
  expect(Math.max(...states.at(-1)!.points)).toBeGreaterThanOrEqual(14);
});

test.each([
  [260, 160],
  [272, 245],
  [356, 70],
])('the sea of %i by %i has islands that can be told apart', (width, height) => {
  const { size, card } = fitSea(width, height, { width: 5.7, height: 3.9 }, 3, 4);
  expect(size).toBeGreaterThanOrEqual(26);
  expect(card).toBeLessThan(width / 2);
});

test('points are shown where those of all have room between the buttons', () => {
  const sea = { width: 5.7, height: 3.9 };
  expect(fitSea(260, 160, sea, 3, 4).scores).toBe(true);
  expect(fitSea(216, 160, sea, 3, 4).scores).toBe(false);
  expect(fitSea(260, 70, sea, 3, 4).scores).toBe(false);
});
