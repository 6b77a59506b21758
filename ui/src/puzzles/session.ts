// A table that shows a puzzle: it asks nobody, and a move is an answer.
import { ask, local } from '../api.ts';
import type { PuzzleInfo, WhyNot } from '../protocol.ts';
import { botName } from '../table/names.ts';
import { Session } from '../table/session.svelte.ts';
import { stillSeat, stillTable, stillView } from '../table/still.ts';

export class PuzzleSession extends Session {
  private tries = 0;

  constructor(
    private readonly puzzle: PuzzleInfo,
    me: string,
    private readonly onanswer: (move: string) => void,
  ) {
    super(`local-puzzle-${puzzle.id}`);
    const { title, seat, seats } = puzzle;
    const players = Array.from({ length: seats }, (_, at) =>
      at === seat ? stillSeat(me) : stillSeat(botName('', at), true),
    );
    this.status = 'open';
    this.seat = seat;
    this.take(stillTable(this.id, title, players, [seat]));
    this.again();
  }

  /** The position once more, with nothing picked. */
  again(): void {
    const { seat, view } = this.puzzle;
    const n = this.tries++;
    const message = stillView({ version: n, n, seat, actors: [seat], can_undo: false, reports: [], view });
    this.only = null;
    this.take(message);
  }

  /** Nothing more can be picked. */
  close(): void {
    this.only = [];
  }

  override play(move: string): void {
    if (this.only === null) this.onanswer(move);
  }

  override why(move: string): void {
    if (this.only !== null) return;
    const path = `/api/puzzles/${this.puzzle.id}/why?move=${encodeURIComponent(move)}`;
    void ask<WhyNot>('GET', path)
      .then(({ legal, code, rule, values }) => (legal ? null : { code: code ?? 'illegal', rule, values }))
      // Without a server the page's own rules answer; for a game without them nobody can.
      .catch(async () => (await local()).forbids(this.puzzle, move))
      .catch(() => ({ code: 'illegal', rule: null, values: {} }))
      .then((found) => {
        if (found && this.only === null) this.refusal = { ...found, move };
      });
  }

  override undo(): void {}
}
