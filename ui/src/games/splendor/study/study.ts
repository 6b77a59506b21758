// What a judge made of a finished match, as the page needs it. Pure: it draws and asks nothing.
import type { Choice, Decision, Review, Verdict } from '../../../judged.ts';
import type { Outcome, SplendorView } from '../../../protocol.ts';
import { list, t, variant } from '../../../words/words.svelte.ts';
import { type Box, GOLD } from '../box.ts';
import { bankAt, deckAt, marketAt, nobleAt } from '../flights.ts';
import { parse, placeOf } from '../moves.ts';
import { cardWords, colourWord, tokenWords } from '../sentences.ts';

export type { Choice, Decision, Review, Verdict };

export interface Study {
  /** `judging`: this device does it. */
  state: 'never' | 'none' | 'waiting' | 'reading' | 'judging' | 'failed' | 'done';
  done: number;
  review?: Review;
}

export const MARKS: Record<Verdict, string> = { '': '', slip: '?!', mistake: '?', blunder: '??' };

export const percent = (chance: number): number => Math.round(100 * chance);

/** Every seat's chance before each decision, and how it ended. */
export function chancesOverTime(review: Review, outcome: Outcome | null, seats: number): number[][] {
  const rows = review.decisions.map((one) => one.before);
  const won = outcome?.winners ?? [];
  if (won.length) rows.push(Array.from({ length: seats }, (_, seat) => (won.includes(seat) ? 1 / won.length : 0)));
  return rows;
}

/** Where the seats' bands begin and end, from below: the sums of the chances before them. */
export function bands(row: readonly number[]): [number, number][] {
  let sum = 0;
  return row.map((chance) => {
    const from = sum;
    sum += chance;
    return [from, sum];
  });
}

/** The steps at which somebody went wrong: of one seat, or of all. */
export function slips(review: Review, seat: number | null = null): number[] {
  return review.decisions.flatMap((one, step) => (one.verdict && (seat === null || one.seat === seat) ? [step] : []));
}

/** The next slip after a step, the first one again after the last. */
export function nextSlip(steps: readonly number[], step: number): number | null {
  return steps.find((one) => one > step) ?? steps[0] ?? null;
}

/** The card that a move is about; 0 for one that lies face down. */
function cardOf(view: SplendorView, seat: number, target: string): number {
  if (target.startsWith('h')) return view.players[seat]?.hand[Number(target.slice(1)) - 1]?.card ?? 0;
  return target.includes('.') ? (view.market[placeOf(target)] ?? 0) : 0;
}

/** A move by its notation, as something that could be done: "Take diamond, sapphire and onyx". */
export function moveWords(box: Box, view: SplendorView, seat: number, text: string): string {
  const move = parse(text);
  const say = (key: string, values: Record<string, string | number> = {}): string =>
    t(variant(`review.do.${key}`, box.title), values);
  switch (move.kind) {
    case 'take':
      return say('take', { tokens: tokenWords(box, move.letters) });
    case 'reserve':
    case 'buy': {
      const id = cardOf(view, seat, move.target);
      const card = id ? cardWords(box, id) : t(`${box.title}.hidden_card`, { level: Number(move.target[0]) });
      return say(move.kind, { card });
    }
    case 'return':
      return say('return', { tokens: colourWord(box, box.letters.indexOf(move.letter)) });
    case 'gold':
      return say('gold', { token: colourWord(box, box.letters.indexOf(move.letter)) });
    case 'noble':
      return say('noble', { noble: t(`${box.title}.noble.${view.nobles[move.place - 1]}`) });
    default:
      return say(move.kind === 'done' ? 'done' : 'pass');
  }
}

/** How many tokens are too many after a move, and go back. */
export function givesBack(view: SplendorView, seat: number, text: string): number {
  const move = parse(text);
  const held = (view.players[seat]?.tokens ?? []).reduce((a, b) => a + b, 0);
  const comes =
    move.kind === 'take' ? move.letters.length : move.kind === 'reserve' ? Math.min(1, view.bank[GOLD] ?? 0) : 0;
  return Math.max(0, comes && held + comes - view.numbers.limit);
}

/** The places on the table that a move is about: `data-at` of elements. */
export function placesOf(box: Box, view: SplendorView, text: string): string[] {
  const move = parse(text);
  switch (move.kind) {
    case 'take':
      return [...new Set(move.letters)].map((letter) => bankAt(box.letters.indexOf(letter)));
    case 'reserve':
    case 'buy':
      if (move.target.startsWith('h')) return [handAt(Number(move.target.slice(1)) - 1)];
      return [move.target.includes('.') ? marketAt(placeOf(move.target)) : deckAt(Number(move.target))];
    case 'return':
      return [bankAt(box.letters.indexOf(move.letter))];
    case 'noble':
      return [nobleAt(view.nobles[move.place - 1] ?? 0)];
    default:
      return [];
  }
}

/** A card in the hand of whoever is to move. */
export const handAt = (index: number): string => `hand-${index}`;

/** What is said of a decision: the word for it, or how little it cost. */
export function verdictWords(one: Decision): string {
  if (one.verdict) return t(`review.verdict.${one.verdict}`, { cost: percent(one.cost) });
  if (one.choices === 1) return t('review.verdict.only');
  if (percent(one.cost) < 1) return t('review.verdict.best');
  return t(percent(one.cost) < 3 ? 'review.verdict.near' : 'review.verdict.unsure', { cost: percent(one.cost) });
}

/** "3 slips, 1 mistake", or that there was none. */
export function countWords(player: Review['players'][number]): string {
  const words = (['slips', 'mistakes', 'blunders'] as const).flatMap((name) =>
    player[name] ? [t(`review.${name}`, { count: player[name] })] : [],
  );
  return words.length ? list(words) : t('review.clean');
}
