// A table at which one explores: every seat is one's own, and it shows the seat to move.
import { NO_CLOCK, Refused } from '../api.ts';
import type { BoardInfo, SeatInfo, TableMessage, ViewMessage } from '../protocol.ts';
import { Session } from '../table/session.svelte.ts';

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
    const players = names.map((name): SeatInfo => ({
      kind: 'human',
      name,
      bot: null,
      here: true,
      stand_in: null,
      resigned: false,
      kept: false,
      who: null,
    }));
    this.status = 'open';
    this.about = {
      t: 'table',
      id: this.id,
      name: '',
      version: 0,
      title,
      rules: 0,
      state: 'playing',
      options: {},
      clock: NO_CLOCK,
      public: false,
      host: true,
      seats: players,
      mine: [],
      watchers: 0,
      onlookers: [],
      paused: false,
      question: null,
      commitment: '',
      several: false,
      again: [],
      rematch: null,
      outcome: null,
      code: null,
      key: null,
      nonces: null,
      lesson: null,
      hints: [],
      rated: false,
    };
  }

  /** The board after so many moves. */
  show(info: BoardInfo, at: number): void {
    const view = info.views[at] as Shown;
    const seat = view.seat ?? view.turn;
    this.seat = view.seat;
    this.take({ ...this.about, mine: [seat] });
    const message: ViewMessage = {
      t: 'view',
      version: this.shows++,
      n: at,
      seat: view.seat,
      since: at,
      reset: true,
      actors: view.outcome ? [] : [view.turn],
      can_undo: at > 0,
      clocks: null,
      due: null,
      chat_open: false,
      reports: info.reports.slice(0, at),
      view,
    };
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
