// A table at which one explores: every seat is one's own, and it shows the seat to move.
import { Refused } from '../api.ts';
import type { BoardInfo, TableMessage } from '../protocol.ts';
import { Session } from '../table/session.svelte.ts';
import { stillSeat, stillTable, stillView } from '../table/still.ts';

interface Shown {
  seat: number | null;
  turn: number;
  outcome: unknown;
}

export class BoardSession extends Session {
  private readonly about: TableMessage;
  private shows = 0;

  constructor(
    title: string,
    names: readonly string[],
    private readonly onmove: (move: string) => void,
    /** Asks the rules why a move is illegal; nothing if it is legal. */
    private readonly onwhy: (move: string) => Promise<unknown>,
    private readonly onundo: () => void,
  ) {
    super('local-board');
    this.status = 'open';
    const seats = names.map((name) => stillSeat(name));
    this.about = stillTable(this.id, title, seats, []);
  }

  /** The board after so many moves. */
  show(info: BoardInfo, at: number): void {
    const view = info.views[at] as Shown;
    const seat = view.seat ?? view.turn;
    this.seat = view.seat;
    this.take({ ...this.about, mine: [seat] });
    const message = stillView({
      version: this.shows++,
      n: at,
      seat: view.seat,
      actors: view.outcome ? [] : [view.turn],
      can_undo: at > 0,
      reports: info.reports.slice(0, at),
      view,
    });
    this.pending = null;
    this.take(message);
  }

  override play(move: string): void {
    this.onmove(move);
  }

  override why(move: string): void {
    void this.onwhy(move).catch((error: unknown) => {
      if (!(error instanceof Refused)) return;
      const { rule, ...values } = error.values;
      this.refusal = { code: error.code, rule: (rule as string | null) ?? null, values, move };
    });
  }

  override undo(): void {
    this.onundo();
  }
}
