// Hints for the eye alone: what a card costs after bonuses and how far it is. Nothing is allowed or refused by this
// file: what can be played is what `view.moves` offers. "Now" and "with gold" are overruled by the moves; "one move
// away" is an estimate, the same as the terminal's (src/jeton/cli/terminal/reach.py).
import type { SeatView, SplendorView } from '../../protocol.ts';
import { type Card, GOLD, type Noble } from './box.ts';

export type Reach = 'free' | 'now' | 'gold' | 'soon' | 'far';

export interface Price {
  /** After bonuses. */
  cost: number[];
  /** Tokens of each colour that are not there. */
  short: number[];
  /** Gold that the thriftiest payment needs. */
  gold: number;
  reach: Reach;
}

const PAIR_FLOOR = 4;
const HAND_LIMIT = 3;
const TOKEN_LIMIT = 10;
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

export function price(card: Card, player: SeatView, view: SplendorView): Price {
  const cost = card.cost.map((n, i) => Math.max(0, n - (player.bonuses[i] ?? 0)));
  const short = cost.map((n, i) => Math.max(0, n - (player.tokens[i] ?? 0)));
  const gold = sum(short);
  const purse = player.tokens[GOLD] ?? 0;
  let reach: Reach = 'far';
  if (sum(cost) === 0) reach = 'free';
  else if (gold === 0) reach = 'now';
  else if (gold <= purse) reach = 'gold';
  else if (withinAMove(cost, short, gold - purse, player, view)) reach = 'soon';
  return { cost, short, gold, reach };
}

function withinAMove(cost: number[], short: number[], lacking: number, player: SeatView, view: SplendorView): boolean {
  if (sum(cost) > TOKEN_LIMIT) return false;
  const bank = view.bank;
  let gain = Math.min(3, short.filter((n, i) => n > 0 && (bank[i] ?? 0) > 0).length);
  if (short.some((n, i) => n >= 2 && (bank[i] ?? 0) >= PAIR_FLOOR)) gain = Math.max(gain, 2);
  if ((bank[GOLD] ?? 0) > 0 && player.hand.length < HAND_LIMIT) gain = Math.max(gain, 1);
  return lacking <= gain;
}

/** Bonuses of each colour that a seat lacks for a noble, in all. */
export function toGo(noble: Noble, player: SeatView): number {
  return sum(noble.need.map((n, i) => Math.max(0, n - (player.bonuses[i] ?? 0))));
}

/** Each token to pay for a card, and whether gold could stand in for it: one row per colour. */
export interface PayRow {
  colour: number;
  printed: number;
  bonus: number;
  /** Coloured tokens that the thriftiest payment takes. */
  tokens: number;
  /** Gold it needs there anyway. */
  gold: number;
}

export function payment(card: Card, player: SeatView): PayRow[] {
  return card.cost.flatMap((printed, colour) => {
    if (printed === 0) return [];
    const bonus = Math.min(printed, player.bonuses[colour] ?? 0);
    const tokens = Math.min(printed - bonus, player.tokens[colour] ?? 0);
    return [{ colour, printed, bonus, tokens, gold: printed - bonus - tokens }];
  });
}

/** Whether a move gives something away that a hasty tap would regret: confirm asks "only when risky". */
export function isRisky(move: string, player: SeatView, view: SplendorView): boolean {
  const [verb, rest = ''] = move.split(' ');
  const held = sum(player.tokens);
  if (verb === 'take') return held + rest.length > TOKEN_LIMIT || view.players.some((p) => p.meets_goal);
  if (verb === 'reserve') return true;
  if (verb === 'buy') return (player.tokens[GOLD] ?? 0) > 0;
  return verb === 'noble' || verb === 'return';
}
