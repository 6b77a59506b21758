// One puzzle and its solver: what they tried, how it stands, and what to say of it.
import type { Telling } from '../games/game.ts';
import { announce } from '../kit/announce.svelte.ts';
import type { PuzzleInfo } from '../protocol.ts';
import { sound } from '../sounds.ts';
import { seatName } from '../table/seats.ts';
import { colon, t, variant } from '../words/words.svelte.ts';
import type { How } from './puzzles.ts';
import { PuzzleSession } from './session.ts';

const percent = (chance: number): number => Math.round(100 * chance);

/** How many of the best moves to show beside the one tried. */
const TOLD = 3;

export class Solving {
  readonly session: PuzzleSession;
  /** Still open, a wrong move on the table, or done. */
  state = $state<'open' | 'wrong' | How>('open');
  /** The move tried last. */
  tried = $state('');
  private missed = false;

  constructor(
    readonly puzzle: PuzzleInfo,
    private readonly telling: Telling,
    me: string,
    private readonly ondone: (how: How) => void,
    /** Hears the first move that the solver tries, or nothing if they had the answer shown before. */
    private readonly onfirst: (move: string) => void = () => {},
  ) {
    this.session = new PuzzleSession(puzzle, me, (move) => this.answer(move));
  }

  readonly done = $derived(this.state !== 'open' && this.state !== 'wrong');
  readonly themeKey = $derived.by(() => variant(`puzzle.themes.${this.puzzle.theme}`, this.puzzle.title));

  /** What to say of it, in the words of its game if that has some. */
  say(key: string, values: Record<string, string | number> = {}): string {
    return t(variant(`puzzle.${key}`, this.puzzle.title), values);
  }

  /** Whose clue it is about, by name. */
  private readonly whose = $derived.by(() => {
    const seat = this.telling.about?.(this.puzzle.move);
    return seat === undefined ? '' : seatName(this.session, seat);
  });
  /** What the solver is asked: in a few words, and in a sentence. */
  readonly heading = $derived.by(() => this.say('find', { name: this.whose }));
  readonly asks = $derived.by(() => this.say('turn', { seats: this.puzzle.seats, name: this.whose }));

  words(move: string): string {
    return this.said([move])[0] ?? '';
  }

  /** Moves in words; for the solution, with the rest of its turn. */
  private said(moves: readonly string[]): string[] {
    const { view, seat, move, then } = this.puzzle;
    return this.telling.moves(view, seat, moves, { [move]: then });
  }

  percent(move: string): number {
    return percent(this.puzzle.chances[move] ?? 0);
  }

  readonly why = $derived.by(() => {
    const names = Array.from({ length: this.puzzle.seats }, (_, seat) => seatName(this.session, seat));
    // Two cards may be alike in words: then one sentence serves both.
    return [...new Set(this.puzzle.why.map((fact) => this.telling.fact(fact, names, this.puzzle.seat)))];
  });

  /** The best moves and the one tried, with their chances. */
  readonly rows = $derived.by(() => {
    const { chances, move: best } = this.puzzle;
    const moves = Object.keys(chances).slice(0, TOLD);
    if (this.tried && !moves.includes(this.tried)) moves.push(this.tried);
    const said = this.said(moves);
    return moves.map((move, i) => ({
      move,
      words: said[i] ?? '',
      percent: this.percent(move),
      best: move === best,
      yours: move === this.tried && move !== best,
    }));
  });

  /** Rings around the move tried, and around the best move once it may be seen. */
  ring(): () => void {
    const { view, move } = this.puzzle;
    const moves: { move: string; kind: 'best' | 'played'; word: string }[] = [];
    if (this.done) moves.push({ move, kind: 'best', word: this.say('best') });
    if (this.tried && this.tried !== move && this.state !== 'open')
      moves.push({ move: this.tried, kind: 'played', word: this.say('yours') });
    return this.telling.ring(view, moves);
  }

  private told = false;
  private first(move: string): void {
    if (!this.told) this.onfirst(move);
    this.told = true;
  }

  private answer(move: string): void {
    this.tried = move;
    this.first(move);
    this.session.close();
    if (move === this.puzzle.move) {
      this.state = this.missed ? 'later' : 'first';
      sound('bell');
      announce(t('puzzle.said_right', { move: this.words(move) }));
      this.ondone(this.state);
    } else {
      this.missed = true;
      this.state = 'wrong';
      sound('thud');
      announce(this.say('said_wrong'));
    }
  }

  again(): void {
    this.state = 'open';
    this.tried = '';
    this.session.again();
  }

  show(): void {
    this.state = 'shown';
    this.first('');
    this.session.close();
    announce(`${t('puzzle.shown')}${colon()}${this.words(this.puzzle.move)}`);
    this.ondone('shown');
  }
}
