// How a small table of Splendor lies in the room that there is.

export interface Fit {
  /** Rows of the market: three, or fewer where it is low and wide. */
  rows: number;
  /** The width of a card and of a token, in px. */
  card: number;
  chip: number;
  /** What all of it takes. */
  wide: number;
  high: number;
}

export const GAP = 4;
const CARDS = 12;
/** Height of a card, in widths. */
const TALL = 1.366;
/** What the points above take. */
const SCORES = 28;
const BETWEEN = 10;

/** The largest cards that fit below the points, with the bank at their right. */
export function fitMarket(width: number, height: number, colours: number): Fit {
  let best: Fit | null = null;
  for (const rows of [3, 2, 1]) {
    const high = height - SCORES;
    const columns = CARDS / rows;
    const lines = Math.ceil(colours / chipColumns(rows));
    const chip = Math.floor(Math.min(28, (high - (lines - 1) * 2) / lines));
    const bank = chipColumns(rows) * (chip + 2) + BETWEEN;
    const across = width - bank - (columns - 1) * GAP;
    const card = Math.floor(Math.min(across / columns, (high - (rows - 1) * GAP) / rows / TALL, 74));
    if (best && card <= best.card) continue;
    const wide = columns * card + (columns - 1) * GAP + bank;
    best = { rows, card, chip, wide, high: rows * card * TALL + (rows - 1) * GAP + SCORES };
  }
  return best as Fit;
}

/** How many columns the bank has beside so many rows of cards. */
export const chipColumns = (rows: number): number => 4 - rows;
