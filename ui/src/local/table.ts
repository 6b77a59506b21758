// A table without a server: it takes and gives the messages of the server's socket (`server/wire/protocol.py`).
import { type ClockSetting, type FromClient, type FromServer, PROTOCOL, type SeatInfo } from '../protocol.ts';
import type { BotLevel } from './engine.ts';
import type { Refusal } from './game.ts';
import { commitmentOf, type Match } from './match.ts';
import type { Judge } from './review.ts';
import { type LessonFile, replyOf } from './script.ts';
import type { KeptMatch } from './store.ts';
import type { Thinker } from './thinker.ts';

/** Where messages go: a page's connection. */
export interface Listener {
  seat: number | null;
  /** The last entry it has seen, -1 before any. */
  seen: number;
  send: (message: FromServer) => void;
}

export interface Outside {
  /** Write the match down; false if another page has gone on with it. */
  keep: (kept: KeptMatch, known: number) => Promise<boolean>;
  /** The bots, when the first of them has to think. */
  thinker: () => Promise<Thinker>;
  /** The giver of hints, when somebody asks for the first one. */
  judge: () => Promise<Judge>;
  /** Drop what is known here, which can no longer be trusted; the log can. */
  fail: (error: unknown) => void;
  /** What is taught here. */
  lesson?: LessonFile | null;
  /** How long a bot seems to think at least, in milliseconds. */
  pace: number;
  now: () => number;
}

const NO_CLOCK: ClockSetting = { kind: 'none', seconds: 900, increment: 10, days: 3 };
/** Plays for a person who hands a seat over or gives up. */
const STAND_IN = 'level3';

export class LocalTable {
  private readonly listeners = new Set<Listener>();
  private readonly standIns = new Map<number, string>();
  private paused = false;
  private version = 0;
  private thinking = false;
  private commitment = '';
  /** When the last entry was played, or the table opened, by our clock; and the match time then. */
  private since: number;
  private at: number;
  /** A queue of what is done one after the other. */
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly kept: KeptMatch,
    readonly match: Match,
    private readonly outside: Outside,
  ) {
    const { version } = match.header;
    kept.rules ??= version;
    if (kept.rules !== version) throw new OtherRules(`rules ${kept.rules}, not ${version}`);
    try {
      for (const [at, seat, move] of kept.log) match.append(at, seat, move);
    } catch (error) {
      throw new OtherRules(String(error));
    }
    this.at = kept.log.at(-1)?.[0] ?? 0;
    this.since = outside.now();
  }

  get busy(): boolean {
    return this.listeners.size > 0;
  }

  leave(listener: Listener): void {
    this.listeners.delete(listener);
  }

  /** Take a client's message. */
  take(listener: Listener, message: FromClient): Promise<void> {
    return this.next(() => this.answer(listener, message));
  }

  private next(work: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(work).catch(this.outside.fail);
    return this.queue;
  }

  private get mine(): number[] {
    return this.kept.seats.flatMap((seat, i) => (seat.bot === null ? [i] : []));
  }

  /** Seats of this device that a person plays: whoever holds it takes back the last move made on it. */
  private get people(): number[] {
    return this.mine.filter((seat) => this.bot(seat) === null);
  }

  private bot(seat: number): string | null {
    if (this.match.resigned.includes(seat)) return STAND_IN;
    return this.kept.seats[seat]?.bot ?? this.standIns.get(seat) ?? null;
  }

  private async answer(listener: Listener, message: FromClient): Promise<void> {
    if (message.t === 'hello') return this.welcome(listener, message);
    if (message.t === 'sync') return this.show(listener, -1);
    if (message.t === 'ping') return listener.send({ t: 'pong', id: message.id ?? 0, now: this.outside.now() });
    const { id } = message;
    const seat = listener.seat;
    const refused = seat === null ? no('not_seated') : await this.act(seat, message, listener);
    if (refused) listener.send({ t: 'no', id, ...refused });
    else if (refused === null) listener.send({ t: 'ok', id, n: this.match.n, repeated: false });
    this.go();
  }

  private async welcome(listener: Listener, { seat, watch }: Extract<FromClient, { t: 'hello' }>): Promise<void> {
    this.commitment ||= await commitmentOf(this.match.header);
    const { mine } = this;
    const turn = this.match.actors.find((one) => mine.includes(one));
    const wanted = typeof seat === 'number' && mine.includes(seat) ? seat : (turn ?? mine[0] ?? null);
    listener.seat = watch ? null : wanted;
    listener.seen = -1;
    this.listeners.add(listener);
    const now = this.outside.now();
    listener.send({ t: 'welcome', protocol: PROTOCOL, server: 'local', now, seat: listener.seat, mine });
    this.show(listener, -1);
    this.go();
  }

  /** Do what a seat asks for; null when it is done, undefined when it was answered otherwise. */
  private async act(seat: number, message: FromClient, listener: Listener): Promise<Refusal | null | undefined> {
    switch (message.t) {
      case 'move':
        return this.move(seat, message.move, message.seen);
      case 'why': {
        const why = this.why(seat, message.move);
        const legal = why === null;
        const told = why ?? { code: null, rule: null, values: {} };
        listener.send({ t: 'because', id: message.id, move: message.move, legal, ...told });
        return undefined;
      }
      case 'undo':
        return this.undo(seat, message.seen);
      case 'resign':
        if (this.match.over) return no('over');
        if (this.match.resigned.includes(seat)) return no('resigned');
        return this.write(seat, ['resign']);
      case 'hint':
        return this.hint(seat, message.id, listener);
      case 'ask':
        this.paused = message.what === 'pause';
        break;
      case 'handover':
        if (message.seat !== seat) return no('not_your_seat');
        this.standIns.set(seat, STAND_IN);
        break;
      case 'back':
        this.standIns.delete(seat);
        break;
      case 'say': {
        const { name } = this.kept.seats[seat] ?? { name: '' };
        const { text = null, preset = null } = message;
        this.tell({ t: 'chat', at: this.outside.now(), seat, who: 'here', name, preset, text });
        return null;
      }
      case 'mute':
        return null;
      default:
        return no('no_question');
    }
    this.tellTable();
    return null;
  }

  /** What a strong player would do, if all the others are bots; it first writes down that somebody asked. */
  private async hint(seat: number, id: number, listener: Listener): Promise<Refusal | undefined> {
    const { kept, match, outside } = this;
    if (kept.seats.some(({ bot }, other) => other !== seat && bot === null)) return no('no_hints');
    if (match.over) return no('over');
    if (this.paused) return no('paused');
    if (this.bot(seat) !== null) return no('bot_plays');
    if (!match.actors.includes(seat)) return no('not_your_turn');
    const { n, position } = match;
    const asked = kept.hinted ?? [];
    if (!asked.some(([who, when]) => who === seat && when === n)) {
      kept.hinted = [...asked, [seat, n]];
      await this.keepAs(kept.log.length);
      this.tellTable();
    }
    // Other messages are heard while it reads.
    outside
      .judge()
      .then((judge) => judge.hint(position, n + 1, BigInt(n) + 1n))
      .then((found) => listener.send({ t: 'hint', id, n, ...found }))
      .catch(() => listener.send({ t: 'no', id, ...no('busy') }));
    return undefined;
  }

  private why(seat: number, move: string): Refusal | null {
    if (this.match.over) return no('over');
    if (this.paused) return no('paused');
    if (this.bot(seat) !== null) return no('bot_plays');
    const found = this.match.game.check(this.match.position, seat, move);
    return typeof found === 'number' ? null : found;
  }

  private async move(seat: number, move: string, seen: number): Promise<Refusal | null> {
    if (seen !== this.match.n) return no('stale', { n: this.match.n });
    return this.why(seat, move) ?? this.write(seat, [move]);
  }

  private async undo(seat: number, seen: number): Promise<Refusal | null> {
    if (seen !== this.match.n) return no('stale', { n: this.match.n });
    const steps = this.match.stepsBack([seat, ...this.people]);
    if (!steps) return no('cannot_undo');
    if (this.match.revealed(steps)) return no('revealed');
    return this.write(
      this.match.live.at(-steps)?.entry.seat ?? seat,
      Array.from({ length: steps }, () => 'undo'),
    );
  }

  private canUndo(seat: number | null): boolean {
    if (seat === null || this.paused || this.bot(seat) !== null) return false;
    const steps = this.match.stepsBack(this.people);
    return steps > 0 && !this.match.revealed(steps);
  }

  /** Play entries, once they are written down. */
  private async write(seat: number, moves: string[]): Promise<Refusal | null> {
    const { kept, match, outside } = this;
    const known = kept.log.length;
    const at = this.at + Math.max(0, outside.now() - this.since);
    for (const move of moves) {
      match.append(at, seat, move);
      kept.log.push([at, seat, move]);
    }
    this.at = at;
    this.since = kept.changed = outside.now();
    kept.over = match.over;
    kept.turn = match.actors[0] ?? null;
    const view = match.view(null);
    kept.points = view.players.map((player) => player.points);
    kept.winners = match.outcome?.winners ?? [];
    if (match.over) {
      if (match.outcome) kept.ranks = match.outcome.ranks;
      kept.tallies = match.tallies();
      kept.lent = [...this.standIns].filter(([lent]) => !match.resigned.includes(lent));
    }
    await this.keepAs(known);
    this.version += 1;
    for (const listener of this.listeners) this.show(listener, listener.seen);
    if (match.over || moves.includes('resign')) this.tellTable();
    return null;
  }

  /** Write down what is kept, if so many entries are known to be. */
  private async keepAs(known: number): Promise<void> {
    let written = false;
    try {
      written = await this.outside.keep(this.kept, known);
    } catch {
      // The browser stores nothing any more: the match goes on as long as the page is open.
      written = true;
    }
    if (!written) throw new Elsewhere();
  }

  /** How many hints each seat has asked for; empty if nobody has. */
  private get hints(): number[] {
    const asked = this.kept.hinted ?? [];
    return asked.length ? this.kept.seats.map((_, seat) => asked.filter(([who]) => who === seat).length) : [];
  }

  private tell(message: FromServer): void {
    for (const listener of this.listeners) listener.send(message);
  }

  private tellTable(): void {
    this.version += 1;
    for (const listener of this.listeners) listener.send(this.tableMessage());
    this.go();
  }

  private tableMessage(): FromServer {
    const { kept, match } = this;
    const seats = kept.seats.map(({ name, bot }, i): SeatInfo => ({
      kind: bot === null ? 'human' : 'bot',
      name,
      bot,
      here: bot === null,
      stand_in: this.standIns.get(i) ?? null,
      resigned: match.resigned.includes(i),
      out_of_time: false,
      kept: false,
      who: bot === null ? 'here' : null,
    }));
    return {
      t: 'table',
      id: kept.id,
      name: kept.name,
      version: this.version,
      title: kept.title,
      rules: match.header.version,
      state: match.over ? 'over' : 'playing',
      options: match.header.options,
      clock: NO_CLOCK,
      public: false,
      host: true,
      seats,
      mine: this.mine,
      watchers: 0,
      onlookers: [],
      paused: this.paused,
      question: null,
      commitment: this.commitment,
      several: true,
      again: [],
      declined: [],
      rematch: null,
      outcome: match.over ? match.outcome : null,
      code: null,
      key: match.over ? kept.key : null,
      nonces: match.over ? match.header.nonces : null,
      lesson: kept.lesson ?? null,
      hints: this.hints,
      rated: false,
      origin: kept.origin ?? '',
    };
  }

  /** Show a listener the match as it stands, and what it has not seen of it: -1 for one who has seen nothing. */
  private show(listener: Listener, since: number): void {
    const { match } = this;
    if (since < 0) listener.send(this.tableMessage());
    listener.seen = match.n;
    listener.send({
      t: 'view',
      version: this.version,
      n: match.n,
      seat: listener.seat,
      since: Math.max(0, since),
      reset: since < 0,
      actors: match.actors,
      can_undo: this.canUndo(listener.seat),
      can_ask_undo: false,
      clocks: null,
      due: null,
      chat_open: true,
      reports: match.reports(listener.seat, since),
      view: match.view(listener.seat),
    });
  }

  /** Let a bot think whose turn it is, while somebody looks. */
  private go(): void {
    const [seat] = this.match.actors;
    const bot = seat === undefined ? null : this.bot(seat);
    if (bot === null || this.thinking || this.paused || !this.busy) return;
    this.thinking = true;
    this.think(seat as number, bot)
      .then(() => {
        this.thinking = false;
        this.go();
      })
      .catch(this.outside.fail);
  }

  private async think(seat: number, bot: string): Promise<void> {
    const { match, outside } = this;
    const { n } = match;
    const began = outside.now();
    const move = this.scripted(seat) ?? (await this.thought(seat, bot));
    const wait = outside.pace - (outside.now() - began);
    if (wait > 0) await new Promise((done) => setTimeout(done, wait));
    await this.next(async () => {
      if (match.n === n && this.bot(seat) !== null && !this.paused) await this.write(seat, [move]);
    });
  }

  /** What the lesson says that a seat plays now. */
  private scripted(seat: number): string | null {
    const { lesson } = this.outside;
    const standing = this.match.live.map(({ entry }) => entry);
    return lesson && this.kept.lesson ? replyOf(lesson, this.kept.lesson, standing, seat) : null;
  }

  private async thought(seat: number, bot: string): Promise<string> {
    const { match, outside } = this;
    const { n, position } = match;
    const [name = '', style = ''] = bot.split(':style=');
    const level = match.game.bySeats.levels[Number(name.slice('level'.length)) - 1] as BotLevel;
    const thinker = await outside.thinker();
    const shows = level.simulations > 0 || level.seconds !== null;
    const spent = new Array<number>(match.header.seats).fill(0);
    const told = (share: number): void => {
      spent[seat] = share;
      if (shows && match.n === n) this.tell({ t: 'thinking', n, spent: [...spent], hurried: false });
    };
    const action = await thinker.choose(position, level, told, style);
    const moves = match.game.view(position, seat).moves;
    return moves[match.game.actions(position).indexOf(action)] as string;
  }
}

/** Another page has gone on with this match: what this one knows is old. */
export class Elsewhere extends Error {}

/** The rules of this page can't read a match; it stays as it is. */
export class OtherRules extends Error {}

function no(code: string, values: Record<string, unknown> = {}): Refusal {
  return { code, rule: null, values };
}
