// What a reader made of a match's clues: as `jeton.analysis.clues` says it, and as the page does.
import { list, t } from '../../../words/words.svelte.ts';
import type { Box } from '../box.ts';
import type { People } from '../look.ts';
import { islandName, postcardName, thingName } from '../names.ts';

export interface ClueFact {
  code: string;
  values: Record<string, string | number>;
}

export interface ReviewedGuess {
  n: number;
  seat: number;
  place: string;
  right: boolean;
  /** Whether the clue was already on the table. */
  informed: boolean;
  /** Of the island where they looked, of the likeliest one and of the right one: from what they could know. */
  chance: number;
  likeliest: string;
  most: number;
  truth: number;
}

export interface ReviewedClue {
  n: number;
  round: number;
  seat: number;
  card: string;
  thing: string | null;
  said: boolean;
  meant: string;
  before: Record<string, number>;
  /** The chance of each island with the clue, the likeliest first. */
  chances: Record<string, number>;
  rank: number;
  bits: number;
  astray: number;
  guesses: ReviewedGuess[];
  why: ClueFact[];
}

export interface Wits {
  clues: number;
  told: number | null;
  boats: number;
  right: number;
  likely: number;
  accuracy: number | null;
}

export interface ClueReview {
  clues: ReviewedClue[];
  players: Wits[];
  telling: number | null;
  misleading: number | null;
  readers: number[];
}

export const percent = (chance: number): number => Math.round(100 * chance);

/** A fact as a sentence. */
export function factWords(box: Box, { code, values }: ClueFact, people: People): string {
  const said: Record<string, string | number> = { ...values };
  for (const key of ['island', 'other']) if (key in said) said[key] = islandName(box, String(said[key]));
  if ('card' in said) said.card = postcardName(box, String(said.card));
  if ('thing' in said) said.thing = thingName(box, String(said.thing));
  if ('seat' in said) said.name = people(Number(said.seat)).name;
  if ('seats' in said)
    said.names = list(
      String(said.seats)
        .split(' ')
        .map((seat) => people(Number(seat)).name),
    );
  return t(`clues.fact.${code}`, said);
}

/** By how much a clue told or misled most: what singles it out is not how likely the right island was in the end. */
export function measureWords(box: Box, clue: ReviewedClue, people: People): string {
  const astray = clue.why.find(({ code }) => code === 'times');
  if (clue.rank > 1) return astray ? factWords(box, astray, people) : '';
  const [was, now] = [clue.before[clue.meant] ?? 0, clue.chances[clue.meant] ?? 0];
  return t('clues.most_telling', { was: percent(was), percent: percent(now), times: Math.round(2 ** clue.bits) });
}

/** After how many of a seat's clues the right island was the likeliest. */
export const firstAfter = (clues: readonly ReviewedClue[], seat: number): number =>
  clues.filter((clue) => clue.seat === seat && clue.rank === 1).length;

/** Which clue an address means: the last one given after so many moves; the first if none had been. */
export function clueAt(clues: readonly ReviewedClue[], step: number): number {
  return Math.max(
    0,
    clues.findLastIndex((one) => one.n <= step),
  );
}

/** What stands out about a clue, as keys of words. */
export function marksOf(review: ClueReview, n: number): ('telling' | 'misleading')[] {
  return (['telling', 'misleading'] as const).filter((key) => review[key] === n);
}

/** The islands that are worth a row: the likeliest, and the right one wherever it is. */
export function rowsOf(clue: ReviewedClue, most: number): { island: string; chance: number; right: boolean }[] {
  const all = Object.entries(clue.chances).map(([island, chance]) => ({
    island,
    chance,
    right: island === clue.meant,
  }));
  const first = all.slice(0, most);
  const right = all.find((one) => one.right);
  return !right || first.includes(right) ? first : [...first.slice(0, most - 1), right];
}
