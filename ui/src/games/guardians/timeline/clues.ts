// Every clue of a match that is over, with what its guardian meant and what the others took it for.
import type { Boat, Cell, Discovery, GuardiansView, Pile, Report, Resolution } from '../../../protocol.ts';

export interface Guess {
  seat: number;
  island: string;
  /** Wrong, but on an island beside the right one. */
  near: boolean;
  right: boolean;
  /** The first of those that were right. */
  first: boolean;
}

export interface ClueTold {
  /** The number of its entry in the log. */
  n: number;
  round: number;
  seat: number;
  postcard: string;
  x: number;
  y: number;
  element: string | null;
  /** The island that its guardian guarded then, and what lay there; null if the match does not tell. */
  meant: Pile | null;
  /** The round in which that was found, or null. */
  foundIn: number | null;
  /** Where the others looked for this guardian in that round, in the order of landing. */
  guesses: Guess[];
}

/** Each round's resolution, as it was in the end: a choice that was owed may have come in between. */
function resolutions(reports: readonly Report[]): Map<number, Resolution> {
  const found = new Map<number, Resolution>();
  for (const { facts } of reports) {
    const one = facts.resolution as Resolution | undefined;
    if (one) found.set(one.round, one);
  }
  return found;
}

const DIRECTIONS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, -1],
  [-1, 1],
] as const;

/** Whether two islands lie side by side on the board. */
function beside(board: readonly Cell[], a: string, b: string): boolean {
  const [one, other] = [board.find((cell) => cell.island === a), board.find((cell) => cell.island === b)];
  if (!one || !other) return false;
  return DIRECTIONS.some(([q, r]) => one.q + q === other.q && one.r + r === other.r);
}

function guesses(boats: readonly Boat[], seat: number, meant: Pile | null, board: readonly Cell[]): Guess[] {
  const sought = boats.filter((boat) => boat.sought === seat).sort((a, b) => a.seq - b.seq);
  const first = sought.find((boat) => boat.island === meant?.location);
  return sought.map((boat) => ({
    seat: boat.seat,
    island: boat.island,
    right: boat.island === meant?.location,
    near: meant !== null && beside(board, boat.island, meant.location),
    first: boat === first,
  }));
}

/** What a seat guarded when it placed a clue in a round: what was found of it next, or what it still guards. */
function guardedIn(
  rounds: ReadonlyMap<number, Resolution>,
  seat: number,
  round: number,
  guarded: readonly (Pile | null)[],
): { meant: Pile | null; foundIn: number | null } {
  for (const number of [...rounds.keys()].sort((a, b) => a - b)) {
    if (number < round) continue;
    const found = rounds.get(number)?.discoveries.find((one: Discovery) => one.guardian === seat);
    if (found) return { meant: { location: found.location, reward: found.reward }, foundIn: number };
  }
  return { meant: guarded[seat] ?? null, foundIn: null };
}

export function cluesTold(reports: readonly Report[], view: Pick<GuardiansView, 'board' | 'guarded'>): ClueTold[] {
  const rounds = resolutions(reports);
  return reports.flatMap(({ n, seat, move, facts }): ClueTold[] => {
    const [word, postcard, x, y] = move.split(' ');
    if (word !== 'clue' || !postcard) return [];
    const round = facts.round as number;
    const { meant, foundIn } = guardedIn(rounds, seat, round, view.guarded);
    const boats = rounds.get(round)?.boats ?? [];
    const element = (facts.element as string | null | undefined) ?? null;
    const spot = { postcard, x: Number(x), y: Number(y), element };
    return [{ n, round, seat, ...spot, meant, foundIn, guesses: guesses(boats, seat, meant, view.board) }];
  });
}

export interface Round {
  round: number;
  clues: ClueTold[];
}

/** Clues by round; of one seat alone, if asked. */
export function byRound(clues: readonly ClueTold[], seat: number | null = null): Round[] {
  const rounds: Round[] = [];
  for (const clue of clues) {
    if (seat !== null && clue.seat !== seat) continue;
    const last = rounds.at(-1);
    if (last?.round === clue.round) last.clues.push(clue);
    else rounds.push({ round: clue.round, clues: [clue] });
  }
  return rounds;
}
