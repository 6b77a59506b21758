// Where boats lie at their island.

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
