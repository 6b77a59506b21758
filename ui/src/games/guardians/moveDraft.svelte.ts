// My draft: what I picked and have not sent yet, what is on its way, what the server answered. No rules: a player can
// do what `view.moves` offers.

import { untrack } from 'svelte';
import { later } from '../../kit/lazyImport.ts';
import type { BoatView, GuardiansView } from '../../protocol.ts';
import { sound } from '../../sounds.ts';
import { draftOf } from '../../table/kept.ts';
import type { Refusal, Session } from '../../table/session.svelte.ts';
import type { Box } from './box.ts';
import { untilClock } from './clock.ts';
import type { Spot } from './clue/aim.ts';
import { type Draft, recall, remember } from './kept.ts';
import { colourOf, seatOf } from './names.ts';
import { LESSON } from './show/tempo.ts';

/** How long an answer stays readable. */
const NOTE_MS = 9000;
/** The version of the rules from which things stand where the prints show them. */
const PRINTED = 3;

export interface Landed {
  island: string;
  place: number;
}

export interface Sending {
  boat: BoatView | null;
  clue: { postcard: string; x: number; y: number } | null;
}

/** Offers of a kind: `boat siren_reef red` gives [siren_reef, red]. */
export function offers(moves: readonly string[], verb: string): string[][] {
  return moves.filter((move) => move === verb || move.startsWith(`${verb} `)).map((move) => move.split(' ').slice(1));
}

/** A number as moves spell it: at most four decimals. */
export const decimals = (value: number): string => String(Number(Math.min(1, Math.max(0, value)).toFixed(4)));

/** Which place a boat has on its island: 1 is the first that landed (G32). */
export const placeOf = (boats: readonly BoatView[], boat: BoatView): number =>
  boats.filter((one) => one.island === boat.island && one.seq <= boat.seq).length;

export class Desk {
  /** The island and the player that the next boat is meant for. */
  island = $state<string | null>(null);
  sought = $state<number | null>(null);
  /** The legend in play, until its word is chosen. */
  legend = $state<string | null>(null);
  /** The open postcard, and what I would point at on each. */
  card = $state<string | null>(null);
  spots = $state.raw<Draft['spots']>({});
  refusal = $state.raw<Refusal | null>(null);
  landed = $state.raw<Landed | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private sent: string | null = null;

  /** The table as the server says it is. */
  readonly now = $derived.by(() => this.session.view?.view as GuardiansView);
  /** Whether I have given up: a bot makes the moves that are left, and the table asks nothing more of me. */
  readonly gaveUp = $derived.by(() => {
    const { seat, table } = this.session;
    return seat !== null && !!table?.seats[seat]?.resigned && !this.now.outcome;
  });
  /** The table as the page shows it: during a reveal, as far as the story has got. */
  readonly view = $derived.by((): GuardiansView => {
    const seen = this.seen() ?? this.now;
    return this.gaveUp ? { ...seen, moves: [] } : seen;
  });
  readonly seat = $derived.by(() => this.view.seat);
  readonly me = $derived.by(() => (this.seat === null ? null : (this.view.players[this.seat] ?? null)));
  readonly others = $derived.by(() => this.view.players.map((_, seat) => seat).filter((seat) => seat !== this.seat));
  readonly boats = $derived.by(() => offers(this.view.moves, 'boat'));
  readonly mayPoint = $derived.by(() => this.view.moves.some((move) => move.startsWith('clue ')));
  readonly mayStop = $derived.by(() => this.view.moves.includes('stop'));
  readonly mayBeReady = $derived.by(() => this.view.moves.includes('ready'));
  /** What is on its way, as it will look on the table. */
  readonly sending = $derived.by((): Sending => {
    const [verb = '', ...words] = this.session.pending?.move.split(' ') ?? [];
    const [name = '', second = '', third = ''] = words;
    const boat =
      verb === 'boat' && this.seat !== null
        ? { seat: this.seat, island: name, seq: this.view.seq + 1, sought: seatOf(second) }
        : null;
    const clue = verb === 'clue' ? { postcard: name, x: Number(second), y: Number(third) } : null;
    return { boat, clue };
  });
  /** The boat that the picks spell. */
  readonly draft = $derived.by(() =>
    this.island === null || this.sought === null ? null : `boat ${this.island} ${colourOf(this.sought)}`,
  );
  readonly canSail = $derived.by(
    () => this.draft !== null && this.view.moves.includes(this.draft) && !this.session.pending,
  );

  constructor(
    readonly session: Session,
    readonly box: Box,
    private readonly seen: () => GuardiansView | null = () => null,
  ) {}

  /** The name under which what I picked is kept. */
  private get name(): string {
    return draftOf(this.session.id, this.now.seat);
  }

  /** Let what is picked outlive a reload, for each seat apart; a component says so when it begins. */
  last(): void {
    $effect(() => {
      void this.seat;
      untrack(() => Object.assign(this, recall(this.name, this.now)));
    });
    $effect(() => {
      const { island, sought, legend, card, spots } = this;
      remember(this.name, { island, sought, legend, card, spots }, this.now);
    });
  }

  /** How long the show of a reveal may take; null for as long as it likes. */
  get timeLeft(): number | null {
    const left = untilClock(this.now.clock, this.session.view?.due ?? null, this.session.skew, Date.now());
    return this.session.table?.lesson ? Math.min(left ?? LESSON, LESSON) : left;
  }

  /** Open a postcard; null closes it, and forgets where I would have pointed. */
  look(card: string | null): void {
    this.card = card;
    if (card === null) this.spots = {};
  }

  /** Whether somebody has left the table, and nobody plays for them. */
  isAway(seat: number): boolean {
    const info = this.session.table?.seats[seat];
    if (!info || this.seat === null || this.session.mine.includes(seat)) return false;
    return info.kind === 'human' && !info.here && !info.stand_in && !info.resigned;
  }

  /** Whom a boat could still seek on the picked island, or anywhere. */
  offersSeat(seat: number): boolean {
    const colour = colourOf(seat);
    return this.boats.some(([island, word]) => word === colour && (this.island === null || island === this.island));
  }

  offersIsland(island: string): boolean {
    const wanted = this.sought === null ? null : colourOf(this.sought);
    return this.boats.some(([name, word]) => name === island && (wanted === null || word === wanted));
  }

  pickIsland(island: string): void {
    this.island = this.island === island ? null : island;
    this.clearNote();
  }

  pickSeat(seat: number): void {
    this.sought = this.sought === seat ? null : seat;
    this.clearNote();
  }

  clear(): void {
    this.island = null;
    this.sought = null;
    this.legend = null;
    this.clearNote();
  }

  /** Send the boat; if it is not offered, ask about it instead, and the server says why not. */
  sail(): void {
    if (this.draft === null) return;
    if (!this.view.moves.includes(this.draft)) this.session.why(this.draft);
    else this.send(this.draft);
  }

  /** Point at a spot; at a table of older rules, at the place where that thing stood in its pictures. */
  point(postcard: string, x: number, y: number): void {
    const scene = this.box.postcards[postcard];
    const tell = (at: Spot): void => this.send(`clue ${postcard} ${decimals(at.x)} ${decimals(at.y)}`);
    if (!scene || (this.session.table?.rules ?? PRINTED) >= PRINTED) tell({ x, y });
    else void later(() => import('./clue/older.ts')).then(({ older }) => tell(older(scene, { x, y })));
  }

  send(move: string): void {
    if (this.session.pending) return;
    this.clearNote();
    const { only, near } = this.session;
    if (only) {
      // In a lesson the table takes one move; the rule or the lesson answers any other.
      void later(() => import('../../learn/course.ts')).then(({ same }) => {
        if (only.some((one) => same(move, one, near))) this.play(move);
        else this.session.why(move);
      });
    } else this.play(move);
  }

  private play(move: string): void {
    this.sent = move;
    this.session.play(move);
  }

  /** Note every view: what I sent lies there now, and in which place. */
  arrived(): void {
    const [verb, island = '', colour = ''] = this.sent?.split(' ') ?? [];
    if (!verb || this.session.pending) return;
    this.sent = null;
    this.legend = null;
    if (verb !== 'boat') return;
    const boat = this.view.boats.find(
      (one) => one.seat === this.seat && one.island === island && one.sought === seatOf(colour),
    );
    this.island = null;
    this.sought = null;
    if (boat) this.note(() => (this.landed = { island, place: placeOf(this.view.boats, boat) }));
  }

  refused(refusal: Refusal): void {
    this.sent = null;
    sound('thud');
    this.note(() => (this.refusal = refusal));
  }

  clearNote(): void {
    clearTimeout(this.timer);
    this.refusal = null;
    this.landed = null;
  }

  private note(show: () => void): void {
    this.clearNote();
    show();
    this.timer = setTimeout(() => this.clearNote(), NOTE_MS);
  }
}
