// What can be said about a move of each title: apart from its table, so that a judge's worker loads nothing that draws.
import type { Fact } from '../judged.ts';
import type { Game, Position } from '../local/game.ts';
import type { PlayedLine } from '../local/reading.ts';
import type { HintFact } from '../protocol.ts';
import { splendor } from './splendor/judge/index.ts';

export interface Explaining {
  /** What is true of a legal move of the seat to move, the weightiest fact first. */
  factsOf(game: Game, position: Position, move: string): HintFact[];
  /** What speaks for a move, counted in lines played out after it and after another in the same deals. */
  why(
    game: Game,
    position: Position,
    move: string,
    lines: readonly PlayedLine[],
    others: readonly PlayedLine[],
  ): Fact[];
}

const EXPLAINING: Record<string, Explaining> = { splendor, marvel: splendor };
const SILENT: Explaining = { factsOf: () => [], why: () => [] };

/** The explainer of a title's moves; it says nothing about a title that the page does not know. */
export const explaining = (title: string): Explaining => EXPLAINING[title] ?? SILENT;
