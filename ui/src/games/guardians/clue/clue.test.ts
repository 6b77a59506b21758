import { describe, expect, it } from 'vitest';
import scenes from '../../../../../src/jeton/games/guardians/data/scenes.json?raw';
import type { Scene, Slim, Thing } from '../box.ts';
import { unpack } from '../box.ts';
import { byName, distance, glassAt, nudged, RATIO, type Spot, shownAt, spot, spotAt, thingAt, tipOf } from './aim.ts';
import { Gesture } from './gesture.ts';
import { formerly, older } from './older.ts';
import { ARROW, turns } from './turn.ts';
import { bounded, fitted, following, panned, WHOLE, zoomed } from './zoom.ts';

interface RawElement {
  id: string;
  icon: string;
  hit: { cx: number; cy: number; r: number };
}
const raw = JSON.parse(scenes) as {
  postcards: { id: string; title_en: string; title_fr: string; title_nl: string; elements: RawElement[] }[];
};
const box = unpack({
  islands: [],
  postcards: raw.postcards.map((one) => [
    one.id,
    [one.title_en, one.title_fr, one.title_nl],
    [],
    one.elements.map(({ icon, hit }) => [icon, hit.cx, hit.cy, hit.r]),
  ]),
  words: {},
} as Slim);
const market = box.postcards.night_market as Scene;

describe('a spot', () => {
  it('is where the finger is, however the page is scrolled, zoomed or turned', () => {
    // The same spot of the picture in four places of the screen, at three sizes.
    for (const [left, top, width] of [
      [0, 0, 390],
      [-200.5, -733.25, 390],
      [12.25, 90, 1170],
      [431, 8, 207.5],
    ] as const) {
      const frame = { left, top, width, height: width * RATIO };
      const found = spotAt(frame, left + 0.7627 * width, top + 0.2198 * width * RATIO);
      expect(distance(found, { x: 0.7627, y: 0.2198 })).toBeLessThan(0.0001);
    }
  });
  it('stays inside the picture, with four decimals', () => {
    const frame = { left: 10, top: 10, width: 300, height: 200 };
    expect(spotAt(frame, -50, 500)).toEqual({ x: 0, y: 1 });
    expect(spotAt(frame, 110, 77)).toEqual({ x: 0.3333, y: 0.335 });
    expect(String(spot(1 / 3, 2 / 3).y)).toBe('0.6667');
  });
  it('goes as far up as to the side, and back to where it was', () => {
    const from = { x: 0.5, y: 0.5 };
    expect(distance(from, nudged(from, 'ArrowUp'))).toBeCloseTo(distance(from, nudged(from, 'ArrowLeft')), 4);
    expect(nudged(nudged(from, 'ArrowDown', 0.05), 'ArrowUp', 0.05)).toEqual(from);
    expect(nudged({ x: 1, y: 0 }, 'ArrowRight')).toEqual({ x: 1, y: 0 });
  });
});

describe('things', () => {
  it('are what the tip is on, for every thing of every postcard', () => {
    for (const scene of Object.values(box.postcards)) {
      for (const thing of scene.things) expect(thingAt(scene, { x: thing.cx, y: thing.cy })?.id).toBe(thing.id);
    }
  });
  it('as the engine says: its own example, the rim of a disc, and plain scenery', () => {
    const lantern = market.things.find((one) => one.icon === 'red-paper-lantern') as Thing;
    expect(thingAt(market, { x: 0.52, y: 0.36 })?.id).toBe('night_market.red-paper-lantern');
    expect(thingAt(market, { x: 0, y: 0 })).toBeNull();
    expect(thingAt(market, { x: lantern.cx, y: lantern.cy - (lantern.r - 0.0001) / RATIO })?.id).toBe(
      'night_market.red-paper-lantern',
    );
    expect(thingAt(market, { x: lantern.cx, y: lantern.cy - (lantern.r + 0.0002) / RATIO })).toBeNull();
  });
  it('come by name in the order of the language', () => {
    const names: Record<string, string> = { cat: 'élan', rat: 'zèbre', teapot: 'eau' };
    const some = { ...market, things: market.things.filter((thing) => names[thing.icon]) };
    expect(byName(some, (thing) => names[thing.icon] as string, 'fr').map((one) => one.name)).toEqual([
      'eau',
      'élan',
      'zèbre',
    ]);
  });
});

describe('the magnifier', () => {
  const screen = { width: 390, height: 844 };
  it('is above the finger, or below it where there is no room', () => {
    expect(glassAt({ x: 200, y: 400 }, 140, screen)).toEqual({ x: 130, y: 224 });
    expect(glassAt({ x: 200, y: 60 }, 140, screen).y).toBeGreaterThan(60);
  });
  it('never leaves the screen', () => {
    for (const x of [0, 390]) {
      const at = glassAt({ x, y: 840 }, 140, screen);
      expect(at.x).toBeGreaterThanOrEqual(8);
      expect(at.x + 140).toBeLessThanOrEqual(382);
    }
  });
});

describe('zoom', () => {
  const frame = { width: 390, height: 500 };
  /** Where a spot of the picture is in the frame. */
  const seen = (zoom: typeof WHOLE, at: Spot): Spot => {
    const base = fitted(frame, RATIO);
    return {
      x: base.left + zoom.x + at.x * base.width * zoom.scale,
      y: base.top + zoom.y + at.y * base.height * zoom.scale,
    };
  };
  it('fits the picture into a tall and into a wide frame', () => {
    expect(fitted(frame, RATIO)).toEqual({ width: 390, height: 260, left: 0, top: 120 });
    expect(fitted({ width: 900, height: 200 }, RATIO)).toMatchObject({ width: 300, left: 300, top: 0 });
  });
  it('keeps what lies under the fingers', () => {
    const close = zoomed(WHOLE, 3, { x: 200, y: 250 }, frame, RATIO);
    const at = { x: 200 / 390, y: 0.5 };
    expect(seen(close, at).x).toBeCloseTo(200);
    expect(seen(close, at).y).toBeCloseTo(250);
    expect(zoomed(close, 1 / 3, { x: 10, y: 10 }, frame, RATIO)).toEqual(WHOLE);
  });
  it('stops at four times, at once, and at the edges', () => {
    const most = zoomed(WHOLE, 99, { x: 0, y: 0 }, frame, RATIO);
    expect(most.scale).toBe(4);
    const far = panned(most, 9999, -9999, frame, RATIO);
    expect(seen(far, { x: 0, y: 0 }).x).toBeCloseTo(0);
    expect(seen(far, { x: 0, y: 1 }).y).toBeCloseTo(500);
    expect(bounded({ scale: 0.2, x: 40, y: 4 }, frame, RATIO)).toEqual(WHOLE);
  });
  it('follows the tip', () => {
    const close = zoomed(WHOLE, 4, { x: 0, y: 250 }, frame, RATIO);
    const at = seen(following(close, { x: 0.9, y: 0.1 }, frame, RATIO), { x: 0.9, y: 0.1 });
    expect(at.x).toBeGreaterThan(0);
    expect(at.x).toBeLessThan(390);
    expect(at.y).toBeGreaterThan(0);
    expect(at.y).toBeLessThan(500);
  });
});

describe('arrows', () => {
  const discOf = ({ x, y }: Spot, turn: number, width: number): Spot => {
    const reach = (ARROW.reach / ARROW.width) * width;
    const angle = (turn * Math.PI) / 180;
    return { x: x - Math.cos(angle) * reach, y: y * RATIO - Math.sin(angle) * reach };
  };
  it('stay inside the picture wherever they point', () => {
    const rim = (ARROW.disc / ARROW.width) * 0.16;
    for (const thing of Object.values(box.postcards).flatMap((scene) => scene.things)) {
      const at = { x: thing.cx, y: thing.cy };
      const disc = discOf(at, turns([at], 0.16)[0] as number, 0.16);
      expect(disc.x).toBeGreaterThanOrEqual(rim - 1e-9);
      expect(disc.x).toBeLessThanOrEqual(1 - rim + 1e-9);
      expect(disc.y).toBeGreaterThanOrEqual(rim - 1e-9);
      expect(disc.y).toBeLessThanOrEqual(RATIO - rim + 1e-9);
    }
  });
  it('do not hide each other: five at one spot', () => {
    const at = Array.from({ length: 5 }, () => ({ x: 0.5, y: 0.5 }));
    const discs = turns(at, 0.16).map((turn, i) => discOf(at[i] as Spot, turn, 0.16));
    const room = (41 * 0.16) / ARROW.width; // the painted disc is 41 across
    discs.forEach((a, i) => {
      for (const b of discs.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(room);
    });
  });
});

describe('fingers', () => {
  function watch(mayAim: boolean, isLarge = false) {
    const did: string[] = [];
    const gesture = new Gesture({
      mayAim: () => mayAim,
      isLarge: () => isLarge,
      aim: (x, y) => did.push(`aim ${x} ${y}`),
      unaim: () => did.push('unaim'),
      glass: (at) => did.push(at ? 'glass' : 'no glass'),
      pan: (dx, dy) => did.push(`pan ${dx} ${dy}`),
      pinch: (factor, x, y) => did.push(`pinch ${factor.toFixed(1)} ${x} ${y}`),
    });
    return { did, gesture };
  }
  const finger = (id: number, x: number, y: number) => ({ id, x, y, mouse: false });
  const mouse = (x: number, y: number) => ({ id: 1, x, y, mouse: true });

  it('one finger points, with a magnifier, and where it leaves is where it points', () => {
    const { did, gesture } = watch(true, true);
    gesture.down(finger(1, 10, 10));
    gesture.move(finger(1, 12, 14));
    gesture.up(finger(1, 12, 14));
    expect(did).toEqual(['aim 10 10', 'glass', 'aim 12 14', 'glass', 'no glass']);
  });
  it('two fingers zoom: what the first one touched is taken back, and the last one up points at nothing', () => {
    const { did, gesture } = watch(true);
    expect(gesture.busy).toBe(false);
    gesture.down(finger(1, 100, 100));
    expect(gesture.busy).toBe(true);
    gesture.down(finger(2, 200, 100));
    gesture.move(finger(2, 300, 100));
    gesture.up(finger(2, 300, 100));
    gesture.move(finger(1, 90, 90));
    gesture.up(finger(1, 90, 90));
    expect(did.filter((one) => !one.includes('glass'))).toEqual([
      'aim 100 100',
      'unaim',
      'pan 50 0',
      'pinch 2.0 200 100',
    ]);
  });
  it('a mouse on a large picture clicks to point and drags to pan', () => {
    const { did, gesture } = watch(true, true);
    gesture.down(mouse(10, 10));
    gesture.up(mouse(12, 10));
    gesture.down(mouse(10, 10));
    gesture.move(mouse(40, 10));
    gesture.move(mouse(50, 10));
    gesture.up(mouse(50, 10));
    expect(did.filter((one) => one !== 'no glass')).toEqual(['aim 12 10', 'pan 10 0']);
  });
  it('whoever has no clue to place pans with one finger', () => {
    const { did, gesture } = watch(false, true);
    gesture.down(finger(1, 0, 0));
    gesture.move(finger(1, 5, 6));
    gesture.cancel(1);
    gesture.move(finger(1, 9, 9));
    expect(did.filter((one) => one !== 'no glass')).toEqual(['pan 5 6']);
  });
});

describe('a tip that means a thing', () => {
  it('stands on it, wherever its middle is', () => {
    for (const scene of Object.values(box.postcards))
      for (const thing of scene.things) expect(thingAt(scene, tipOf(thing))?.id).toBe(thing.id);
  });
  it('is on the rod and not on the water beside it, whoever points', () => {
    const harbour = box.postcards.harbour_morning as Scene;
    const rod = harbour.things.find((one) => one.icon === 'fishing-pole') as Thing;
    expect(tipOf(rod)).not.toMatchObject({ x: rod.cx });
    expect(shownAt(harbour, { x: rod.cx, y: rod.cy, element: rod.id })).toEqual(tipOf(rod));
    expect(shownAt(harbour, { x: 0.44, y: 0.52, element: rod.id })).toMatchObject({ x: 0.44, y: 0.52 });
  });
});

describe('a table of older rules', () => {
  it('is told the spot where the thing under the tip stood then', () => {
    for (const scene of Object.values(box.postcards)) {
      const old = formerly(scene);
      for (const thing of scene.things) {
        const told = older(scene, { x: thing.cx, y: thing.cy });
        expect(thingAt(old, told)?.id).toBe(thing.id);
      }
      const corner = older(scene, { x: 0, y: 0 });
      expect(thingAt(old, corner)?.id ?? null).toBe(thingAt(scene, { x: 0, y: 0 })?.id ?? null);
    }
  });
  it('has its clues shown on the things they name', () => {
    const [then0, now0] = [formerly(market).things[0], market.things[0]] as [Thing, Thing];
    const clue = { x: then0.cx, y: then0.cy, element: now0.id };
    expect(shownAt(market, clue)).toEqual({ x: now0.cx, y: now0.cy });
    expect(shownAt(market, { x: now0.cx, y: now0.cy, element: now0.id })).toMatchObject({ x: now0.cx, y: now0.cy });
    expect(shownAt(market, { x: 0.5, y: 0.5, element: null })).toMatchObject({ x: 0.5, y: 0.5 });
  });
});
