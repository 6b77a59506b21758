// The bots of a table: levels as `bots/splendor/levels.py` has them, reading as `bots/splendor/search_bots.py` does.
import type { Level } from './engine.ts';
import type { Game, Position } from './game.ts';
import { lay } from './net.ts';

/** Told now and then how much of its budget a bot has spent, 0 to 1. */
export type Told = (spent: number) => void;

/** Nodes of the greatest tree: with its edges, 60 MB. A fuller tree still deepens its estimates. */
const MOST_NODES = 60_000;
/** How long the search runs before the clock is looked at, and other messages are heard. */
const CHUNK_SECONDS = 0.05;
const TILE = 64;

/** 62 bits of chance. */
const chance = (): bigint => (crypto.getRandomValues(new BigUint64Array(1))[0] as bigint) >> 2n;
const draw = (): bigint => BigInt(crypto.getRandomValues(new Uint32Array(1))[0] as number);

/** Let other messages be heard. */
const breathe = (): Promise<void> => new Promise((done) => setTimeout(done));

export class Thinker {
  private readonly arrays: Record<string, readonly number[]>;
  private readonly width: number;
  private readonly features: number;
  private readonly known: number;
  private readonly bias: number;
  private readonly deal: number;
  private readonly chances: number;
  private readonly draws: number;
  private desk = 0;
  private nodes = 0;
  /** Simulations a second, as far as is known. */
  private rate = 5000;

  constructor(
    private readonly game: Game,
    net: Uint8Array,
  ) {
    const { engine, title, seats } = game;
    const { about } = engine;
    const arrays = about.nets[`${title}-${seats}`]?.arrays ?? [];
    const weights = lay(engine, net, arrays);
    const [features = 0, width = 0] = arrays[0]?.shape ?? [];
    const padded = Math.ceil(width / TILE) * TILE;
    const words = engine.room(8 * about.words);
    const seen = engine.room(features);
    const known = engine.room(4 * features);
    const z = engine.room(4 * width);
    const peak = engine.room(4);
    this.features = features;
    this.width = width;
    this.known = known;
    this.bias = weights[2]?.[0] as number;
    this.deal = engine.room(8 * about.words);
    this.chances = engine.room(8 * about.chances);
    this.draws = engine.room(8 * about.draws);
    this.arrays = {
      root: [engine.room(8 * about.words), about.words],
      used: [engine.room(16), 2],
      ruleset: [game.rules, about.rules],
      rules: [game.rules, 1],
      words: [words, about.words],
      position: [words, 1],
      path: [engine.room(8 * about.depth), about.depth],
      names: [engine.room(8 * about.names), about.names],
      result: [engine.room(16), 4],
      ...Object.fromEntries(weights.map((one, i) => [`w${i}`, one])),
      seen: [seen, features],
      eights: [seen, features / 8],
      known: [known, 4, features],
      known_eights: [known, 4, features / 8],
      sums: [engine.room(16 * width), 4, width],
      index: [engine.room(8 * (features + 8)), features + 8],
      weight: [engine.room(4 * (features + 8)), features + 8],
      h: [engine.room(4 * width), width],
      z: [z, width],
      bits: [z, width],
      peak: [peak, 1],
      peak_bits: [peak, 1],
      x: [engine.room(padded), padded],
      out: [engine.room(4 * padded), padded],
      logits: [engine.room(4 * about.wide), about.wide],
      chances: [engine.room(16), 4],
    };
  }

  private at(name: string): number {
    return this.arrays[name]?.[0] as number;
  }

  /** The action that a level plays for the seat whose turn it is; it is shown nothing that the seat can't see. */
  async choose(position: Position, level: Level, told: Told): Promise<number> {
    const { engine } = this.game;
    const legal = this.game.actions(position);
    if (legal.length === 1) return legal[0] as number;
    const { turns } = this.game.view(position, null);
    if (turns >= engine.about.locked * this.game.seats && draw() & 1n)
      return legal[Number((draw() * BigInt(legal.length)) >> 32n)] as number;
    engine.longs(this.deal, engine.about.words).set(position.words);
    engine.call('shuffle_unseen', this.game.rules, this.deal, position.seat, chance(), chance());
    const read = level.simulations || level.seconds;
    const wide = read ? await this.read(position.seat, level, told) : this.glance(position.seat, level);
    return this.actionOf(position, wide, legal);
  }

  private actionOf(position: Position, wide: number, legal: readonly number[]): number {
    const { engine } = this.game;
    const names = this.at('names');
    engine.longs(names, 1)[0] = position.mask;
    engine.call('name', this.deal, names);
    const named = engine.longs(names, engine.about.names);
    return legal.find((action) => Number(named[action]) === wide) ?? (legal[0] as number);
  }

  /** Its first thought, of what it does not overlook. */
  private glance(seat: number, level: Level): number {
    const { engine, rules } = this.game;
    const { about } = engine;
    engine.doubles(this.chances, about.chances).set(level.chances);
    engine.longs(this.draws, about.draws).set(Array.from({ length: about.draws }, draw));
    this.clear(1);
    engine.call('overlook', rules, this.deal, this.at('root'), this.chances, this.draws);
    engine.floats(this.at('logits'), about.wide).fill(Number.NEGATIVE_INFINITY);
    engine.call('puct', this.desk, seat, 1, 0n, 1, 0, 1, 0);
    return engine.call('waver', this.desk, level.heat, draw());
  }

  /** An empty tree with room for so many lines. */
  private clear(lines: number): void {
    const { engine } = this.game;
    const { about } = engine;
    const nodes = Math.min(Math.max(lines, 256) + 64, MOST_NODES);
    if (nodes > this.nodes) {
      const edges = about.search.edges * nodes;
      const tree = {
        nodes: [engine.room(about.node * nodes), nodes],
        edges: [engine.room(about.edge * edges), edges],
      };
      Object.assign(this.arrays, tree);
      this.nodes = nodes;
      this.desk = engine.desk(this.arrays, about.desk);
    }
    engine.ints(this.at('nodes'), 1)[0] = -1;
    engine.longs(this.at('used'), 2).set([1n, 0n]);
    engine.bytes(this.known, 4 * this.features).fill(0);
    const bias = engine.floats(this.bias, this.width).slice();
    for (let seat = 0; seat < 4; seat++) engine.floats(this.at('sums') + 4 * this.width * seat, this.width).set(bias);
  }

  /** Read ahead for as many lines, or for as long, as the level does; nobody waits for a choice that is clear. */
  private async read(seat: number, level: Level, told: Told): Promise<number> {
    const { engine, table } = this.game;
    const { fpu, heat, fresh, first, faster } = engine.about.search;
    const seconds = level.seconds ?? Number.POSITIVE_INFINITY;
    const most = level.simulations || MOST_NODES;
    this.clear(most);
    engine.longs(this.at('root'), engine.about.words).set(engine.longs(this.deal, engine.about.words));
    let seed = chance();
    const began = performance.now();
    for (let done = 0; done < most;) {
      const left = seconds - (performance.now() - began) / 1000;
      if (left <= 0 && done) break;
      const chunk = done ? Math.trunc(this.rate * Math.min(left, CHUNK_SECONDS)) : first;
      const size = Math.min(most - done, Math.max(16, chunk));
      engine.call('puct', this.desk, seat, size, seed, table.c, fpu, heat, fresh);
      seed = engine.long;
      done += size;
      const spent = (performance.now() - began) / 1000;
      this.rate = done / Math.max(spent, 1e-6);
      const more = Math.min(most - done, faster * this.rate * (seconds - spent));
      const clear = level.seconds !== null && more > 0 && this.lead() > more;
      told(clear ? 1 : Math.min(1, Math.max(spent / seconds, done / most)));
      if (clear) break;
      await breathe();
    }
    const best = this.edges().reduce((a, b) =>
      b.visits > a.visits || (b.visits === a.visits && b.mean > a.mean) ? b : a,
    );
    return best.action;
  }

  /** By how many lines the move that was read the most is ahead. */
  private lead(): number {
    const [one = 0, two = 0] = this.edges()
      .map(({ visits }) => visits)
      .sort((a, b) => b - a);
    return one - two;
  }

  /** The moves out of the root. */
  private edges(): { action: number; visits: number; mean: number }[] {
    const { engine } = this.game;
    const { edge, edge_at } = engine.about;
    const found: { action: number; visits: number; mean: number }[] = [];
    const memory = new DataView(engine.memory.buffer);
    const field = (at: number, name: string): number => this.at('edges') + edge * at + (edge_at[name] as number);
    for (let at = engine.ints(this.at('nodes'), 1)[0] as number; at >= 0;) {
      const visits = memory.getInt32(field(at, 'visits'), true);
      const mean = visits ? memory.getFloat32(field(at, 'value'), true) / visits : 0;
      found.push({ action: memory.getInt32(field(at, 'action'), true), visits, mean });
      at = memory.getInt32(field(at, 'next'), true);
    }
    return found;
  }

  /** So many lines from a position, and how long they took: to measure by. */
  measure(position: Position, lines: number): { lines: number; milliseconds: number } {
    const { engine, table } = this.game;
    const { fpu, heat, fresh } = engine.about.search;
    this.clear(lines);
    engine.longs(this.at('root'), engine.about.words).set(position.words);
    const began = performance.now();
    engine.call('puct', this.desk, position.seat, lines, 1n, table.c, fpu, heat, fresh);
    return { lines, milliseconds: performance.now() - began };
  }
}
