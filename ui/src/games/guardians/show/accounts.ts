// What a reveal brought each player, from what, and where that leaves them: the account of a round.
import type { Discovery, GuardiansView, Report, Resolution } from '../../../protocol.ts';

export interface Gain {
  /** As the first of several who found a guardian, as a finder, as the guardian who was found, by a legend's power. */
  why: 'first' | 'found' | 'hid' | 'power';
  /** Whom one found, or by whom one was found. */
  seats: readonly number[];
  legend: string;
  gold: number;
  coins: number;
}

export interface Account {
  seat: number;
  gains: Gain[];
  /** What all gains come to. */
  gold: number;
  coins: number;
  /** The standing after them. */
  score: number;
}

function gainsOf(found: Discovery, seat: number): Gain[] {
  const { guardian, finders, reward } = found;
  const [gold, coins] = [found.gold[seat] ?? 0, found.coins[seat] ?? 0];
  const gains: Gain[] = [];
  // A finder whom a mark or Excalibur left without coins is told so, too.
  if (seat === guardian) gains.push({ why: 'hid', seats: finders, legend: reward, gold, coins });
  else if (finders.includes(seat)) {
    const why = finders.length > 1 && finders[0] === seat ? 'first' : 'found';
    gains.push({ why, seats: [guardian], legend: reward, gold, coins });
  }
  const [more, legends] = [found.power_gold[seat] ?? 0, found.power_coins[seat] ?? 0];
  if (more || legends) gains.push({ why: 'power', seats: [], legend: reward, gold: more, coins: legends });
  return gains;
}

/** The accounts of a reveal; `scores` are the standings after it. The highest comes first. */
export function accounts({ discoveries }: Resolution, scores: readonly number[]): Account[] {
  return scores
    .map((score, seat) => {
      const gains = discoveries.flatMap((found) => gainsOf(found, seat));
      const sum = (of: 'gold' | 'coins'): number => gains.reduce((all, gain) => all + gain[of], 0);
      return { seat, gains, gold: sum('gold'), coins: sum('coins'), score };
    })
    .sort((a, b) => b.score - a.score);
}

/** The account of the round that was just told, while players rest; empty if it brought nobody anything. */
export const roundOf = ({ phase, resolution, players }: GuardiansView): Account[] =>
  phase === 'interlude' && resolution?.discoveries.length
    ? accounts(
        resolution,
        players.map((player) => player.score),
      ) // biome-ignore format: one line
    : [];

/** The accounts of every round of a match that is over, by its number. */
export function allAccounts(reports: readonly Report[], seats: number): Map<number, Account[]> {
  const last = new Map<number, Resolution>();
  // A choice that was owed comes with a report of its own, which tells the whole round again.
  for (const { facts } of reports) {
    const one = facts.resolution as Resolution | undefined;
    if (one) last.set(one.round, one);
  }
  const scores: number[] = Array.from({ length: seats }, () => 0);
  const told = new Map<number, Account[]>();
  for (const round of [...last.keys()].sort((a, b) => a - b)) {
    const resolution = last.get(round) as Resolution;
    for (const { seat, gold, coins } of accounts(resolution, scores)) scores[seat] = (scores[seat] ?? 0) + gold + coins;
    told.set(round, accounts(resolution, scores));
  }
  return told;
}

/** Every gain in a line of its own; a line a player; two players a line; or a button that opens them. */
export type Shape = 'whole' | 'lines' | 'pairs' | 'button';

/** Heights in px: the heading, a player's line, a gain's line below it. */
export const HEAD = 22;
const LINE = 26;
const GAIN = 18;
/** The least widths in px. */
const WIDE = 230;
const NARROW = 204;

/** A letter's width at most, and what stands beside the words for a gain. */
const LETTER = 7;
const BESIDE = 150;

/** How many lines the words for gains fill at this width. */
export const rowsOf = (width: number, words: readonly string[]): number =>
  words.reduce(
    (rows, one) => rows + Math.max(1, Math.ceil((one.length * LETTER) / Math.max(LETTER, width - BESIDE))),
    0,
  );

/** How high a shape is that has so many lines for gains. */
export function heightOf(shape: Shape, players: number, rows: number): number {
  if (shape === 'whole') return HEAD + players * (LINE + 2) + rows * GAIN;
  return shape === 'lines' ? HEAD + players * LINE : Math.ceil(players / 2) * LINE;
}

/** The fullest shape that a place has room for. */
export function shapeIn(width: number, height: number, players: number, rows: number): Shape {
  if (width >= WIDE && height >= heightOf('whole', players, rows)) return 'whole';
  if (width < NARROW) return 'button';
  if (height >= heightOf('lines', players, rows)) return 'lines';
  return height >= heightOf('pairs', players, rows) ? 'pairs' : 'button';
}

/** How much larger something of this height can be drawn there, to be read from across a room. */
export const growth = (width: number, height: number, tall: number): number =>
  Math.max(1, Math.min(1.6, height / tall, width / 300));
