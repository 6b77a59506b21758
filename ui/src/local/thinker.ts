// The bots of a table: levels as `bots/splendor/levels.py` has them, reading as `bots/splendor/search_bots.py` does.
import { type Edge, MOST_NODES, SearchDesk } from './desk.ts';
import type { BotLevel } from './engine.ts';
import type { Game, Position } from './game.ts';

/** Hears now and then how much of its budget a bot has spent, 0 to 1. */
export type OnProgress = (spent: number) => void;

/** How long the search runs before it looks at the clock, and hears other messages. */
const CHUNK_SECONDS = 0.05;

/** 62 bits of chance. */
const chance = (): bigint => (crypto.getRandomValues(new BigUint64Array(1))[0] as bigint) >> 2n;
const draw = (): bigint => BigInt(crypto.getRandomValues(new Uint32Array(1))[0] as number);

/** Let other messages be heard. */
export const breathe = (): Promise<void> => new Promise((done) => setTimeout(done));

export class Thinker {
  readonly desk: SearchDesk;
  private readonly deal: number;
  private readonly chances: number;
  private readonly draws: number;
  private readonly plain: number;
  private readonly styled: number;
  private readonly notes: number;
  /** Simulations a second, as far as is known. */
  private rate = 5000;

  constructor(
    private readonly game: Game,
    net: Uint8Array,
  ) {
    const { engine } = game;
    const { about } = engine;
    this.desk = new SearchDesk(game, net);
    this.deal = engine.room(8 * about.words);
    this.chances = engine.room(8 * about.chances);
    this.draws = engine.room(8 * about.draws);
    this.plain = engine.room(8 * about.styles.plain.length);
    this.styled = engine.room(8 * about.styles.plain.length);
    this.notes = engine.room(8 * about.styles.notes);
  }

  /** The action that a level plays for the seat whose turn it is; it sees nothing that the seat can't. */
  choose(position: Position, level: BotLevel, onProgress: OnProgress, style = ''): Promise<number> {
    return this.desk.alone(() => this.chosen(position, level, onProgress, style));
  }

  private async chosen(position: Position, level: BotLevel, onProgress: OnProgress, style: string): Promise<number> {
    const { engine } = this.game;
    const legal = this.game.actions(position);
    if (legal.length === 1) return legal[0] as number;
    const { turns } = this.game.view(position, null);
    if (turns >= engine.about.locked * this.game.seats && draw() & 1n)
      return legal[Number((draw() * BigInt(legal.length)) >> 32n)] as number;
    engine.longs(this.deal, engine.about.words).set(position.words);
    engine.call('shuffle_unseen', this.game.rules, this.deal, position.seat, chance(), chance());
    const read = level.simulations || level.seconds;
    const wide = read
      ? await this.read(position.seat, level, onProgress, style)
      : this.glance(position.seat, level, style);
    return this.actionOf(position, wide, legal);
  }

  private actionOf(position: Position, wide: number, legal: readonly number[]): number {
    return this.desk.named(this.dealt, position.mask).get(wide) ?? (legal[0] as number);
  }

  private get dealt(): BigInt64Array {
    return this.game.engine.longs(this.deal, this.game.engine.about.words).slice();
  }

  /** Its first thought, of what it does not overlook. */
  private glance(seat: number, level: BotLevel, style: string): number {
    const { engine, rules } = this.game;
    const { about } = engine;
    engine.doubles(this.chances, about.chances).set(level.chances);
    engine.longs(this.draws, about.draws).set(Array.from({ length: about.draws }, draw));
    const { desk } = this;
    desk.clear(1, this.dealt);
    engine.call('overlook', rules, this.deal, desk.at('root'), this.chances, this.draws);
    engine.floats(desk.at('logits'), about.wide).fill(Number.NEGATIVE_INFINITY);
    engine.call('puct', desk.address, seat, 1, 0n, 1, 0, 1, 0);
    this.colour(style);
    return engine.call('waver', desk.address, level.heat, draw());
  }

  /** Add to the net's opinion, or to what was read, how much more a style likes each move. */
  colour(style: string): void {
    const { engine, title } = this.game;
    const { plain, told } = engine.about.styles;
    const liked = told[style];
    if (!liked) return;
    engine.doubles(this.plain, plain.length).set(plain);
    engine.doubles(this.styled, plain.length).set(liked.weights);
    engine.call('like', this.desk.address, this.plain, this.styled, liked.weight[title] as number, this.notes);
  }

  /** Read ahead for as many lines, or for as long, as the level does; nobody waits for a clear choice. */
  private async read(seat: number, level: BotLevel, onProgress: OnProgress, style: string): Promise<number> {
    const { engine, bySeats } = this.game;
    const { c, fpu, heat, fresh, floor } = bySeats.search;
    const { first, hope } = engine.about.search;
    const seconds = level.seconds ?? Number.POSITIVE_INFINITY;
    const most = level.simulations || MOST_NODES;
    this.desk.clear(most, this.dealt);
    let seed = chance();
    const began = performance.now();
    let done = 0;
    if (floor) {
      engine.call('puct', this.desk.address, seat, 1, seed, c, fpu, heat, fresh);
      seed = engine.long;
      done = 1;
      this.desk.flatten(floor);
    }
    let loaded = 0; // after the first part, in which the browser still compiles: how many were done, and when
    let warm = 0;
    while (done < most) {
      const left = seconds - (performance.now() - began) / 1000;
      if (left <= 0 && done) break;
      const chunk = done > 1 ? Math.trunc(this.rate * Math.min(left, CHUNK_SECONDS)) : first;
      const size = Math.min(most - done, Math.max(16, chunk));
      engine.call('puct', this.desk.address, seat, size, seed, c, fpu, heat, fresh);
      seed = engine.long;
      done += size;
      const spent = (performance.now() - began) / 1000;
      this.rate = (done - loaded) / Math.max(spent - warm, 1e-6);
      const more = hope * Math.min(most - done, this.rate * (seconds - spent));
      const clear = level.seconds !== null && loaded > 0 && more > 0 && this.lead() > more;
      onProgress(clear ? 1 : Math.min(1, Math.max(spent / seconds, done / most)));
      if (clear) break;
      if (!loaded) {
        loaded = done;
        warm = spent;
      }
      await breathe();
    }
    if (style) return this.liked(style);
    const best = this.desk
      .edges()
      .reduce((a: Edge, b: Edge) => (b.visits > a.visits || (b.visits === a.visits && b.mean > a.mean) ? b : a));
    return best.action;
  }

  /** Of the moves that were read often, the one that a style likes best. */
  private liked(style: string): number {
    const { engine } = this.game;
    const { about } = engine;
    const opinion = engine.floats(this.desk.at('logits'), about.wide).fill(Number.NEGATIVE_INFINITY);
    for (const { action, visits } of this.desk.edges())
      if (visits) opinion[action] = about.styles.read * Math.log(visits);
    this.colour(style);
    return engine.call('waver', this.desk.address, 0, 0n);
  }

  /** How many lines the most read move is ahead. */
  private lead(): number {
    const [one = 0, two = 0] = this.desk
      .edges()
      .map(({ visits }) => visits)
      .sort((a, b) => b - a);
    return one - two;
  }

  /** Read so many lines from a position, and return how long they took: to measure. */
  measure(position: Position, lines: number): { lines: number; milliseconds: number } {
    const { engine, bySeats } = this.game;
    const { c, fpu, heat, fresh } = bySeats.search;
    this.desk.clear(lines, position.words);
    const began = performance.now();
    engine.call('puct', this.desk.address, position.seat, lines, 1n, c, fpu, heat, fresh);
    return { lines, milliseconds: performance.now() - began };
  }
}
