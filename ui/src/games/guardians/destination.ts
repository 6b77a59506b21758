// How the island that a boat is about to sail to, and the clue that leads there, share the panel where one acts.

export interface Fit {
  /** `stack`: pictures between the name and whom one seeks. `beside`: these to the right of the pictures. */
  kind: 'stack' | 'beside';
  /** The width of the island. */
  island: number;
  /** The clue beside it: each crop's width and height, and how many; none without room. */
  crop: { width: number; height: number; most: number };
}

/** Height over width of an island. */
const HEX = 624 / 720;
const GAP = 8;
/** The name in one line, whom one seeks, the button that sends. */
const NAME = 24;
const WHOM = 50;
/** A face to choose among. */
const FACE = 50;
const LEAST = 60;
const MOST = 220;
/** Wider crops would show no more of what is pointed at; smaller ones nothing at all. */
const WIDE = 1.5;
const CROP = 64;

const NONE: Fit['crop'] = { width: 0, height: 0, most: 0 };

function crops(width: number, height: number): Fit['crop'] {
  const room = Math.floor(width);
  if (room < CROP || height < CROP * 0.8) return NONE;
  const most = Math.max(1, Math.min(2, Math.floor((room + GAP) / (height * 0.9 + GAP))));
  const each = Math.floor((room - GAP * (most - 1)) / most);
  return { width: Math.min(each, Math.floor(height * WIDE)), height: Math.floor(height), most };
}

/** What fits a panel of this size beside `others` faces; nothing if not even a small island does. */
export function destination(width: number, height: number, others: number, compact: boolean): Fit | null {
  const foot = compact ? 46 : 62;
  const faces = others * FACE;
  const fits = (high: number, wide: number): number => Math.floor(Math.min(high / HEX, wide, MOST));

  const high = height - NAME - WHOM - foot - 3 * GAP;
  const stacked = faces <= width + 6 ? fits(high, width * 0.46) : 0;
  const tall = height - foot - 2 * GAP;
  const beside = fits(tall, width - GAP * 1.5 - Math.max(faces, 150));
  if (Math.max(stacked, beside) < LEAST) return null;
  const below = stacked < LEAST ? NONE : crops(width - stacked - GAP, stacked * HEX);
  const rest = width - beside - 2.5 * GAP - Math.max(faces, 150);
  const right = beside < LEAST ? NONE : crops(rest, beside * HEX);
  // An island with the clue beside it is worth more than a larger one without.
  const better = below.most === 0 && right.most > 0 ? 1.6 : below.most > 0 && right.most === 0 ? 0.6 : 0.85;
  return stacked >= beside * better
    ? { kind: 'stack', island: stacked, crop: below }
    : { kind: 'beside', island: beside, crop: right };
}
