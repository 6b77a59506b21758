// A board to explore: a position, the moves from there, and what a judge says of where one stands.
import { ask, Refused } from '../api.ts';
import type { Telling } from '../games/game.ts';
import type { Decision } from '../judged.ts';
import { announce } from '../kit/announce.svelte.ts';
import type { BoardInfo } from '../protocol.ts';
import { refusalText } from '../table/names.ts';
import { t } from '../words/words.svelte.ts';
import type { Wanted } from './address.ts';
import { BoardSession } from './session.ts';

export const fetchBoard = (wanted: Wanted): Promise<BoardInfo> => ask<BoardInfo>('POST', '/api/board', wanted);

export class Exploring {
  readonly session: BoardSession;
  info = $state.raw<BoardInfo>() as BoardInfo;
  moves = $state.raw<readonly string[]>([]);
  /** How many of the moves are on the board. */
  at = $state(0);
  judging = $state(true);
  busy = $state(false);
  verdict = $state.raw<Decision | null>(null);
  trouble = $state('');
  private asked = 0;
  private readonly found = new Map<string, Decision>();

  constructor(
    readonly wanted: Wanted,
    readonly telling: Telling,
    info: BoardInfo,
    private readonly onaddress: (wanted: Wanted) => void,
  ) {
    // A phone has room for half a word, and the number at its end is what tells players apart.
    const said = matchMedia('(max-width: 639px), (max-height: 500px)').matches ? 'board.player_short' : 'board.player';
    const names = Array.from({ length: wanted.seats }, (_, seat) => t(said, { n: seat + 1 }));
    this.session = new BoardSession(
      wanted.title,
      names,
      (move) => void this.play(move),
      (move) => fetchBoard({ ...this.here, moves: [...this.here.moves, move] }),
      () => this.go(this.at - 1),
    );
    this.info = info;
    this.moves = wanted.moves;
    this.at = wanted.moves.length;
    this.show();
  }

  /** The board on show. */
  get here(): Wanted {
    return { ...this.wanted, start: this.info.start, moves: this.moves.slice(0, this.at) };
  }

  readonly view = $derived.by(() => this.info.views[this.at] as { turn: number; outcome: unknown });

  /** Where one stands, in words: turns as players count them. */
  readonly where = $derived.by(() => {
    const turns = (count: number): number => this.telling.turns?.(this.info.reports.slice(0, count)) ?? count;
    return t('review.move', { step: turns(this.at), last: turns(this.moves.length) });
  });

  async play(move: string): Promise<void> {
    const moves = [...this.moves.slice(0, this.at), move];
    try {
      this.info = await fetchBoard({ ...this.wanted, start: this.info.start, moves });
      this.moves = moves;
      this.at = moves.length;
      this.show();
    } catch (error) {
      this.trouble = refusalText(error);
      this.show();
    }
  }

  go(to: number): void {
    const place = Math.max(0, Math.min(this.moves.length, to));
    if (place === this.at) return;
    this.at = place;
    this.show();
    announce(this.where);
  }

  judge(on: boolean): void {
    this.judging = on;
    void this.ask();
  }

  private show(): void {
    this.trouble = '';
    this.session.show(this.info, this.at);
    this.onaddress(this.here);
    void this.ask();
  }

  /** Have a judge look at where one stands; an answer that comes too late is kept for later. */
  private async ask(): Promise<void> {
    const number = ++this.asked;
    const key = this.here.moves.join(',');
    this.verdict = (this.judging && this.found.get(key)) || null;
    this.busy = false;
    if (!this.judging || this.verdict || this.view.outcome) return;
    this.busy = true;
    try {
      const found = await ask<Decision>('POST', '/api/board/judge', this.here);
      this.found.set(key, found);
      if (number === this.asked) this.verdict = found;
    } catch (error) {
      if (number === this.asked && error instanceof Refused) this.trouble = refusalText(error);
    } finally {
      if (number === this.asked) this.busy = false;
    }
  }

  /** A ring around what is best. */
  ring(): () => void {
    const best = this.verdict?.best[0];
    return best
      ? this.telling.ring(this.view, [{ move: best.move, kind: 'best', word: t('review.ring.best') }])
      : () => {};
  }
}
