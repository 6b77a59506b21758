import { describe, expect, it } from 'vitest';
import { destination } from './destination.ts';

/** What the pieces of a panel take in all, as they are drawn. */
function taken(width: number, height: number, others: number, compact: boolean): [number, number] | null {
  const fit = destination(width, height, others, compact);
  if (!fit) return null;
  const { island, crop } = fit;
  const pictures = [island + (crop.most ? 8 + crop.width * crop.most + 8 * (crop.most - 1) : 0), island * (624 / 720)];
  const [wide = 0, high = 0] = pictures;
  const foot = (compact ? 46 : 62) + 8;
  return fit.kind === 'stack'
    ? [Math.max(wide, others * 50 - 6), 24 + 8 + Math.max(high, crop.height) + 8 + 50 + foot]
    : [wide + 12 + Math.max(others * 50, 150), Math.max(high, crop.height) + foot];
}

const PANELS: [number, number, boolean][] = [
  [310, 253, false],
  [286, 166, false],
  [376, 340, false],
  [294, 196, false],
  [600, 196, false],
  [262, 256, false],
  [192, 160, false],
  [366, 184, true],
  [296, 148, true],
];

describe('the panel of a chosen island', () => {
  it('is never larger than its place, with any number of players', () => {
    for (const [width, height, compact] of PANELS)
      for (const others of [2, 3, 4]) {
        const [wide, high] = taken(width, height, others, compact) ?? [0, 0];
        expect([wide <= width + 0.5, high <= height + 0.5], `${width}x${height}, ${others}`).toEqual([true, true]);
      }
  });
  it('shows the clue beside the island on laptops, on phones on their side and in wide docks', () => {
    for (const [width, height] of [
      [310, 253],
      [376, 340],
      [262, 256],
      [600, 196],
    ] as const) {
      const fit = destination(width, height, 3, false);
      expect(fit?.island).toBeGreaterThan(98);
      expect(fit?.crop.most).toBeGreaterThan(0);
    }
  });
  it('shows the island large where there is no room for the clue, and nothing where it would be a dot', () => {
    expect(destination(366, 184, 3, true)).toMatchObject({ kind: 'beside', crop: { most: 0 } });
    expect(destination(366, 184, 3, true)?.island).toBeGreaterThan(130);
    expect(destination(160, 150, 4, false)).toBeNull();
  });
});
