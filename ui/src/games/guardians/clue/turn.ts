// How the arrows on a postcard are turned: they stay inside the picture and hide neither each other nor another's tip.
import { RATIO, type Spot } from './aim.ts';

/** The arrow's picture is 96 × 48; it points at (82, 24), and the middle of its disc is 58 away, with a letter on its rim. */
export const ARROW = { width: 96, height: 48, tip: 82, reach: 58, disc: 25 };

/** Degrees: 0 points to the right. The first choice comes from the upper left, as light does. */
const TURNS = [45, 90, 135, 0, 180, -45, -90, -135, 22, 68, 112, 158, -22, -68, -112, -158];

interface Placed {
  tip: Spot;
  disc: Spot;
}

/** Where the disc of an arrow lies, in widths of the picture, both ways. */
function discOf(tip: Spot, turn: number, unit: number): Spot {
  const angle = (turn * Math.PI) / 180;
  return { x: tip.x - Math.cos(angle) * ARROW.reach * unit, y: tip.y - Math.sin(angle) * ARROW.reach * unit };
}

function cost(tip: Spot, disc: Spot, unit: number, others: readonly Placed[], tips: readonly Spot[]): number {
  const rim = ARROW.disc * unit;
  const out = (at: number, length: number): number => Math.max(0, rim - at, at + rim - length);
  let sum = 40 * (out(disc.x, 1) + out(disc.y, RATIO));
  const near = (a: Spot, b: Spot, room: number): number => Math.max(0, room - Math.hypot(a.x - b.x, a.y - b.y));
  const middle = { x: (tip.x + disc.x) / 2, y: (tip.y + disc.y) / 2 };
  for (const other of others) {
    const heart = { x: (other.tip.x + other.disc.x) / 2, y: (other.tip.y + other.disc.y) / 2 };
    sum +=
      10 * near(disc, other.disc, 2.2 * rim) + 6 * near(middle, heart, 1.2 * rim) + 6 * near(disc, heart, 1.6 * rim);
  }
  for (const other of tips) if (other !== tip) sum += 14 * near(disc, other, 1.9 * rim);
  return sum;
}

/** A turn for each spot, in degrees; `width` is how much of the picture's width an arrow takes. */
export function turns(spots: readonly Spot[], width: number): number[] {
  const unit = width / ARROW.width;
  const tips = spots.map(({ x, y }) => ({ x, y: y * RATIO }));
  const placed: Placed[] = [];
  return tips.map((tip) => {
    let best = { turn: 0, disc: tip, cost: Number.POSITIVE_INFINITY };
    TURNS.forEach((turn, rank) => {
      const disc = discOf(tip, turn, unit);
      const found = cost(tip, disc, unit, placed, tips) + rank * 1e-4;
      if (found < best.cost) best = { turn, disc, cost: found };
    });
    placed.push({ tip, disc: best.disc });
    return best.turn;
  });
}
