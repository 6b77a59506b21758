// The draft of my move, what I can pick, and how to commit it. One per table screen.
import type { Price, SeatView, SplendorView, ViewMessage } from '../../protocol.ts';
import { settings } from '../../settings.svelte.ts';
import { sound } from '../../sounds.ts';
import { draftOf } from '../../table/kept.ts';
import type { Session } from '../../table/session.svelte.ts';
import { type Box, GOLD } from './box.ts';
import { recall, remember } from './kept.ts';
import { parse, placeOf } from './moves.ts';
import {
  addLetter,
  chooseCard,
  complete,
  type Draft,
  dropLetter,
  EMPTY,
  isEmpty,
  offer,
  spelled,
  stillPossible,
} from './pick.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

export class Desk {
  draft = $state.raw<Draft>(EMPTY);
  /** A plan was dropped, because it became impossible. */
  dropped = $state(false);
  /** The noble that somebody wants to know more about: on a phone its tile has no room for a name. */
  named = $state<number | null>(null);
  private readonly stopListening: () => void;

  constructor(
    readonly session: Session,
    readonly box: Box,
    /** Only to look at: nobody can pick anything. */
    readonly still = false,
  ) {
    this.stopListening = session.onChange(({ before, after }) => this.viewChanged(before, after));
    if (session.view && !still) this.draft = recall(this.name, this.order, session.view) ?? EMPTY;
  }

  /** The name under which the draft is kept. */
  private get name(): string {
    return draftOf(this.session.id, this.seat);
  }

  /** Keep the draft for a reloaded page. */
  private keep(): void {
    if (this.session.view && !this.still) remember(this.name, this.draft, this.session.view);
  }

  stop(): void {
    this.stopListening();
  }

  readonly view = $derived.by(() => this.session.view?.view as SplendorView);

  get seat(): number | null {
    return this.session.seat;
  }

  readonly me = $derived.by((): SeatView | null =>
    this.seat === null ? null : (this.view.players[this.seat] ?? null),
  );

  get isOver(): boolean {
    return this.view.outcome !== null;
  }

  /** Whether the viewer may pick things. */
  get seated(): boolean {
    return this.seat !== null && !this.isOver && !this.still && !this.session.played;
  }

  readonly myTurn = $derived.by(() => !this.still && this.session.myTurn && this.view.moves.length > 0);

  /** Seated, not my turn: what I pick is a plan. */
  get planning(): boolean {
    return this.seat !== null && !this.isOver && !this.myTurn && !this.session.pending;
  }

  get phase(): string {
    return this.myTurn ? this.view.phase : 'play';
  }

  /** Whether the player may choose cards, now or for a plan: not while something else is due, nor after the end. */
  get shopping(): boolean {
    return this.seated && this.phase === 'play';
  }

  /**
   * What the player can draft: what I may play now or, while others think, what I could play with the table as it is.
   */
  readonly moves = $derived.by(() => {
    const { only } = this.session;
    return only ? this.legal.filter((move) => only.includes(move)) : this.legal;
  });

  /** What the rules allow, in a lesson too. */
  private readonly legal = $derived.by(() => (this.myTurn ? this.view.moves : this.view.plans));

  readonly offer = $derived.by(() => offer(this.draft, this.moves));

  /** The five colours' letters, in the title's order. */
  get order(): string {
    return this.box.letters.slice(0, 5);
  }

  readonly move = $derived.by(() => (this.myTurn ? complete(this.draft, this.moves, this.order) : null));

  /** How many tokens I have to give back. */
  get owed(): number {
    return this.myTurn ? this.view.owed : 0;
  }

  /** What the rules let me do with a card, in a lesson too: the tray offers both, and a wrong one is answered. */
  readonly verbs = $derived.by((): ('buy' | 'reserve')[] => {
    const { target, verb } = this.draft;
    if (target === null || this.session.pending || /^\d$/.test(target)) return [];
    const { buy, reserve } = offer(EMPTY, this.legal);
    if (buy.has(target) && reserve.has(target)) return ['buy', 'reserve'];
    return reserve.has(target) && verb === null ? ['reserve'] : [];
  });

  /** There is nothing else to do. */
  get mustPass(): boolean {
    return this.myTurn && this.offer.canPass;
  }

  get canConfirm(): boolean {
    if (!this.myTurn || this.session.pending || this.session.status !== 'open') return false;
    if (this.mustPass) return true;
    if (this.phase === 'return') return this.draft.letters.length === this.owed;
    if (this.phase === 'pay') return true;
    return this.move !== null;
  }

  /** Gold that is left to choose with: what the payment does not need anyway. */
  get spareGold(): number {
    return this.gold - (this.price?.gold ?? 0);
  }

  /** What the drafted card would cost me. */
  get price(): Price | null {
    const { target } = this.draft;
    if (target === null) return null;
    if (target.startsWith('h')) return this.view.hand_prices[Number(target.slice(1)) - 1] ?? null;
    return this.view.prices[placeOf(target)] ?? null;
  }

  get gold(): number {
    return this.me?.tokens[GOLD] ?? 0;
  }

  /** The price of the drafted card where all that I have does not pay it. */
  get lacking(): Price | null {
    const { price } = this;
    return price && price.gold > this.gold ? price : null;
  }

  /** The number of the drafted card, if it is known. */
  get target(): number | null {
    const { target } = this.draft;
    if (target === null) return null;
    if (target.startsWith('h')) return this.me?.hand[Number(target.slice(1)) - 1]?.card ?? null;
    return this.view.market[placeOf(target)] || null;
  }

  pickToken(colour: number): void {
    const letter = this.box.letters[colour];
    if (letter === undefined || !this.seated || this.session.pending) return;
    this.dropped = false;
    if (this.phase === 'return' && this.myTurn) {
      this.giveBack(letter);
      return;
    }
    const draft = this.fresh();
    if (offer(draft, this.moves).take.has(letter)) {
      this.set(addLetter(draft, letter));
      sound('chip', this.draft.letters.length);
      this.commitIfSafe();
      return;
    }
    if (offer(draft, this.legal).take.has(letter)) this.tellLesson();
    else this.refuse(spelled(addLetter(draft, letter), this.order) ?? `take ${letter}`);
  }

  unpickToken(letter: string): void {
    this.set(dropLetter(this.draft, letter));
  }

  /** A card or a deck: "2.3", "h1", "2". */
  pickCard(target: string, verb?: 'buy' | 'reserve'): void {
    if (!this.seated || this.session.pending) return;
    this.dropped = false;
    const deck = /^\d$/.test(target);
    if (this.draft.target === target && !verb) {
      this.clear();
      return;
    }
    const chosen = chooseCard(target, this.moves, verb);
    if (chosen.verb === null || complete(chosen, this.moves, this.order) === null) {
      const wanted = chooseCard(target, this.legal, verb).verb ?? (deck ? 'reserve' : 'buy');
      this.set(deck ? EMPTY : { ...chosen, verb: null });
      this.refuse(`${wanted} ${target}`);
      return;
    }
    this.set(chosen);
    sound('slide');
    if (verb || !this.offer.reserve.has(target)) this.commitIfSafe();
  }

  /** Choose a noble that could visit; for any other one, only show its name. */
  pickNoble(place: number, id: number): void {
    if (this.myTurn && this.phase === 'noble') {
      if (this.offer.nobles.has(place)) this.set({ ...EMPTY, noble: place });
      else this.refuse(`noble ${place}`);
    } else this.named = this.named === id ? null : id;
  }

  /** Put gold in place of a token of that colour, or take it out again. */
  toggleGold(letter: string, times: number): void {
    if (this.session.only) {
      this.tellLesson();
      return;
    }
    const others = [...this.draft.gold].filter((one) => one !== letter).join('');
    this.draft = { ...this.draft, gold: others + letter.repeat(times) };
    this.keep();
  }

  clear(): void {
    this.dropped = false;
    this.set(EMPTY);
  }

  confirm(): void {
    if (!this.canConfirm) return;
    const { draft } = this;
    if (this.mustPass) {
      this.session.play('pass');
      return;
    }
    if (this.phase === 'return') {
      const rest = [...draft.letters];
      const first = rest.shift();
      this.session.play(`return ${first}`, (view) => {
        const next = rest.shift();
        return next && view.actors.length > 0 && (view.view as SplendorView).phase === 'return'
          ? `return ${next}`
          : null;
      });
    } else if (this.phase === 'pay') {
      const pay = settle(draft.gold);
      const first = pay(this.session.view as ViewMessage);
      if (first) this.session.play(first, pay);
    } else {
      const move = this.move;
      if (move === null) return;
      this.session.play(move, parse(move).kind === 'buy' ? settle(draft.gold) : null);
    }
    sound(draft.target === null ? 'chips' : 'snap');
  }

  undo(): void {
    this.clear();
    this.session.undo();
  }

  private giveBack(letter: string): void {
    const held = this.me?.tokens[this.box.letters.indexOf(letter)] ?? 0;
    const given = [...this.draft.letters].filter((one) => one === letter).length;
    if (!this.offer.give.has(letter)) this.refuse(`return ${letter}`);
    else if (given >= held || this.draft.letters.length >= this.owed) {
      this.set({ ...EMPTY, letters: [...this.draft.letters].filter((one) => one !== letter).join('') });
    } else this.set({ ...EMPTY, letters: this.draft.letters + letter });
  }

  /** The draft as far as it is about tokens: a card picked before gives way. */
  private fresh(): Draft {
    return this.draft.target === null && this.draft.noble === null ? this.draft : EMPTY;
  }

  private set(draft: Draft): void {
    this.draft = draft;
    this.named = null;
    this.session.forget();
    this.keep();
  }

  private refuse(move: string): void {
    sound('thud');
    this.session.why(move);
  }

  /** What the rules would let me take or pay with, but the lesson asks for something else. */
  private tellLesson(): void {
    sound('thud');
    this.session.tellLesson();
  }

  private commitIfSafe(): void {
    const move = this.move;
    if (move === null || !this.me || settings.confirm === 'always') return;
    if (settings.confirm === 'never' || !this.isRisky(move)) this.confirm();
  }

  /** Whether a move gives something away that a hasty tap would regret: confirm asks "only when risky". */
  private isRisky(move: string): boolean {
    const parsed = parse(move);
    const tokens = this.me?.tokens ?? [];
    if (parsed.kind === 'take') {
      const full = sum(tokens) + parsed.letters.length > this.view.numbers.limit;
      return full || this.view.players.some((player) => player.meets_goal);
    }
    return parsed.kind !== 'buy' || (tokens[GOLD] ?? 0) > 0;
  }

  private viewChanged(before: ViewMessage | null, after: ViewMessage): void {
    const view = after.view as SplendorView;
    const turn = this.seat !== null && after.actors.includes(this.seat);
    const was = before !== null && this.seat !== null && before.actors.includes(this.seat);
    if (before?.n === after.n) return;
    this.named = null;
    if (was) this.draft = EMPTY;
    else if (!isEmpty(this.draft)) {
      const moves = turn ? view.moves : view.plans;
      const kept = gone(this.draft.target, before, view) ? null : stillPossible(this.draft, moves, this.order);
      this.dropped = kept === null;
      this.draft = kept ?? EMPTY;
    }
    this.keep();
    if (turn && !was && !this.session.played) sound('knock');
  }
}

/** A planned card that somebody else took: another one lies in its place. */
function gone(target: string | null, before: ViewMessage | null, view: SplendorView): boolean {
  if (!before || target === null || !target.includes('.')) return false;
  return (before.view as SplendorView).market[placeOf(target)] !== view.market[placeOf(target)];
}

/** Settle a payment as chosen: gold where it was wished, colour by colour, then done. */
function settle(gold: string): (view: ViewMessage) => string | null {
  let left = gold;
  return (message) => {
    const view = message.view as SplendorView;
    if (view.phase !== 'pay') return null;
    for (const move of view.moves) {
      const parsed = parse(move);
      if (parsed.kind === 'gold' && left.includes(parsed.letter)) {
        left = left.replace(parsed.letter, '');
        return move;
      }
    }
    return view.moves.includes('done') ? 'done' : null;
  };
}
