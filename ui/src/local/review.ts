// Judges a match, and gives hints, from readings, as `analysis/review.py` and `analysis/hint.py` do. It asks no rule.
import { explaining } from '../games/explaining.ts';
import type { Choice, Decision, Review, Verdict } from '../judged.ts';
import type { HintMessage } from '../protocol.ts';
import type { SearchDesk } from './desk.ts';
import type { About, Judging } from './engine.ts';
import type { Position } from './game.ts';
import type { Match } from './match.ts';
import { type Option, Reader, type Reading } from './reading.ts';

/** The seed of the deals that are read: the same match gets the same verdicts everywhere. */
const SEED = 1n;

/** The seeds of the readings of an entry. */
export function seedsOf(seed: bigint, n: number, count: number): bigint[] {
  let state = (seed << 32n) ^ BigInt(n);
  return Array.from({ length: count }, () => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return state >> 2n;
  });
}

/** From chances as read to real ones, in a turn: `analysis/curves.py`. */
export class Curve {
  readonly matches: number;
  private readonly steep: number;
  private readonly mover: number;
  private readonly upset: number;
  private readonly least: number;

  constructor({ judging }: About, title: string, seats: number, turn: number) {
    const { curves, span, latest, least_chance } = judging;
    const { steep, fade, mover, upset, matches } = (curves[`${title}-${seats}`] ??
      curves.plain) as (typeof curves)[string];
    this.steep = steep * Math.exp((fade * Math.min(Math.max(turn, 0), latest)) / span);
    this.mover = mover;
    this.upset = upset;
    this.matches = matches;
    this.least = least_chance;
  }

  real(chances: readonly number[], mover: number): number[] {
    if (Math.max(...chances) >= 1) return [...chances];
    const weights = chances.map((chance, seat) =>
      Math.exp(Math.log(Math.max(chance, this.least)) * this.steep + (seat === mover ? this.mover : 0)),
    );
    const whole = weights.reduce((a, b) => a + b, 0);
    return weights.map((weight) => ((1 - this.upset) * weight) / whole + this.upset / chances.length);
  }

  error(error: number, read: number, real: number): number {
    return (error * this.steep * real * (1 - real)) / Math.max(read * (1 - read), this.least);
  }
}

/** The judge for the one who thinks at this desk. */
export const judgeAt = (desk: SearchDesk): Judge => new Judge(new Reader(desk));

export class Judge {
  private readonly numbers: Judging;

  constructor(private readonly reader: Reader) {
    this.numbers = reader.desk.game.engine.about.judging;
  }

  /** The curve of the entry with a number. */
  private curve(n: number): Curve {
    const { engine, title, seats } = this.reader.desk.game;
    return new Curve(engine.about, title, seats, n / seats);
  }

  /** What a strong player would do in the place of the seat to move, as the entry with a number, and why. */
  async hint(
    position: Position,
    n: number,
    seed: bigint,
    lines = this.numbers.hint_lines,
  ): Promise<Pick<HintMessage, 'move' | 'facts' | 'chance'>> {
    const { game } = this.reader.desk;
    const { seat, options } = await this.reader.read(position, lines, seed, [], 0);
    const { move, chances } = options[0] as Option;
    const facts = explaining(game.title).factsOf(game, position, move);
    return { move, facts, chance: this.curve(n).real(chances, seat)[seat] as number };
  }

  /** Judge the entries of a match that stand one by one, and report how far it is. */
  async review(match: Match, told: (done: number) => void, lines = this.numbers.lines): Promise<Review> {
    const found: Decision[] = [];
    for (const { entry, before } of match.live) {
      found.push(await this.decision(before, entry.n, entry.move, lines));
      told(found.length / match.live.length);
    }
    return this.summedUp(match.header.seats, found, lines);
  }

  /** A review of all decisions that were judged. */
  summedUp(seats: number, found: Decision[], lines: number): Review {
    const real = found.filter((one) => one.choices > 1);
    const players = Array.from({ length: seats }, (_, seat) => this.player(real.filter((one) => one.seat === seat)));
    return { lines, calibrated: this.curve(0).matches, decisions: found, players };
  }

  /** A move that was played in a position. */
  async decision(position: Position, n: number, played: string, lines: number): Promise<Decision> {
    const { reader, numbers } = this;
    const { game } = reader.desk;
    const { seat } = position;
    const curve = this.curve(n);
    const spelled = game.spelled(position);
    const action = game.check(position, seat, played);
    const move = [...spelled].find(([, one]) => one === action)?.[0] as string;
    const choices = spelled.size;
    const seeds = seedsOf(SEED, n, 5) as [bigint, bigint, bigint, bigint, bigint];
    const few = Math.max(1, Math.trunc(lines / numbers.alone));
    const first = await reader.read(position, choices > 1 ? lines : few, seeds[0], [], numbers.told);
    const best = first.options[0] as Option;
    const read = first.options.find((one) => one.move === move);
    const alone = async (one: string, most: number, seed: bigint): Promise<Option> =>
      (await reader.read(position, most, seed, [one])).options[0] as Option;
    let mine =
      !read || (read !== best && read.lines < Math.trunc(lines / numbers.alone))
        ? await alone(move, few, seeds[1])
        : read;
    let sure = 0;
    const told = new Map(this.worthTelling(first).map((one) => [one.move, one]));
    if (move !== best.move) {
      sure = this.cost(curve, seat, best, mine)[0];
      if (sure >= (numbers.verdicts.slip as number)) {
        const again = Math.max(1, Math.trunc((numbers.again * lines) / 2));
        const own = await alone(move, again, seeds[2]);
        const better = await alone(best.move, again, seeds[3]);
        const [longer] = this.cost(curve, seat, better, own);
        mine = merged(seat, mine, own);
        const both = merged(seat, best, better);
        told.set(best.move, both);
        const [cost, margin] = this.cost(curve, seat, both, mine);
        sure = Math.min(sure, longer, cost - margin - numbers.doubt);
      }
    }
    const choice = this.choice(curve, seat, mine);
    if (told.has(move)) told.set(move, mine);
    const least = (one: Choice): number => (one.chances[seat] as number) - one.margin;
    const top = [...told.values()].map((one) => this.choice(curve, seat, one)).sort((a, b) => least(b) - least(a));
    const verdict = this.verdict(sure);
    const [chosen] = top as [Choice, ...Choice[]];
    const explained = verdict !== '' && chosen.move !== move;
    return {
      n,
      seat,
      move,
      choices,
      before: chosen.chances,
      after: choice.chances,
      best: top,
      played: choice,
      cost: Math.max(0, (chosen.chances[seat] as number) - (choice.chances[seat] as number)),
      verdict,
      why: explained ? await this.why(position, chosen.move, move, seeds[4]) : [],
    };
  }

  private async why(position: Position, move: string, other: string, seed: bigint) {
    const { reader, numbers } = this;
    const own = await reader.playOut(position, move, numbers.explained, seed);
    const others = await reader.playOut(position, other, numbers.explained, seed);
    const { game } = reader.desk;
    return explaining(game.title).why(game, position, move, own, others);
  }

  private worthTelling({ options }: Reading): Option[] {
    const least = (options[0]?.lines ?? 0) / 50;
    return options.slice(0, this.numbers.told).filter(({ lines }) => lines >= least);
  }

  /** How much of the mover's chance a move costs, and the greater of the two margins. */
  private cost(curve: Curve, seat: number, best: Option, played: Option): [cost: number, margin: number] {
    const [one, two] = [this.choice(curve, seat, best), this.choice(curve, seat, played)];
    return [(one.chances[seat] as number) - (two.chances[seat] as number), Math.max(one.margin, two.margin)];
  }

  private choice(curve: Curve, seat: number, { move, chances, error, lines, line }: Option): Choice {
    const real = curve.real(chances, seat);
    const off = curve.error(error, chances[seat] as number, real[seat] as number);
    return { move, chances: real, margin: this.numbers.margin * off, lines, line };
  }

  private verdict(cost: number): Verdict {
    const called = Object.entries(this.numbers.verdicts).filter(([, least]) => cost >= least);
    return (called.sort(([, a], [, b]) => b - a)[0]?.[0] ?? '') as Verdict;
  }

  private player(own: readonly Decision[]): Review['players'][0] {
    const count = (verdict: Verdict): number => own.filter((one) => one.verdict === verdict).length;
    const counted = own.map(({ cost }) => 100 * 0.5 ** ((100 * cost) / this.numbers.halved));
    const accuracy = own.length ? counted.reduce((a, b) => a + b, 0) / own.length : null;
    return { accuracy, slips: count('slip'), mistakes: count('mistake'), blunders: count('blunder') };
  }
}

/** Merge two readings of a move; the more they differ, the less sure it is. */
function merged(seat: number, one: Option, other: Option): Option {
  const lines = one.lines + other.lines;
  const chances = one.chances.map((a, i) => (a * one.lines + (other.chances[i] as number) * other.lines) / lines);
  const alone = Math.hypot(one.error * one.lines, other.error * other.lines) / lines;
  const apart = Math.abs((one.chances[seat] as number) - (other.chances[seat] as number)) / 2;
  const line = other.line.length ? other.line : one.line;
  return { move: one.move, chances, error: Math.max(alone, apart), lines, line };
}
