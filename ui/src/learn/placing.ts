// Where the bubble goes: beside what is lit, never over it, never off the screen.
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Side = 'right' | 'left' | 'above' | 'below' | 'none';

export interface Placed {
  x: number;
  y: number;
  side: Side;
  /** Where the tip is, along the side that faces what is lit. */
  tip: number;
  /** How much of what is lit it hides, in square pixels. */
  hidden: number;
}

/** What the bubble can look like: the first is the usual one, the others take less room, each in its own way. */
export const FORMS = ['wide', 'slim', 'slimmer', 'low', 'least', 'answer'] as const;
export type Form = (typeof FORMS)[number];

/** Pixels between the lit hole and what it surrounds. */
export const AROUND = 8;
/** Pixels between the bubble and what it points at; the second if the first would hide something. */
const GAPS = [14, 6] as const;
const EDGE = 12;

export function grown(rect: Rect, by: number): Rect {
  return { x: rect.x - by, y: rect.y - by, width: rect.width + 2 * by, height: rect.height + 2 * by };
}

function overlap(a: Rect, b: Rect): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/** Holes as they are cut: kept on the screen, and those that touch become one. */
export function holes(lit: readonly Rect[], window: { width: number; height: number }): Rect[] {
  const found: Rect[] = [];
  for (const rect of lit) {
    const wide = grown(rect, AROUND);
    const x = Math.max(EDGE / 4, wide.x);
    const y = Math.max(EDGE / 4, wide.y);
    let hole: Rect = {
      x,
      y,
      width: Math.min(window.width - EDGE / 4, wide.x + wide.width) - x,
      height: Math.min(window.height - EDGE / 4, wide.y + wide.height) - y,
    };
    if (hole.width <= 0 || hole.height <= 0) continue;
    for (let at = found.findIndex((one) => overlap(one, hole) > 0); at >= 0;) {
      hole = union(hole, found.splice(at, 1)[0] as Rect);
      at = found.findIndex((one) => overlap(one, hole) > 0);
    }
    found.push(hole);
  }
  return found;
}

function union(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

const between = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high));

/**
 * Place a bubble of a size in a window. `lit` is what has to stay in view, the first of it what the bubble points at.
 * The place that hides least of it wins; of those that hide nothing the first of right, left, above, below of the first
 * thing and what lies with it, then of the same sides of all else that is lit, then of the corners.
 */
export function placeBubble(
  size: { width: number; height: number },
  window: { width: number; height: number },
  lit: readonly Rect[],
): Placed {
  const first = lit[0];
  const inX = (x: number): number => between(x, EDGE, Math.max(EDGE, window.width - EDGE - size.width));
  const inY = (y: number): number => between(y, EDGE, Math.max(EDGE, window.height - EDGE - size.height));
  if (!first) {
    return {
      x: inX((window.width - size.width) / 2),
      y: inY(window.height - size.height - 2 * EDGE),
      side: 'none',
      tip: 0,
      hidden: 0,
    };
  }
  // What is lit together is passed together: the bubble goes beside the whole row of piles.
  const group = lit.filter((one) => overlap(grown(one, 60), first) > 0 || one === first);
  const sides = (of: Rect, middle: Rect, gap: number): Omit<Placed, 'hidden' | 'tip'>[] => {
    const x = inX(middle.x + middle.width / 2 - size.width / 2);
    const y = inY(middle.y + middle.height / 2 - size.height / 2);
    return [
      { x: of.x + of.width + gap, y, side: 'right' },
      { x: of.x - gap - size.width, y, side: 'left' },
      { x, y: of.y - gap - size.height, side: 'above' },
      { x, y: of.y + of.height + gap, side: 'below' },
    ];
  };
  const apart = (one: { x: number; y: number }): Omit<Placed, 'hidden' | 'tip'> => ({ ...one, side: 'none' });
  const places = [
    ...GAPS.flatMap((gap) => sides(group.reduce(union), first, gap)),
    ...GAPS.flatMap((gap) => lit.flatMap((one) => sides(one, one, gap))).map(apart),
    ...[0, window.width].flatMap((x) => [0, window.height].map((y) => apart({ x, y }))),
  ];
  let best: Omit<Placed, 'tip'> | null = null;
  for (const one of places) {
    const kept = { ...one, x: inX(one.x), y: inY(one.y) };
    const moved = Math.abs(kept.x - one.x) + Math.abs(kept.y - one.y);
    const box = { x: kept.x, y: kept.y, ...size };
    const hidden = lit.reduce((sum, rect, i) => sum + overlap(box, rect) * (i === 0 ? 4 : 1), 0);
    if (best === null || hidden < best.hidden) best = { ...kept, hidden, side: moved > 1 ? 'none' : kept.side };
  }
  const chosen = best as Omit<Placed, 'tip'>;
  const across = chosen.side === 'above' || chosen.side === 'below';
  const along = across ? first.x + first.width / 2 - chosen.x : first.y + first.height / 2 - chosen.y;
  return { ...chosen, tip: between(along, 24, (across ? size.width : size.height) - 24) };
}

/** The darkness with its holes, as one path: what is inside an odd number of outlines is dark. */
export function darkness(window: { width: number; height: number }, holes: readonly Rect[], radius = 14): string {
  const outer = `M0 0H${window.width}V${window.height}H0Z`;
  return (
    outer +
    holes
      .map(({ x, y, width, height }) => {
        const r = Math.min(radius, width / 2, height / 2);
        const a = `a${r} ${r} 0 0 1`;
        return `M${x + r} ${y}h${width - 2 * r}${a} ${r} ${r}v${height - 2 * r}${a} ${-r} ${r}h${2 * r - width}${a} ${-r} ${-r}v${2 * r - height}${a} ${r} ${-r}Z`;
      })
      .join('')
  );
}
