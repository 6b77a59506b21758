import { describe, expect, it } from 'vitest';
import { type Layout, layout, type Wish } from './layout.ts';

const wish = (width: number, height: number, more: Partial<Wish> = {}): Wish => ({
  width,
  height,
  zoom: 1,
  marvel: false,
  opponents: 2,
  nobles: 4,
  seated: true,
  display: false,
  ...more,
}); // biome-ignore format: a row of numbers
const at = (width: number, height: number, more: Partial<Wish> = {}): Layout => layout(wish(width, height, more));
const SIZES = [
  [320, 568],
  [360, 640],
  [390, 844],
  [430, 932],
  [568, 320],
  [683, 328],
  [844, 390],
  [768, 1024],
  [820, 1180],
  [1024, 768],
  [1180, 820],
  [1280, 593],
  [1366, 657],
  [1440, 789],
  [1440, 900],
  [1536, 730],
  [1920, 1080],
  [2560, 1440],
  [3840, 2160],
] as const; // biome-ignore format: a table

describe('what lies where', () => {
  it('puts the tray below the market where the window is high, beside it where it is low', () => {
    expect(at(1440, 900).shape).toBe('desk');
    for (const [width, height] of [
      [1280, 593],
      [1366, 657],
      [1440, 789],
      [1536, 730],
      [1280, 720],
    ] as const)
      expect(at(width, height).shape).toBe('side');
  });

  it('gives a phone on its side and a tablet their own', () => {
    expect(at(844, 390).shape).toBe('flat');
    expect(at(390, 844).shape).toBe('stack');
    expect(at(820, 1180).shape).toBe('stack');
  });

  it('gives one opponent of a phone on its side the height at which a tile shows its gems', () => {
    expect(at(844, 390, { opponents: 1 }).tile).toBeGreaterThanOrEqual(100);
    expect(at(844, 390, { opponents: 3 }).tile).toBeLessThan(90);
  });

  it('has the chat beside the table where panels and log leave it room, and nowhere else', () => {
    for (const [width, height] of SIZES)
      for (const opponents of [1, 2, 3]) {
        const { chat, log } = at(width, height, { opponents });
        // Whole panels may fill the column: then it takes the log's place when somebody opens it.
        const full = opponents === (height === 900 ? 2 : 3);
        const has = width >= 1440 && height >= 900 && !full;
        expect(log && chat >= 210, `${width}x${height}, ${opponents}`).toBe(has);
      }
    expect(at(1920, 1080, { display: true }).chat).toBe(0);
  });

  it('treats larger text as a smaller window', () => {
    const large = at(1366, 657, { zoom: 2 });
    expect(large.shape).toBe(at(683, 328).shape);
    expect(large.scale).toBe(2);
  });
});

describe('what gives way, in this order', () => {
  it('folds the log first, then opponents become tiles', () => {
    expect(at(1440, 900, { opponents: 1 })).toMatchObject({ log: true, people: 'panel' });
    expect(at(1366, 657, { opponents: 1 })).toMatchObject({ log: false, people: 'dense' });
    expect(at(1280, 593, { opponents: 3 })).toMatchObject({ log: false, people: 'tile' });
  });

  it('puts the nobles into a row where a column would make the cards smaller', () => {
    expect(at(1366, 657).nobles.row).toBe(false);
    expect(at(1024, 768).nobles.row).toBe(true);
  });

  it('shrinks the picture to a band where a whole card would be too small to read', () => {
    expect(at(1366, 657).card.band).toBe(false);
    expect(at(390, 844).card.band).toBe(true);
  });
});

describe('floors', () => {
  for (const [width, height] of SIZES)
    for (const marvel of [false, true])
      for (const opponents of [1, 2, 3])
        it(`${width}x${height}, ${opponents + 1} seats${marvel ? ', Marvel' : ''}`, () => {
          const {
            card,
            chip,
            bank,
            scale,
            shape,
            width: wide,
            height: high,
          } = at(width, height, { marvel, opponents });
          expect(card.width).toBeGreaterThanOrEqual(56);
          expect(card.height).toBeGreaterThanOrEqual(58);
          expect(Math.max(chip, bank)).toBeGreaterThanOrEqual(40);
          expect(wide * scale).toBeLessThanOrEqual(width);
          expect(high * scale).toBeLessThanOrEqual(height);
          // The smallest words of a whole card are .82 of a tenth of its width.
          if (shape === 'desk' && height >= 1080)
            expect(card.width * 0.082 * scale).toBeGreaterThanOrEqual(height * 0.012);
        });

  it('grows with the screen', () => {
    const widths = [
      [1440, 900],
      [1920, 1080],
      [2560, 1440],
      [3840, 2160],
    ].map(([w, h]) => {
      const { card, scale } = at(w as number, h as number);
      return card.width * scale;
    });
    expect(widths).toEqual([...widths].sort((a, b) => a - b));
    expect(widths.at(-1)).toBeGreaterThan(300);
  });
});
