// The desk of a search: all arrays that the compiled code reads and writes, laid out as `wasm/exports.py` names them.
import type { Game } from './game.ts';
import { lay } from './net.ts';

/** Nodes of the greatest tree: with its edges, 60 MB. A full tree still improves its estimates. */
export const MOST_NODES = 60_000;
const TILE = 64;
export const NONE = -1;

/** A move out of a node of the tree, by its card-named number. */
export interface Edge {
  action: number;
  visits: number;
  mean: number;
  child: number;
}

export class SearchDesk {
  private readonly arrays: Record<string, readonly number[]>;
  private readonly width: number;
  private readonly features: number;
  /** Its address, once there is a tree. */
  address = 0;
  private nodes = 0;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    readonly game: Game,
    net: Uint8Array,
  ) {
    const { engine, title, seats } = game;
    const { about } = engine;
    const { judging } = about;
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
      weighed: [engine.room(8 * judging.actions * judging.sums), judging.actions, judging.sums],
      dealt: [engine.room(8 * judging.deals * about.words), judging.deals, about.words],
      played: [engine.room(8 * judging.deals * judging.longest), judging.deals, judging.longest],
    };
  }

  /** Work at this desk when the one before has left. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.queue.then(work);
    this.queue = done.catch(() => {});
    return done;
  }

  /** Where an array lies. */
  at(name: string): number {
    return this.arrays[name]?.[0] as number;
  }

  /** Make an empty tree with room for so many lines, over a root. */
  clear(lines: number, root: BigInt64Array): void {
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
      this.address = engine.desk(this.arrays, about.desk);
    }
    engine.ints(this.at('nodes'), 1)[0] = NONE;
    engine.longs(this.at('used'), 2).set([1n, 0n]);
    engine.longs(this.at('root'), about.words).set(root);
    this.forget();
  }

  /** The net has seen no position yet. */
  forget(): void {
    const { engine } = this.game;
    engine.bytes(this.at('known'), 4 * this.features).fill(0);
    engine.bytes(this.at('sums'), 16 * this.width).fill(0);
  }

  /** An edge by its place: the root's are the first to grow. */
  edge(at: number): Edge & { next: number } {
    const { edge, edge_at } = this.game.engine.about;
    const memory = new DataView(this.game.engine.memory.buffer);
    const field = (name: string): number => this.at('edges') + edge * at + (edge_at[name] as number);
    const visits = memory.getInt32(field('visits'), true);
    return {
      action: memory.getInt32(field('action'), true),
      visits,
      mean: visits ? memory.getFloat32(field('value'), true) / visits : 0,
      child: memory.getInt32(field('child'), true),
      next: memory.getInt32(field('next'), true),
    };
  }

  /** Share out a part of the priors among all moves of the root alike, once they have grown and nothing else has. */
  flatten(floor: number): void {
    const { engine } = this.game;
    const { edge, edge_at } = engine.about;
    const size = Number(engine.longs(this.at('used'), 2)[1]);
    for (let at = 0; at < size; at++) {
      const prior = engine.floats(this.at('edges') + edge * at + (edge_at.prior as number), 1);
      prior[0] = (1 - floor) * (prior[0] as number) + floor / size;
    }
  }

  /** The moves out of a node; none if the tree has not grown there. */
  edges(node = 0): Edge[] {
    const { engine } = this.game;
    const found: Edge[] = [];
    let at = node === NONE ? NONE : (engine.ints(this.at('nodes') + engine.about.node * node, 1)[0] as number);
    while (at !== NONE) {
      const edge = this.edge(at);
      found.push(edge);
      at = edge.next;
    }
    return found;
  }

  /** The legal actions by their card-named numbers. */
  named(words: BigInt64Array, mask: bigint): Map<number, number> {
    const { engine } = this.game;
    const { about } = engine;
    const at = this.at('names');
    engine.longs(this.at('words'), about.words).set(words);
    engine.longs(at, 1)[0] = mask;
    engine.call('name', this.at('words'), at);
    const names = engine.longs(at, about.names);
    return new Map(this.game.actions({ mask }).map((action) => [Number(names[action]), action]));
  }
}
