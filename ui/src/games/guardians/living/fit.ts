// How a small sea lies in the room that there is.
import { type SeaLayout, sizeIn } from '../hexes.ts';

export interface Fit {
  /** The width of an island, in px. */
  size: number;
  /** The width of a postcard. */
  card: number;
  /** Whether postcards lie beside the sea; else below it. */
  beside: boolean;
  /** How many of them there is room for. */
  cards: number;
}

/** If they were smaller, nobody could tell islands apart: then the table shows a part of the sea. */
const LEAST = 26;
const GAP = 6;
const SCORES = 28;
/** What one player's points take of the row, and the two buttons in its corners. */
const SCORE = 45;
const CORNERS = 64;

/** The largest islands that fit, with postcards below or beside, and the points where all of them have room. */
export function fitSea(
  width: number,
  height: number,
  sea: Pick<SeaLayout, 'width' | 'height'>,
  postcards: number,
  players: number,
): Fit & { scores: boolean } {
  const scores = height >= 110 && width >= CORNERS + players * SCORE;
  const high = height - (scores ? SCORES : 0);
  const count = Math.max(1, postcards);
  const below = Math.min((width - (count - 1) * GAP) / count, 84);
  const row = sizeIn(sea as SeaLayout, width, high - below / 1.5 - GAP, 240, 0);
  const side = Math.min(width * 0.3, high * 1.5, 96);
  const column = sizeIn(sea as SeaLayout, width - side - GAP, high, 240, 0);
  const beside = column >= row;
  return {
    size: Math.max(LEAST, Math.floor(beside ? column : row)),
    card: Math.floor(beside ? side : below),
    beside,
    cards: beside ? Math.max(1, Math.floor((high + GAP) / (side / 1.5 + GAP))) : count,
    scores,
  };
}
