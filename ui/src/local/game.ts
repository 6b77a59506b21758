// A title with its options at a table of so many seats: positions and views, as the compiled rules make them.
import type { Outcome, Report } from '../protocol.ts';
import type { Engine, SeatsData, TitleData } from './engine.ts';

export interface Position {
  readonly words: BigInt64Array;
  readonly mask: bigint;
  readonly over: boolean;
  readonly seat: number;
  /** The views asked for so far; a spectator's under -1. */
  readonly seen: Map<number, View>;
}

/** The part of a view that this side reads; all of it goes to the page. */
export interface View {
  title: string;
  phase: string;
  turn: number;
  first: number;
  turns: number;
  passes: number;
  bank: number[];
  market: number[];
  decks: number[];
  nobles: number[];
  tile: number | null;
  paid: number[];
  refill: number | null;
  moves: string[];
  outcome: Outcome | null;
  numbers: unknown;
  players: {
    tokens: number[];
    points: number;
    bonuses: number[];
    cards: number[];
    nobles: number[];
    hand: { card: number | null; level: number; blind: boolean }[];
  }[];
}

export interface Refusal {
  code: string;
  rule: string | null;
  values: Record<string, unknown>;
}

export interface Entry {
  n: number;
  at: number;
  seat: number;
  move: string;
}

const utf8 = new TextDecoder();

export class Game {
  readonly rules: number;
  readonly data: TitleData;
  readonly bySeats: SeatsData;
  /** All options with their values, in the order of a match file. */
  readonly options: Record<string, unknown>;
  private readonly numbers: unknown;
  private readonly words: number;
  private readonly out: number;
  private readonly text: number;
  private readonly desks: number[];
  private readonly unspellable: readonly (readonly [RegExp, string, string])[];

  constructor(
    readonly engine: Engine,
    readonly title: string,
    chosen: Readonly<Record<string, unknown>>,
    readonly seats: number,
  ) {
    const { about } = engine;
    this.data = about.titles[title] as TitleData;
    this.bySeats = this.data.seats[seats] as SeatsData;
    this.options = Object.fromEntries(this.data.options.map((one) => [one.name, chosen[one.name] ?? one.default]));
    if (chosen.start !== undefined) this.options.start = chosen.start;
    const usual = this.data.rules.find((one) => one.words)?.words as string[];
    const found = this.data.rules.find((one) =>
      Object.entries(one.options).every(([name, value]) => this.options[name] === value),
    );
    if (!found) throw new Error('unknown options');
    const words = usual.map((word, i) => BigInt(found.differ[i] ?? word));
    this.numbers = found.numbers;
    this.rules = engine.put(words);
    this.words = engine.room(8 * about.words);
    this.out = engine.room(8 * 8);
    this.text = engine.room(about.room);
    const sees = engine.room(8 * about.sight);
    const own = engine.room(8 * about.insight);
    this.desks = this.bySeats.programs.map(({ rows, texts, begins }) => {
      const letters = engine.room(texts.length);
      engine.bytes(letters, texts.length).set(new TextEncoder().encode(texts));
      const width = rows[0]?.length ?? 0;
      return engine.desk(
        {
          rows: [engine.put(rows.flat().map(BigInt)), rows.length, width],
          texts: [letters, texts.length],
          begins: [engine.put(begins.map(BigInt)), begins.length],
          sees: [sees, about.sight],
          own: [own, about.insight],
          out: [this.text, about.room],
        },
        about.view_desk,
      );
    });
    this.unspellable = this.data.unspellable.map(([pattern, rule, key]) => [new RegExp(pattern), rule, key]);
  }

  /** The position before the first move. */
  start(seed: Uint8Array): Position {
    const keys = new BigInt64Array(seed.slice(0, 16).buffer);
    this.engine.longs(this.words, this.engine.about.words).fill(0n);
    this.engine.call('begin', this.rules, this.words, this.seats, keys[0] as bigint, keys[1] as bigint, this.out);
    return this.taken();
  }

  /** The position after a legal action. */
  step(before: Position, action: number): Position {
    this.lay(before);
    this.engine.call('step', this.rules, this.words, action, this.out);
    return this.taken();
  }

  private lay(position: Position): void {
    this.engine.longs(this.words, this.engine.about.words).set(position.words);
  }

  /** The position of these words. */
  read(words: BigInt64Array): Position {
    this.engine.longs(this.words, this.engine.about.words).set(words);
    this.engine.call('look', this.rules, this.words, this.out);
    return this.taken();
  }

  /** The position with another deal of what a seat can't see. */
  redeal(position: Position, seat: number, key0: bigint, key1: bigint): Position {
    this.lay(position);
    this.engine.call('shuffle_unseen', this.rules, this.words, seat, key0, key1);
    this.engine.call('look', this.rules, this.words, this.out);
    return this.taken();
  }

  private taken(): Position {
    const [mask, , seat] = this.engine.longs(this.out, 3);
    const words = this.engine.longs(this.words, this.engine.about.words).slice();
    return { words, mask: mask as bigint, over: mask === 0n, seat: Number(seat), seen: new Map() };
  }

  /** The legal actions. */
  actions(position: Pick<Position, 'mask'>): number[] {
    const found: number[] = [];
    for (let rest = BigInt.asUintN(64, position.mask), i = 0; rest; rest >>= 1n, i++) if (rest & 1n) found.push(i);
    return found;
  }

  /** The legal actions, each as its seat's view spells it. */
  spelled(position: Position): Map<string, number> {
    const actions = this.actions(position);
    return new Map(this.view(position, position.seat).moves.map((move, i) => [move, actions[i] as number]));
  }

  /** What a seat may know, or a spectator (null). */
  view(position: Position, viewer: number | null): View {
    const kept = position.seen.get(viewer ?? -1);
    if (kept) return kept;
    this.lay(position);
    const desk = this.desks[viewer ?? this.seats] as number;
    const mask = viewer === position.seat ? position.mask : 0n;
    const size = this.engine.call('view', this.rules, this.words, desk, viewer ?? -1, mask);
    const view = JSON.parse(utf8.decode(this.engine.bytes(this.text, size).slice())) as View;
    view.numbers = this.numbers;
    position.seen.set(viewer ?? -1, view);
    if (position.over) view.outcome = this.outcome(position, view);
    return view;
  }

  private outcome(position: Position, view: View): Outcome {
    this.lay(position);
    this.engine.longs(this.out, 4).fill(0n);
    this.engine.call('standings', this.rules, this.words, this.out);
    const order = [...this.engine.longs(this.out, this.seats)];
    const ranks = order.map((own) => 1 + order.filter((other) => other > own).length);
    return {
      termination: view.passes === this.seats ? 'passes' : 'goal',
      winners: ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : [])),
      points: view.players.map((player) => player.points),
      ranks,
    };
  }

  /** The action of a move that its seat may play now, or why it may not. */
  check(position: Position, seat: number, move: string): number | Refusal {
    if (position.over) return { code: 'over', rule: null, values: {} };
    if (seat === position.seat) return this.judge(position.words, this.view(position, null).phase, move);
    this.lay(position);
    this.engine.call('turn_to', this.words, seat);
    const words = this.engine.longs(this.words, this.engine.about.words).slice();
    const later = this.judge(words, this.engine.about.play, move);
    const why =
      typeof later === 'number' || later.code !== 'illegal' ? {} : { later: { rule: later.rule, ...later.values } };
    return { code: 'not_your_turn', rule: 'S9', values: why };
  }

  private judge(words: BigInt64Array, phase: string, move: string): number | Refusal {
    const { actions, play, reasons, values } = this.engine.about;
    let action = Object.hasOwn(this.data.spellings, move) ? this.data.spellings[move] : undefined;
    if (action === undefined) {
      const found = this.unspellable.find(([pattern]) => pattern.test(move));
      if (!found) return { code: 'malformed', rule: null, values: {} };
      if (phase === play || !move.startsWith('take '))
        return { code: 'illegal', rule: found[1], values: { reason: found[2] } };
      action = actions.take_pair;
    }
    const named = new Set(action === actions.take_all ? move.slice(5) : '');
    const colours = [...this.data.letters].reduce((bits, letter, i) => bits | (Number(named.has(letter)) << i), 0);
    this.engine.longs(this.words, words.length).set(words);
    const done = Number(move === 'done');
    const answer = this.engine.call('verdict', this.rules, this.words, action, colours, done, this.out);
    if (answer === 0) return action;
    const [rule, reason] = reasons[answer] as [string, string];
    const numbers = [...this.engine.longs(this.out, values.length)].map(Number);
    const told = values.flatMap((name, i) => ((numbers[i] as number) >= 0 ? [[name, numbers[i]]] : []));
    return { code: 'illegal', rule, values: { reason, ...Object.fromEntries(told) } };
  }

  /** Whether an entry showed somebody what was hidden. */
  reveals(before: Position, after: Position, { seat, move }: Entry): boolean {
    const [was, is] = [this.view(before, null), this.view(after, null)];
    const held = move.match(/^buy h(\d)$/);
    if (held && was.players[seat]?.hand[Number(held[1]) - 1]?.card === null) return true;
    return was.decks.some((size, level) => size !== is.decks[level]);
  }

  /** What a seat, or a spectator, may know of an entry: the difference between its views before and after. */
  report(before: Position, after: Position, entry: Entry, viewer: number | null): Report {
    const { seat, move } = entry;
    const [was, is] = [this.view(before, null), this.view(after, null)];
    const [mine, now] = [was.players[seat], is.players[seat]];
    if (!mine || !now) throw new Error('no such seat');
    const facts: Record<string, unknown> = { tokens: now.tokens.map((n, i) => n - (mine.tokens[i] as number)) };
    const noble = now.nobles.find((one) => !mine.nobles.includes(one));
    if (noble !== undefined) facts.noble = noble;
    if (is.tile !== was.tile) facts.tile = is.tile;
    if (is.players.some(({ points }, i) => points !== was.players[i]?.points))
      facts.points = is.players.map((player) => player.points);
    const revealed = is.market.flatMap((card, place) => (card && card !== was.market[place] ? [[place, card]] : []));
    if (revealed.length) facts.revealed = Object.fromEntries(revealed);
    const place = move.match(/^(?:buy|reserve) (\d)\.(\d)$/);
    const held = move.match(/^buy h(\d)$/);
    if (place) facts.card = was.market[4 * Number(place[1]) + Number(place[2]) - 5];
    else if (held) facts.card = this.view(before, seat).players[seat]?.hand[Number(held[1]) - 1]?.card ?? null;
    else if (/^reserve \d$/.test(move))
      facts.card = viewer === seat ? (this.view(after, seat).players[seat]?.hand.at(-1)?.card ?? null) : null;
    return { n: entry.n, at: entry.at, seat, move, facts };
  }
}
