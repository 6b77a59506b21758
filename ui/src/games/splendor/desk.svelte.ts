// What lies on my desk: the draft of my move, what can be picked, and how it is committed. One per table screen.
import type { SeatView, SplendorView, ViewMessage } from '../../protocol.ts';
import type { Session } from '../../session.svelte.ts';
import { settings } from '../../settings.svelte.ts';
import { sound } from '../../sounds.ts';
import { type Box, GOLD } from './box.ts';
import { isRisky, payment } from './hints.ts';
import { parse } from './moves.ts';
import {
  addLetter,
  chooseCard,
  complete,
  type Draft,
  dropLetter,
  EMPTY,
  isEmpty,
  type Offer,
  offer,
  planLetter,
  spelled,
  stillPossible,
} from './pick.ts';

const TOKEN_LIMIT = 10;
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

export class Desk {
  draft = $state.raw<Draft>(EMPTY);
  /** A plan was dropped, because it became impossible. */
  dropped = $state(false);
  /** What the last click that could not be done would have been: the server is asked why. */
  asked = $state<string | null>(null);
  private readonly stopListening: () => void;

  constructor(
    readonly session: Session,
    readonly box: Box,
  ) {
    this.stopListening = session.onChange(({ before, after }) => this.viewChanged(before, after));
  }

  stop(): void {
    this.stopListening();
  }

  get view(): SplendorView {
    return this.session.view?.view as SplendorView;
  }

  get seat(): number | null {
    return this.session.seat;
  }

  get me(): SeatView | null {
    return this.seat === null ? null : (this.view.players[this.seat] ?? null);
  }

  get isOver(): boolean {
    return this.view.outcome !== null;
  }

  get myTurn(): boolean {
    return this.session.myTurn && this.view.moves.length > 0;
  }

  /** Seated, not my turn: what I pick is a plan. */
  get planning(): boolean {
    return this.seat !== null && !this.isOver && !this.myTurn && !this.session.pending;
  }

  get phase(): string {
    return this.myTurn ? this.view.phase : 'play';
  }

  get offer(): Offer {
    return offer(this.draft, this.view.moves);
  }

  /** The five colours' letters, in the title's order. */
  get order(): string {
    return this.box.letters.slice(0, 5);
  }

  get move(): string | null {
    return this.myTurn ? complete(this.draft, this.view.moves, this.order) : null;
  }

  /** How many tokens have to go back. */
  get owed(): number {
    return this.me ? Math.max(0, sum(this.me.tokens) - TOKEN_LIMIT) : 0;
  }

  get canConfirm(): boolean {
    if (!this.myTurn || this.session.pending || this.session.status !== 'open') return false;
    if (this.phase === 'return') return this.draft.letters.length === this.owed;
    if (this.phase === 'pay') return true;
    return this.move !== null;
  }

  /** Gold that is left for a choice: what the payment does not need anyway. */
  spareGold(card: number | null): number {
    if (!this.me) return 0;
    const purse = this.me.tokens[GOLD] ?? 0;
    if (card === null) return purse;
    const needed = sum(payment(this.box.cards[card - 1]!, this.me).map((row) => row.gold));
    return Math.max(0, purse - needed);
  }

  /** The number of the card that is drafted, where it is known. */
  get target(): number | null {
    const { target } = this.draft;
    if (target === null) return null;
    if (target.startsWith('h')) return this.me?.hand[Number(target.slice(1)) - 1]?.card ?? null;
    const [level, index] = target.split('.').map(Number);
    return index === undefined ? null : (this.view.market[((level ?? 1) - 1) * 4 + index - 1] ?? null) || null;
  }

  pickToken(colour: number): void {
    const letter = this.box.letters[colour];
    if (letter === undefined || this.seat === null || this.isOver || this.session.pending) return;
    this.dropped = false;
    if (this.phase === 'return' && this.myTurn) {
      this.giveBack(letter);
      return;
    }
    if (this.planning) {
      if (colour < GOLD && (this.view.bank[colour] ?? 0) > 0) this.set(planLetter(this.fresh(), letter));
      return;
    }
    if (this.offer.take.has(letter)) {
      this.set(addLetter(this.fresh(), letter));
      sound('chip', this.draft.letters.length);
      this.commitIfSafe();
      return;
    }
    const start = this.draft.target === null ? this.draft.letters : '';
    if (start !== '' && !offer(EMPTY, this.view.moves).take.has(letter)) this.refuse(`take ${letter}${letter}`);
    else this.refuse(spelled({ ...EMPTY, letters: start + letter }, this.order) ?? `take ${letter}`);
  }

  unpickToken(letter: string): void {
    this.set(dropLetter(this.draft, letter));
  }

  /** A card or a deck: "2.3", "h1", "2". */
  pickCard(target: string, verb?: 'buy' | 'reserve'): void {
    if (this.seat === null || this.isOver || this.session.pending) return;
    this.dropped = false;
    const deck = /^\d$/.test(target);
    if (this.planning) {
      if (this.draft.target === target && !verb) this.clear();
      else this.set({ ...EMPTY, target, verb: verb ?? (deck ? 'reserve' : null) });
      return;
    }
    if (this.draft.target === target && !verb) {
      this.clear();
      return;
    }
    const chosen = chooseCard(target, this.view.moves, verb);
    if (chosen.verb === null || complete(chosen, this.view.moves, this.order) === null) {
      const wanted = verb ?? (deck ? 'reserve' : 'buy');
      this.set(deck ? EMPTY : { ...chosen, verb: null });
      this.refuse(`${wanted} ${target}`);
      return;
    }
    this.set(chosen);
    sound('slide');
    if (verb || !this.offer.reserve.has(target)) this.commitIfSafe();
  }

  pickNoble(place: number): void {
    if (this.myTurn && this.offer.nobles.has(place)) this.set({ ...EMPTY, noble: place });
  }

  /** Put gold in place of a token of that colour, or take it out again. */
  toggleGold(letter: string, times: number): void {
    const others = [...this.draft.gold].filter((one) => one !== letter).join('');
    this.draft = { ...this.draft, gold: others + letter.repeat(times) };
  }

  clear(): void {
    this.dropped = false;
    this.set(EMPTY);
  }

  confirm(): void {
    if (!this.canConfirm) return;
    const { draft } = this;
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
    this.asked = null;
    this.session.refusal = null;
  }

  private refuse(move: string): void {
    this.asked = move;
    sound('thud');
    this.session.why(move);
  }

  private commitIfSafe(): void {
    const move = this.move;
    if (move === null || !this.me || settings.confirm === 'always') return;
    if (settings.confirm === 'never' || !isRisky(move, this.me, this.view)) this.confirm();
  }

  private viewChanged(before: ViewMessage | null, after: ViewMessage): void {
    const view = after.view as SplendorView;
    const turn = this.seat !== null && after.actors.includes(this.seat);
    const was = before !== null && this.seat !== null && before.actors.includes(this.seat);
    const phaseChanged = before !== null && (before.view as SplendorView).phase !== view.phase;
    if (before?.n === after.n) return;
    if (turn && (was || phaseChanged)) this.draft = EMPTY;
    else if (turn && !isEmpty(this.draft)) {
      const kept = stillPossible(this.draft, view.moves, this.order);
      this.dropped = kept === null;
      this.draft = kept ?? EMPTY;
    } else if (was) this.draft = EMPTY;
    else if (!turn && this.draft.target !== null && gone(this.draft.target, before, view)) {
      this.draft = EMPTY;
      this.dropped = true;
    }
    if (turn && !was) sound('knock');
  }
}

/** A planned card that somebody else took: another one lies in its place. */
function gone(target: string, before: ViewMessage | null, view: SplendorView): boolean {
  const [level, index] = target.split('.').map(Number);
  if (!before || index === undefined || level === undefined) return false;
  const at = (level - 1) * 4 + index - 1;
  return (before.view as SplendorView).market[at] !== view.market[at];
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
