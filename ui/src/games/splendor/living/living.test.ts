import { expect, test } from 'vitest';
import { type Drawn, unfold } from '../../../living/steps.ts';
import { fitMarket } from './fit.ts';
import marvel from './marvel.json';
import splendor from './splendor.json';

test.each([{ match: splendor }, { match: marvel }])('every state of a recorded match is whole', ({ match }) => {
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
  [350, 170],
])('a market fits into %i by %i', (width, height) => {
  const { rows, card, chip, wide, high } = fitMarket(width, height, 6);
  expect(12 % rows).toBe(0);
  expect(card).toBeGreaterThan(18);
  expect(chip).toBeGreaterThan(10);
  expect(wide).toBeLessThanOrEqual(width);
  expect(high).toBeLessThanOrEqual(height);
});
