// Where a tip is: on the screen, on the picture, among its things. All in fractions of the whole picture, as in the log.
import type { Scene, Thing } from '../box.ts';

export interface Spot {
  x: number;
  y: number;
}

/** Where a picture lies on the screen, as `getBoundingClientRect` says: scrolled, zoomed or turned, whatever. */
export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Height over width of a postcard. */
export const RATIO = 640 / 960;
/** One press of an arrow, in fractions of the width; with Shift ten times as much. */
export const STEP = 0.005;

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
const four = (value: number): number => Math.round(clamp(value, 0, 1) * 10_000) / 10_000;

/** A spot as the log writes it: inside the picture, four decimals. */
export const spot = (x: number, y: number): Spot => ({ x: four(x), y: four(y) });

/** The spot of the picture under a point of the screen; beside the picture, its nearest edge. */
export function spotAt(frame: Frame, clientX: number, clientY: number): Spot {
  return spot((clientX - frame.left) / (frame.width || 1), (clientY - frame.top) / (frame.height || 1));
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export const isArrow = (key: string): boolean => key in ARROWS;

/** The spot a step further; as far up as to the side, as the eye sees it. */
export function nudged(from: Spot, key: string, step = STEP): Spot {
  const [across, down] = ARROWS[key] ?? [0, 0];
  return spot(from.x + across * step, from.y + (down * step) / RATIO);
}

/** How far apart two spots are, in widths of the picture. */
export const distance = (a: Spot, b: Spot): number => Math.hypot(a.x - b.x, (a.y - b.y) * RATIO);

/**
 * The thing under a tip, for the eye: the disc that holds it, the nearest middle if several do. What the server writes
 * down counts.
 */
export function thingAt(scene: Scene, at: Spot): Thing | null {
  let found: Thing | null = null;
  let nearest = Number.POSITIVE_INFINITY;
  for (const thing of scene.things) {
    const far = distance(at, { x: thing.cx, y: thing.cy });
    if (far <= thing.r && far < nearest) [found, nearest] = [thing, far];
  }
  return found;
}

/** Things with nothing of them in the middle of their disc: a spot that is on the drawing. */
const DRAWN: Record<string, Spot> = {
  'harbour_morning.fishing-pole': { x: 0.418, y: 0.55 },
};

/** Where a tip that means this thing stands: in its middle, or where something of it is drawn. */
export const tipOf = (thing: Thing): Spot => DRAWN[thing.id] ?? spot(thing.cx, thing.cy);

/** Where to show the tip of a clue: on the thing it names, even if that stood elsewhere in the pictures of its time. */
export function shownAt(scene: Scene | undefined, clue: Spot & { element: string | null }): Spot {
  const thing = scene?.things.find((one) => one.id === clue.element);
  if (!thing) return clue;
  const far = distance(clue, { x: thing.cx, y: thing.cy });
  // Bots point at the very middle.
  return far > thing.r * 1.02 || far < 0.0002 ? tipOf(thing) : clue;
}

export interface Named {
  thing: Thing;
  name: string;
}

/** The things of a picture by name, in the order of the language. */
export function byName(scene: Scene, name: (thing: Thing) => string, language: string): Named[] {
  const order = new Intl.Collator(language);
  return scene.things.map((thing) => ({ thing, name: name(thing) })).sort((a, b) => order.compare(a.name, b.name));
}

/** Where a magnifier goes: above the finger, below where there is no room, and never off the screen. */
export function glassAt(finger: Spot, size: number, screen: { width: number; height: number }, gap = 36): Spot {
  const above = finger.y - gap - size;
  return {
    x: clamp(finger.x - size / 2, 8, Math.max(8, screen.width - size - 8)),
    y: above >= 8 ? above : clamp(finger.y + gap, 8, Math.max(8, screen.height - size - 8)),
  };
}
