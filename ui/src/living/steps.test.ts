import { expect, test } from 'vitest';
import { after, type Drawn, firstOf, unfold } from './steps.ts';

test('a state is all that was told up to it', () => {
  const states = unfold<Drawn & { bank: number[] }>([{ points: [0, 0], bank: [4] }, { bank: [3] }, { points: [1, 0] }]);
  expect(states).toEqual([
    { points: [0, 0], bank: [4] },
    { points: [0, 0], bank: [3] },
    { points: [1, 0], bank: [3] },
  ]);
  expect(firstOf(states)).toBe(1);
});

test('a match begins again after its end has stood for a while', () => {
  expect(after(3, 5)).toEqual({ next: 4, wait: 1600 });
  expect(after(4, 5).next).toBe(0);
  expect(after(4, 5).wait).toBeGreaterThan(after(3, 5).wait);
});
