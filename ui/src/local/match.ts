// One playing of a game: header and log, and the positions that follow from them, as in `core/match.py`.
import type { Outcome, Report, Tally } from '../protocol.ts';
import type { Entry, Game, Position, View } from './game.ts';

export interface Header {
  title: string;
  version: number;
  seats: number;
  options: Record<string, unknown>;
  key: string;
  nonces: string[];
}

/** Moves that every game has. */
const GONE = new Set(['resign', 'timeout']);
const SPECIAL = new Set(['undo', ...GONE]);
const encoder = new TextEncoder();

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The bytes that determine all chance of a match. */
export async function seedOf(key: string, nonces: readonly string[]): Promise<Uint8Array> {
  const bytes = (key.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  const parts = [bytes, ...nonces.map((nonce) => [...encoder.encode(nonce)])];
  const told = parts.flatMap((part) => [part.length & 255, part.length >> 8, 0, 0, ...part]);
  return sha256(new Uint8Array([...encoder.encode('jeton seed 1'), ...told]));
}

/** JSON with the keys of every object in alphabetical order. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${pairs.map(([key, one]) => `${JSON.stringify(key)}:${sorted(one)}`).join(',')}}`;
}

export async function commitmentOf({ title, version, seats, options, key }: Header): Promise<string> {
  const text = `jeton commitment 1 ${sorted([title, version, seats, options, key])}`;
  return hex(await sha256(encoder.encode(text)));
}

/** The match file, which `jeton verify` accepts. */
export async function matchFile(header: Header, log: readonly Entry[]): Promise<string> {
  const lines = [JSON.stringify({ jeton: 1, ...header })];
  for (const { n, at, seat, move } of log) lines.push(`${n} ${at} ${seat} ${move}`);
  const body = lines.map((line) => `${line}\n`).join('');
  return `${body}end ${log.length} ${hex(await sha256(encoder.encode(body))).slice(0, 16)}\n`;
}

/** What the file of a finished match says; its last line, which tells whether all of it is here, is not read. */
export function readFile(text: string): { header: Header; log: [at: number, seat: number, move: string][] } {
  const [first = '', ...lines] = text.trimEnd().split('\n');
  const log = lines.slice(0, -1).map((line): [number, number, string] => {
    const [, at, seat, ...move] = line.split(' ');
    return [Number(at), Number(seat), move.join(' ')];
  });
  return { header: JSON.parse(first) as Header, log };
}

/** Whether a match file is whole: its last line counts its entries and has the digest of all before it. */
export async function isWhole(text: string): Promise<boolean> {
  const begin = text.trimEnd().lastIndexOf('\n') + 1;
  const body = text.slice(0, begin);
  const entries = body.split('\n').length - 2;
  return text.slice(begin).trimEnd() === `end ${entries} ${hex(await sha256(encoder.encode(body))).slice(0, 16)}`;
}

interface Step {
  entry: Entry;
  before: Position;
  after: Position;
}

export class Match {
  readonly log: Step[] = [];
  /** What nobody took back. */
  readonly live: Step[] = [];
  readonly resigned: number[] = [];

  private constructor(
    readonly game: Game,
    readonly header: Header,
    public position: Position,
  ) {}

  /** Before the first move; if the match begins in the middle, `words` are those of that position. */
  static async begin(game: Game, key: string, nonces: string[] = [], words?: BigInt64Array): Promise<Match> {
    const { title, options, seats } = game;
    const header = { title, version: game.data.version, seats, options, key, nonces };
    return new Match(game, header, words ? game.read(words) : game.start(await seedOf(key, nonces)));
  }

  get n(): number {
    return this.log.length;
  }

  private get oneLeft(): boolean {
    return this.resigned.length === this.header.seats - 1;
  }

  get actors(): number[] {
    return this.position.over || this.oneLeft ? [] : [this.position.seat];
  }

  get over(): boolean {
    return this.actors.length === 0;
  }

  /** Play an entry that can follow: a legal move, `undo` if something stands, `resign`. */
  append(at: number, seat: number, move: string): void {
    const entry = { n: this.n + 1, at, seat, move };
    const before = this.position;
    if (move === 'undo') this.position = (this.live.pop() as Step).before;
    else if (GONE.has(move)) this.resigned.push(seat);
    else {
      const action = this.game.check(before, seat, move);
      if (typeof action !== 'number') throw new Error(`entry ${entry.n} (${move}) can't follow`);
      this.position = this.game.step(before, action);
      this.live.push({ entry, before, after: this.position });
    }
    this.log.push({ entry, before, after: this.position });
  }

  /** How many entries to take back so that the last one of these seats goes; 0 if that can't be. */
  stepsBack(seats: readonly number[]): number {
    if (this.over) return 0;
    const last = this.live.findLastIndex(({ entry }) => seats.includes(entry.seat));
    return last < 0 ? 0 : this.live.length - last;
  }

  /** Whether any of the last so many entries showed somebody what was hidden. */
  revealed(steps: number): boolean {
    return this.live.slice(-steps).some(({ before, after, entry }) => this.game.reveals(before, after, entry));
  }

  view(viewer: number | null): View {
    const view = this.game.view(this.position, viewer);
    if (this.resigned.length === 0) return view;
    return { ...view, outcome: this.outcome, ...(this.oneLeft ? { moves: [] } : {}) };
  }

  /** How it ended: seats that gave up rank behind the others, the first of them last. */
  get outcome(): Outcome | null {
    const { outcome: played, players } = this.game.view(this.position, null);
    if (this.resigned.length === 0 || (!played && !this.oneLeft)) return played;
    const gone = this.resigned;
    const seats = players.map((_, seat) => seat);
    const stay = seats.filter((seat) => !gone.includes(seat));
    const rank = (seat: number): number =>
      gone.includes(seat)
        ? seats.length - gone.indexOf(seat)
        : 1 + stay.filter((other) => played && (played.ranks[other] as number) < (played.ranks[seat] as number)).length;
    const ranks = seats.map(rank);
    return {
      termination: played?.termination ?? 'resigned',
      winners: seats.filter((seat) => ranks[seat] === 1),
      points: players.map((player) => player.points),
      ranks,
    };
  }

  /** What a viewer may know of the entries after the last one seen; if none was, of those that stand. */
  reports(viewer: number | null, since: number): Report[] {
    const steps = since < 0 ? this.live : this.log.slice(since);
    return steps.map(({ entry, before, after }) =>
      SPECIAL.has(entry.move) ? { ...entry, facts: {} } : this.game.report(before, after, entry, viewer),
    );
  }

  /** What the next mover saw, and what everybody may know when all is over. */
  replay(): { views: View[]; reports: Report[]; outcome: Outcome | null } {
    const positions = [...this.live.map(({ before }) => before), this.position];
    return {
      views: positions.map((one) => this.game.view(one, one.over ? null : one.seat)),
      reports: this.reports(null, -1),
      outcome: this.outcome,
    };
  }

  /** Another way on after so many moves, as in `analysis/line.py`: it deals what its player could not know anew. */
  follow(step: number, moves: readonly string[]): { views: View[]; reports: Report[] } {
    const real = this.live[step]?.before ?? this.position;
    const views = [this.game.view(real, real.over ? null : real.seat)];
    const reports: Report[] = [];
    let position = this.game.redeal(real, real.seat, 0n, 0n);
    for (const move of moves) {
      const before = position;
      const { seat } = before;
      const action = this.game.check(before, seat, move);
      if (typeof action !== 'number') throw new Error(`${move} can't follow`);
      position = this.game.step(before, action);
      views.push(this.game.view(position, position.over ? null : position.seat));
      reports.push(this.game.report(before, position, { n: step + reports.length + 1, at: 0, seat, move }, null));
    }
    return { views, reports };
  }

  /** What statistics count of each seat: its turns, and the cards that it bought of each colour. */
  tallies(): Tally[] {
    const { players, turns } = this.view(null);
    const letters = [...this.game.data.letters];
    return players.map(({ bonuses }) => ({
      turns: Math.ceil(turns / players.length),
      kinds: Object.fromEntries(letters.map((letter, i) => [letter, bonuses[i] ?? 0])),
    }));
  }

  file(): Promise<string> {
    return matchFile(
      this.header,
      this.log.map(({ entry }) => entry),
    );
  }
}
