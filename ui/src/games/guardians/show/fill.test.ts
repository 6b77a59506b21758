import { describe, expect, it } from 'vitest';
import { fill, GAP } from './fill.ts';

describe('the pictures of what a clue meant', () => {
  it('fit into the room, however many clues there are', () => {
    for (const [width, height] of [
      [290, 120],
      [227, 96],
      [480, 200],
      [180, 300],
    ] as const)
      for (const clues of [0, 1, 2, 3, 4]) {
        const { columns, island, wide, high } = fill(width, height, clues);
        const rows = Math.ceil((clues + 1) / columns);

        expect(columns * Math.max(clues ? wide : 0, island) + GAP * (columns - 1)).toBeLessThanOrEqual(width);
        expect(rows * Math.max(clues ? high : 0, island * 0.8667) + GAP * (rows - 1)).toBeLessThanOrEqual(height + 1);
      }
  });

  it('stand beside each other in a wide room, below each other in a high one', () => {
    expect(fill(480, 180, 2).columns).toBe(3);
    expect(fill(140, 400, 1).columns).toBe(1);
  });

  it('fill the width of a dock', () => {
    const { island, wide, high } = fill(290, 130, 1);

    expect([island, wide, high]).toEqual([140, 140, 130]);
  });

  it('are nothing before the room is known', () => {
    expect(fill(0, 0, 2)).toMatchObject({ island: 0, wide: 0, high: 0 });
  });
});
