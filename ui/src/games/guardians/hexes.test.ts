import { describe, expect, test } from 'vitest';
import type { Cell } from '../../protocol.ts';
import { freeCorner, lay, type SeaLayout, sizeIn, TALL, walk } from './hexes.ts';

const cell = (island: string, q: number, r: number): Cell => ({ island, q, r });
/** A middle and its six neighbours, clockwise from the top. */
const FLOWER = [
  cell('m', 0, 0),
  cell('n', 0, -1),
  cell('ne', 1, -1),
  cell('se', 1, 0),
  cell('s', 0, 1),
  cell('sw', -1, 1),
  cell('nw', -1, 0),
];
const ROW = Array.from({ length: 6 }, (_, i) => cell(`i${i}`, 0, i));

describe('the buttons over the sea', () => {
  /** Four by four places of which some hold an island; the sea is just as large. */
  const board = (...at: [number, number][]): SeaLayout => ({
    spots: at.map(([x, y], i) => ({ island: `i${i}`, x, y: y * TALL })),
    width: 4,
    height: 4 * TALL,
  });
  const corner = (layout: SeaLayout) =>
    freeCorner(layout, 60, { width: 240, height: 240 * TALL }, { width: 50, height: 50 });

  test('lie below at the right, and in another corner if an island is there', () => {
    expect(corner(board([0, 0], [1, 1]))).toBe('right');
    expect(corner(board([3, 3], [1, 1]))).toBe('left');
    expect(corner(board([3, 3], [0, 3]))).toBe('top');
  });

  test('cover as little as they can where no corner is free', () => {
    expect(corner(board([3, 3], [0, 2.6], [3, 0]))).toBe('left');
    expect(corner(board([2.6, 2.6], [0, 3], [3, 0]))).toBe('right');
  });
});

describe('the board', () => {
  test('lies on a plane that begins at 0, 0, and no two islands overlap', () => {
    const { spots, width, height } = lay(FLOWER);
    expect(Math.min(...spots.map((spot) => spot.x))).toBe(0);
    expect(Math.min(...spots.map((spot) => spot.y))).toBe(0);
    expect(width).toBeGreaterThan(2.4);
    expect(height).toBeGreaterThan(3 * TALL);
    for (const a of spots) {
      for (const b of spots) {
        if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(TALL);
      }
    }
  });

  test('is turned so that a long one fills a wide screen', () => {
    const { width, height } = lay(ROW);
    expect(width).toBeGreaterThan(height);
    expect(new Set(lay(ROW).spots.map((spot) => spot.island)).size).toBe(6);
  });

  test('fits its frame', () => {
    const layout = lay(FLOWER);
    const size = sizeIn(layout, 390, 300);
    expect(size * layout.width).toBeLessThanOrEqual(390.01);
    expect(size * layout.height).toBeLessThanOrEqual(300.01);
  });
});

describe('arrow keys', () => {
  test('walk to the nearest island in their direction and back', () => {
    const layout = lay(FLOWER);
    for (const [there, back] of [
      ['ArrowUp', 'ArrowDown'],
      ['ArrowDown', 'ArrowUp'],
    ] as const) {
      const next = walk(layout, 'm', there);
      expect(next).not.toBeNull();
      expect(walk(layout, next as string, back)).toBe('m');
    }
    expect(walk(layout, 'm', 'Enter')).toBeNull();
    expect(walk(layout, 'nowhere', 'ArrowUp')).toBeNull();
  });

  test('reach every island from every other', () => {
    const layout = lay([...FLOWER, ...ROW.map(({ island, r }) => cell(island, 3, r - 4))]);
    const seen = new Set(['m']);
    for (const from of seen) {
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
        const next = walk(layout, from, key);
        if (next) seen.add(next);
      }
    }
    expect(seen.size).toBe(layout.spots.length);
  });
});
