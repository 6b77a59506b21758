// The judge of a table: reads what the seat to move could know, with the same code as `bots/splendor/judging.py`.
import { type Edge, NONE, type SearchDesk } from './desk.ts';
import type { Judging } from './engine.ts';
import type { Position, View } from './game.ts';
import { breathe } from './thinker.ts';

/** A move that the judge read. */
export interface Option {
  move: string;
  chances: number[];
  /** The standard error of the mover's chance. */
  error: number;
  lines: number;
  line: string[];
}

export interface Reading {
  seat: number;
  options: Option[];
}

/** A line played out: a deal that the seat could not rule out, and the actions from there. */
export interface PlayedLine {
  deal: Position;
  actions: number[];
}

/** How many lines to read before other messages are heard. */
const CHUNK = 250;

export class Reader {
  private readonly numbers: Judging;

  constructor(readonly desk: SearchDesk) {
    this.numbers = desk.game.engine.about.judging;
  }

  /** Read so many lines, for some moves or for all; the same view, lines, seed and moves give the same reading. */
  read(position: Position, lines: number, seed: bigint, moves: readonly string[] = [], told = 3): Promise<Reading> {
    return this.desk.alone(() => this.reads(position, lines, seed, moves, told));
  }

  /** Read a move, and play it out in deals that follow from the seed. */
  playOut(position: Position, move: string, lines: number, seed: bigint): Promise<PlayedLine[]> {
    return this.desk.alone(async () => {
      const { desk, numbers } = this;
      const { game } = desk;
      const { engine } = game;
      const root = game.redeal(position, position.seat, seed, seed);
      await this.reads(position, lines, seed, [move], 0);
      const action = game.spelled(root).get(move) as number;
      const [wide] = [...desk.named(root.words, root.mask)].find(([, one]) => one === action) as [number, number];
      desk.forget();
      engine.call('play_lines', desk.address, position.seat, wide, seed);
      return Array.from({ length: numbers.deals }, (_, i) => {
        const words = engine.longs(desk.at('dealt') + 8 * engine.about.words * i, engine.about.words).slice();
        const played = engine.longs(desk.at('played') + 8 * numbers.longest * i, numbers.longest);
        const actions = [...played].filter((one) => one >= 0n).map(Number);
        return { deal: game.read(words), actions };
      });
    });
  }

  private async reads(
    position: Position,
    lines: number,
    seed: bigint,
    moves: readonly string[],
    told: number,
  ): Promise<Reading> {
    const { desk, numbers } = this;
    const { game } = desk;
    const { engine, seats, bySeats } = game;
    const { seat } = position;
    // The root holds nothing of the real deal: each line is read in another one, which follows from seed and view.
    const root = game.redeal(position, seat, seed, seed);
    const actions = game.spelled(root);
    const wanted = moves.length ? moves : [...actions.keys()];
    const only = wanted.reduce((mask, move) => mask | (1n << BigInt(actions.get(move) as number)), 0n);
    desk.clear(lines, root.words);
    engine.doubles(desk.at('weighed'), numbers.actions * numbers.sums).fill(0);
    let state = seed;
    for (let left = lines + 1; left > 0; left -= CHUNK) {
      engine.call('weigh', desk.address, seat, BigInt.asIntN(64, only), Math.min(left, CHUNK), state, bySeats.judge_c);
      state = engine.long;
      await breathe();
    }
    const spelt = new Map([...actions].map(([move, action]) => [action, move]));
    const named = desk.named(root.words, root.mask);
    const edges = new Map<string, Edge>();
    const found: Option[] = [];
    for (let at = 0; at < wanted.length; at++) {
      const edge = desk.edge(at);
      if (!edge.visits) continue;
      const move = spelt.get(named.get(edge.action) as number) as string;
      const sums = engine.doubles(desk.at('weighed') + 8 * numbers.sums * at, numbers.sums);
      edges.set(move, edge);
      found.push(option(move, edge.visits, sums, seats, seat));
    }
    const options = inOrder(found, seat, numbers);
    const known = knownCards(game.view(root, seat));
    options.forEach((one, i) => {
      if (i < told || moves.includes(one.move)) one.line = this.lineOf(edges.get(one.move) as Edge, root, known);
    });
    return { seat, options };
  }

  /** A move and the replies read most often, up to a card that only this deal has. */
  private lineOf(first: Edge, root: Position, known: ReadonlySet<number>): string[] {
    const { desk, numbers } = this;
    const { game } = desk;
    const { play } = game.engine.about;
    const found: string[] = [];
    let [edge, at] = [first, root];
    while (found.length < numbers.told_line) {
      const action = desk.named(at.words, at.mask).get(edge.action);
      const card = cardOf(edge.action, numbers);
      if (action === undefined || (card !== null && !known.has(card))) break;
      const seen = game.view(at, at.seat);
      // Who must pass depends on the cards that turned up.
      if (found.length && action === numbers.pass && seen.phase === play) break;
      found.push(seen.moves[game.actions(at).indexOf(action)] as string);
      at = game.step(at, action);
      const replies = at.over || edge.child === NONE ? [] : desk.edges(edge.child);
      const [best, ...rest] = replies;
      if (!best) break;
      edge = rest.reduce((a, b) => (b.visits > a.visits || (b.visits === a.visits && b.mean > a.mean) ? b : a), best);
      if (edge.visits < numbers.least_read) break;
    }
    return found;
  }
}

/** The cards that the view's seat can name. */
export function knownCards(view: View): Set<number> {
  const held = view.players.flatMap((player) => player.hand.map(({ card }) => card ?? 0));
  return new Set([...view.market, ...held].filter(Boolean));
}

/** The card that a card-named action reserves or buys. */
function cardOf(wide: number, { wide: from }: Judging): number | null {
  if (wide >= from.reserve && wide < from.deck) return wide - from.reserve + 1;
  return wide >= from.buy && wide < from.returns ? wide - from.buy + 1 : null;
}

/** A move with the means of its lines; a few lines that happen to agree do not count as certain. */
function option(move: string, visits: number, sums: Float64Array, seats: number, seat: number): Option {
  const chances = [...sums.slice(0, seats)].map((sum) => sum / visits);
  const mine = chances[seat] as number;
  const spread = Math.max(0, (sums[sums.length - 1] as number) / visits - mine ** 2);
  const error = Math.sqrt((spread + 0.25 / visits) / visits);
  return { move, chances, error, lines: visits, line: [] };
}

/** The best move first: by its worth at least, among those read enough; then the others. */
export function inOrder(options: readonly Option[], seat: number, { enough, sure }: Judging): Option[] {
  const least = enough * Math.max(0, ...options.map(({ lines }) => lines));
  const worth = ({ chances, error, lines }: Option): number =>
    lines >= least ? (chances[seat] as number) - sure * error : lines;
  return [...options].sort((a, b) => {
    const [one, two] = [a.lines >= least, b.lines >= least];
    return one === two ? worth(b) - worth(a) : Number(two) - Number(one);
  });
}
