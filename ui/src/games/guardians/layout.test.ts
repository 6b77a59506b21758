import { describe, expect, it } from 'vitest';
import { type Layout, LEAST, layout, legendWidth, type Wish } from './layout.ts';

const BOARD = { width: 5.66, height: 4.9 };
const at = (width: number, height: number, more: Partial<Wish> = {}): Layout =>
  layout({
    width,
    height,
    zoom: 1,
    touch: false,
    seats: 4,
    seated: true,
    display: false,
    board: BOARD,
    ...more,
  }); // biome-ignore format: a row of numbers
const LAPTOPS = [
  [1280, 593],
  [1280, 720],
  [1366, 657],
  [1440, 789],
  [1536, 730],
] as const; // biome-ignore format: a table
const PHONES = [
  [320, 568],
  [360, 640],
  [360, 740],
  [375, 667],
  [390, 844],
  [412, 915],
  [430, 932],
] as const; // biome-ignore format: a table
const SIDEWAYS = [
  [568, 320],
  [640, 360],
  [667, 375],
  [683, 328],
  [844, 390],
  [932, 430],
] as const; // biome-ignore format: a table
const LARGE = [
  [768, 1024],
  [820, 1180],
  [1024, 768],
  [1180, 820],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
] as const; // biome-ignore format: a table
/** Outlines that the rules deal: from one that is nearly square to one that is long (O10). */
const BOARDS = [BOARD, { width: 4.88, height: 5.35 }, { width: 7.21, height: 4.45 }, { width: 6.43, height: 3.55 }];

describe('what lies where', () => {
  it('has the chat beside the sea where the dock has room to spare, and nowhere else', () => {
    for (const [width, height] of [...LAPTOPS, ...PHONES, ...SIDEWAYS]) expect(at(width, height).chat).toBe(0);
    for (const [width, height] of [
      [1440, 900],
      [1920, 1080],
      [2560, 1440],
      [3840, 2160],
    ] as const)
      for (const seats of [3, 4, 5]) expect(at(width, height, { seats }).chat).toBeGreaterThanOrEqual(160);
    expect(at(1920, 1080, { display: true }).chat).toBe(0);
  });

  it('puts the dock beside the sea on laptops, below it where a screen is nearly square', () => {
    for (const [width, height] of LAPTOPS) expect(at(width, height).shape).toBe('side');
    expect(at(1024, 768).shape).toBe('desk');
    expect(at(1920, 1080).shape).toBe('side');
  });

  it('gives phones, upright and on their side, and tablets their own', () => {
    for (const [width, height] of PHONES) expect(at(width, height, { touch: true }).shape).toBe('phone');
    for (const [width, height] of SIDEWAYS) expect(at(width, height, { touch: true }).shape).toBe('flat');
    expect(at(820, 1180).shape).toBe('narrow');
  });

  it('treats larger text as a smaller window', () => {
    const large = at(1366, 657, { zoom: 2 });
    expect(large.shape).toBe('flat');
    expect(large.scale).toBe(2);
  });
});

describe('what gives way', () => {
  it('shows one postcard large on a high phone, and only small ones on a low one', () => {
    expect(at(390, 844).posts.kind).toBe('large');
    expect(at(320, 568).posts.kind).toBe('small');
  });

  it('makes the newest postcard of a television larger than any column could', () => {
    const { posts } = at(1920, 1080, { display: true });
    expect(posts.kind).toBe('feature');
    expect(posts.picture).toBeGreaterThan(at(1920, 1080).posts.picture * 1.5);
  });

  it('lets the page scroll before anything gets smaller than its floor', () => {
    const small = at(195, 400);
    expect(small.height).toBeGreaterThan(400);
    expect(small.island).toBeGreaterThanOrEqual(LEAST);
  });
});

describe('floors', () => {
  for (const board of BOARDS)
    for (const [width, height] of [...LAPTOPS, ...PHONES, ...SIDEWAYS, ...LARGE])
      for (const seats of [3, 5])
        it(`${width}x${height}, ${seats} seats, islands ${board.width} by ${board.height}`, () => {
          const touch = width < 1000 || height < 500;
          const made = at(width, height, { board, seats, touch });
          expect(made.island).toBeGreaterThanOrEqual(LEAST);
          // A finger needs 40 px: of the hexagon's height, which is the smaller side.
          if (touch) expect(made.island * 0.866).toBeGreaterThanOrEqual(40);
          expect(made.width * made.scale).toBeLessThanOrEqual(width);
          expect(made.height * made.scale).toBeLessThanOrEqual(height);
          if (touch || board.width > 6) return;
          expect(made.island * made.scale * board.width).toBeLessThanOrEqual(width);
        });

  it('leaves islands larger than 80 px on the lowest laptop', () => {
    for (const board of BOARDS) expect(at(1280, 593, { board }).island).toBeGreaterThanOrEqual(80);
  });

  it('grows with the screen', () => {
    const sizes = (
      [
        [1440, 900],
        [1920, 1080],
        [2560, 1440],
        [3840, 2160],
      ] as const
    ).map(([w, h]) => {
      const { island, scale } = at(w, h);
      return island * scale;
    }); // biome-ignore format: a table
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    expect(sizes.at(-1)).toBeGreaterThan(280);
  });
});

describe('the card of a legend that acts', () => {
  it('is as large as the choice below it leaves room', () => {
    expect(legendWidth(330, 277, false)).toBe(87);
    expect(legendWidth(330, 600, false)).toBe(109);
    expect(legendWidth(600, 900, false)).toBe(109);
  });

  it('is never smaller than a thumb, and small on a phone', () => {
    expect(legendWidth(300, 190, false)).toBe(46);
    expect(legendWidth(0, 0, false)).toBe(46);
    expect(legendWidth(390, 300, true)).toBe(40);
  });
});
