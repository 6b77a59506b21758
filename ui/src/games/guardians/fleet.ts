// Where boats lie at their island and what they cover, and where an island's name covers no boat.
import { type SeaLayout, type Spot, TALL } from './hexes.ts';

/** How far below its island a fleet hangs, in parts of the island's height: half out, so that the picture is seen. */
export const HANGS = 0.09;

export interface Fleet {
  /** The width and height of a boat, in widths of an island. */
  boat: number;
  /** How far each lies over the one before it: a stack is hardly wider than its island. */
  lap: number;
  /** From the first boat to the last. */
  width: number;
}

/** So many boats at one island; `compact` if it is too small for numbers. */
export function fleetOf(count: number, compact: boolean): Fleet {
  const boat = compact ? 0.36 : 0.27;
  const lap = count < 2 ? 0 : Math.max(0.03 * Math.min(4, count - 1), (count * boat - 1.04) / (count - 1));
  return { boat, lap, width: count * boat - Math.max(0, count - 1) * lap };
}

interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What the boats at an island cover, their numbers included, in widths of an island. */
function covered(spot: Spot, count: number, compact: boolean): Rect {
  const { boat, width } = fleetOf(count, compact);
  const edge = 0.04;
  const bottom = spot.y + (1 + HANGS) * TALL;
  const left = spot.x + (1 - width) / 2;
  return { left: left - edge, right: left + width + edge, top: bottom - boat - edge, bottom: bottom + edge };
}

const shared = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/**
 * How far below the upper edge of its island the middle of a name lies, in widths of an island: on the edge, or where it
 * covers less of the boats. `x` is its own middle; `label` and `x` are in widths of an island too.
 */
export function nameAt(
  layout: SeaLayout,
  spot: Spot,
  x: number,
  label: { width: number; height: number },
  boats: (island: string) => number,
  compact: boolean,
): number {
  const fleets = layout.spots
    .map((one) => ({ one, count: boats(one.island) }))
    .filter(({ count }) => count > 0)
    .map(({ one, count }) => covered(one, count, compact));
  const hides = (y: number): number => {
    const [top, left] = [spot.y + y - label.height / 2, x - label.width / 2];
    const name = { left, top, right: left + label.width, bottom: top + label.height };
    return fleets.reduce((sum, fleet) => sum + shared(name, fleet), 0);
  };
  const places = [-0.03, 0.14, 0.24, 0.34, 0.44, -0.32, -0.42, 1.06].map((y) => ({ y, hidden: hides(y) }));
  return places.reduce((best, one) => (one.hidden < best.hidden - 1e-6 ? one : best)).y;
}
