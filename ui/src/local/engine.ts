// Jeton's own rules, views and search, compiled from the server's Python: memory, and calls with addresses.

import type { NetArray } from './net.ts';

/** What the build wrote beside the module: `src/jeton/wasm/build.py` and `tables.py`. */
export interface About {
  files: Record<string, string>;
  nets: Record<string, { arrays: NetArray[] }>;
  desk: string[];
  view_desk: string[];
  words: number;
  rules: number;
  sight: number;
  insight: number;
  wide: number;
  names: number;
  depth: number;
  node: number;
  edge: number;
  edge_at: Record<string, number>;
  reasons: Record<string, [rule: string, key: string]>;
  values: string[];
  actions: { take_all: number; take_pair: number };
  play: string;
  room: number;
  chances: number;
  draws: number;
  locked: number;
  search: { edges: number; hope: number; first: number };
  judging: Judging;
  styles: Styles;
  titles: Record<string, TitleData>;
}

/** What things are worth, to everybody and in a style: `bots/splendor/styles.py`. */
export interface Styles {
  plain: number[];
  told: Record<string, { weights: number[]; weight: Record<string, number> }>;
  /** How many numbers the greedy bot's facts take. */
  notes: number;
  /** How much the log of how often a move was read weighs beside them. */
  read: number;
}

/** The numbers of the judge: `bots/splendor/judging.py`, `lines.py`, `playing_out.py`, `why.py`, `analysis`. */
export interface Judging {
  /** For every move of the root: how many there may be, and how many sums each has. */
  actions: number;
  sums: number;
  enough: number;
  sure: number;
  deals: number;
  explained: number;
  /** Moves of a line played out, and of one shown; how often a reply must have been read for that. */
  longest: number;
  told_line: number;
  least_read: number;
  /** Card-named actions: where those of cards begin and end; and the action that passes. */
  wide: { reserve: number; deck: number; buy: number; returns: number };
  pass: number;
  hint_lines: number;
  lines: number;
  alone: number;
  again: number;
  told: number;
  doubt: number;
  margin: number;
  verdicts: Record<string, number>;
  halved: number;
  least_chance: number;
  curves: Record<string, { steep: number; fade: number; mover: number; upset: number; matches: number }>;
  /** How many turns a curve fades for, and the turn after which it fades no more. */
  span: number;
  latest: number;
  why: { most: number; often: number; apart: number; cards: number; points: number };
  near: number;
  payable: string[];
}

export interface TitleData {
  version: number;
  /** The letters of the colours, and of the tokens beside them. */
  letters: string;
  tokens: string;
  /** By number: the colour of its bonus, and its points. */
  cards: [bonus: number, points: number][];
  options: { name: string; values: unknown[]; default: unknown }[];
  rules: {
    options: Record<string, unknown>;
    words: string[] | null;
    differ: Record<string, string>;
    numbers: Record<string, unknown>;
  }[];
  spellings: Record<string, number>;
  unspellable: [pattern: string, rule: string, key: string][];
  seats: Record<string, SeatsData>;
}

export interface SeatsData {
  programs: { rows: number[][]; texts: string; begins: number[] }[];
  levels: BotLevel[];
  /** The constants of the bots' search, and how much the judge leans on the net. */
  search: { c: number; fpu: number; heat: number; fresh: number; floor: number };
  judge_c: number;
}

export interface BotLevel {
  chances: number[];
  heat: number;
  simulations: number;
  seconds: number | null;
}

/** The stack lies below it. */
const HEAP = 1 << 20;
const PAGE = 65_536;
const LINE = 64;

type Export = (result: number, trouble: number, ...given: (number | bigint)[]) => number;

export class Engine {
  private top = HEAP;
  private readonly exports: Record<string, Export>;
  private readonly result: number;
  private readonly trouble: number;

  private constructor(
    readonly about: About,
    module: WebAssembly.Module,
    readonly memory: WebAssembly.Memory,
  ) {
    const given: Record<string, WebAssembly.ImportValue> = {
      __linear_memory: memory,
      __stack_pointer: new WebAssembly.Global({ value: 'i32', mutable: true }, HEAP),
    };
    const imports: WebAssembly.Imports = {};
    for (const wanted of WebAssembly.Module.imports(module)) {
      imports[wanted.module] ??= {};
      (imports[wanted.module] as WebAssembly.ModuleImports)[wanted.name] = given[
        wanted.name
      ] as WebAssembly.ImportValue;
    }
    this.exports = new WebAssembly.Instance(module, imports).exports as unknown as Record<string, Export>;
    this.result = this.room(64);
    this.trouble = this.room(64);
  }

  static async make(about: About, code: BufferSource): Promise<Engine> {
    const memory = new WebAssembly.Memory({ initial: 32, maximum: 16_384 });
    return new Engine(about, await WebAssembly.compile(code), memory);
  }

  /** Reserve so many bytes of zeros, and return their address. */
  room(bytes: number): number {
    const at = Math.ceil(this.top / LINE) * LINE;
    this.top = at + bytes;
    const lack = this.top - this.memory.buffer.byteLength;
    if (lack > 0) this.memory.grow(Math.ceil(lack / PAGE));
    return at;
  }

  longs(at: number, size: number): BigInt64Array {
    return new BigInt64Array(this.memory.buffer, at, size);
  }

  ints(at: number, size: number): Int32Array {
    return new Int32Array(this.memory.buffer, at, size);
  }

  floats(at: number, size: number): Float32Array {
    return new Float32Array(this.memory.buffer, at, size);
  }

  doubles(at: number, size: number): Float64Array {
    return new Float64Array(this.memory.buffer, at, size);
  }

  bytes(at: number, size: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, size);
  }

  /** Copy these words, and return the address. */
  put(words: ArrayLike<bigint>): number {
    const at = this.room(8 * words.length);
    this.longs(at, words.length).set(words);
    return at;
  }

  /** Call a function, which must not fail; return its answer of 32 bits. */
  call(name: string, ...given: (number | bigint)[]): number {
    const status = this.exports[`jeton_${name}`]?.(this.result, this.trouble, ...given);
    if (status !== 0 && status !== -2) throw new Error(`${name}: status ${status}`);
    return this.ints(this.result, 1)[0] as number;
  }

  /** The last call's answer of 64 bits. */
  get long(): bigint {
    return this.longs(this.result, 1)[0] as bigint;
  }

  /** Lay out arrays, address and sizes each, in the order of these names. */
  desk(arrays: Record<string, readonly number[]>, names: readonly string[]): number {
    const table = new BigInt64Array(4 * names.length);
    names.forEach((name, i) => {
      (arrays[name] as number[]).forEach((n, k) => {
        table[4 * i + k] = BigInt(n);
      });
    });
    return this.put(table);
  }
}
