// How large the pictures are that show what a clue meant: the island, and beside it a cut-out for each clue.
import { RATIO } from '../clue/aim.ts';

export interface Fill {
  /** How many stand beside each other. */
  columns: number;
  /** The width of the island. */
  island: number;
  /** Width and height of each cut-out. */
  wide: number;
  high: number;
}

/** Height over width of an island. */
const HEX = 624 / 720;
export const GAP = 10;
/** Larger ones would show no more. */
const MOST = 380;

/** As large as they get in a room of this size, beside each other or in rows. */
export function fill(width: number, height: number, clues: number): Fill {
  const all = clues + 1;
  let best: Fill = { columns: all, island: 0, wide: 0, high: 0 };
  let most = -1;
  for (let columns = 1; columns <= all; columns++) {
    const share = (room: number, parts: number): number => Math.max(0, Math.floor((room - GAP * (parts - 1)) / parts));
    const [across, down] = [share(width, columns), share(height, Math.ceil(all / columns))];
    const wide = Math.min(across, Math.floor(down / RATIO), MOST);
    const high = Math.min(down, wide);
    const island = Math.min(across, Math.floor(down / HEX), MOST);
    const least = Math.min(wide * high, island * island * HEX);
    if (least > most) [best, most] = [{ columns, island, wide, high }, least];
  }
  return best;
}
