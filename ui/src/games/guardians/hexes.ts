// Where the hexagons lie on the screen, and which one an arrow key leads to. Flat top; axial q to the right, r down.
import type { Cell } from '../../protocol.ts';

/** Height of a hexagon with a flat top, in widths. */
export const TALL = Math.sqrt(3) / 2;

export interface Spot {
  island: string;
  /** The upper left corner of its box, in widths of a hexagon. */
  x: number;
  y: number;
}

export interface SeaLayout {
  spots: Spot[];
  /** Of all together, in widths of a hexagon. */
  width: number;
  height: number;
}

/**
 * The sea as most screens frame it. All of them show the board turned the same way, so that players can talk about it.
 */
const FRAME = { width: 1.45, height: 1 };
const TURNS = 6;

/** The board turned by 60 degrees about a cell: the same neighbours, another outline. */
const turn = (cells: readonly Cell[]): Cell[] => cells.map(({ island, q, r }) => ({ island, q: -r, r: q + r }));

/** The cells on a plane that begins at 0, 0, turned so that they fill a screen best; `gap` in widths of a hexagon. */
export function lay(cells: readonly Cell[], gap = 0.03): SeaLayout {
  let best = spread(cells, gap);
  let turned = cells;
  for (let i = 1; i < TURNS; i++) {
    turned = turn(turned);
    const next = spread(turned, gap);
    const gain = sizeIn(next, FRAME.width, FRAME.height, 1, 0) / sizeIn(best, FRAME.width, FRAME.height, 1, 0);
    if (gain > 1.001) best = next;
  }
  return best;
}

function spread(cells: readonly Cell[], gap: number): SeaLayout {
  const step = TALL + gap;
  const raw = cells.map(({ island, q, r }) => ({ island, x: q * step * TALL, y: (r + q / 2) * step }));
  const left = Math.min(...raw.map((spot) => spot.x));
  const top = Math.min(...raw.map((spot) => spot.y));
  const spots = raw.map((spot) => ({ ...spot, x: spot.x - left, y: spot.y - top }));
  return {
    spots: spots.sort((a, b) => a.y - b.y || a.x - b.x),
    width: Math.max(...spots.map((spot) => spot.x)) + 1,
    height: Math.max(...spots.map((spot) => spot.y)) + TALL,
  };
}

/** How wide a hexagon can be so that all fit. */
export function sizeIn(layout: SeaLayout, width: number, height: number, most = 240, least = 24): number {
  return Math.max(least, Math.min(width / layout.width, height / layout.height, most));
}

/** Whether a spot, in widths of a hexagon from the upper left corner of its box, lies on it. */
const inside = (x: number, y: number): boolean => {
  const aside = Math.abs(x - 0.5);
  return aside < 0.5 && Math.abs(y - TALL / 2) < Math.min(TALL / 2, (0.5 - aside) * 2 * TALL);
};

export type Corner = 'right' | 'left' | 'top';

/**
 * The corner of the sea where buttons of a size (all in px) cover least of the islands: below at the right or the left,
 * or above at the right. The islands lie in the middle of the sea.
 */
export function freeCorner(
  layout: SeaLayout,
  hex: number,
  sea: { width: number; height: number },
  tools: { width: number; height: number },
): Corner {
  const covered = (left: number, top: number): number => {
    let count = 0;
    for (let i = 0; i <= 8; i++)
      for (let j = 0; j <= 8; j++) {
        const x = (left + (tools.width * i) / 8 - sea.width / 2) / hex + layout.width / 2;
        const y = (top + (tools.height * j) / 8 - sea.height / 2) / hex + layout.height / 2;
        if (layout.spots.some((spot) => inside(x - spot.x, y - spot.y))) count += 1;
      }
    return count;
  };
  const [right, below] = [sea.width - tools.width, sea.height - tools.height];
  const found: [Corner, number][] = [
    ['right', covered(right, below)],
    ['left', covered(0, below)],
    ['top', covered(right, 0)],
  ];
  return found.reduce((best, one) => (one[1] < best[1] ? one : best))[0];
}

const WAYS: Record<string, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** The island that lies next in the direction of an arrow key: the nearest one within its quarter of the plane. */
export function walk(layout: SeaLayout, from: string, key: string): string | null {
  const way = WAYS[key];
  const here = layout.spots.find((spot) => spot.island === from);
  if (!way || !here) return null;
  let best: { island: string; far: number } | null = null;
  for (const spot of layout.spots) {
    const along = (spot.x - here.x) * way[0] + (spot.y - here.y) * way[1];
    const aside = Math.abs((spot.x - here.x) * way[1]) + Math.abs((spot.y - here.y) * way[0]);
    if (along < 0.05 || aside > along * 1.2) continue;
    const far = along + aside * 1.5;
    if (!best || far < best.far) best = { island: spot.island, far };
  }
  return best?.island ?? null;
}
