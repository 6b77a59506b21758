// The one store of a table: the last view, the pending move, the connection.

import type {
  Because,
  ChatMessage,
  FromServer,
  HintMessage,
  No,
  Report,
  TableMessage,
  ViewMessage,
} from '../protocol.ts';
import { at } from '../root.ts';
import { Connection, FINAL, type SocketOptions, type Status } from './socket.ts';
import { keep } from './structuralSharing.ts';

export interface Pending {
  id: number;
  move: string;
}

export interface ViewChange {
  before: ViewMessage | null;
  after: ViewMessage;
  /** What happened in between; empty if that is not known. */
  reports: Report[];
}

export interface Refusal {
  code: string;
  rule: string | null;
  values: Record<string, unknown>;
  /** The refused move, if it was one. */
  move: string | null;
}

export class Session {
  status = $state<Status>('connecting');
  table = $state.raw<TableMessage | null>(null);
  view = $state.raw<ViewMessage | null>(null);
  reports = $state.raw<Report[]>([]);
  chat = $state.raw<ChatMessage[]>([]);
  /** How much of its time each seat's bot has used for the due move, 0 to 1; empty if nothing is known. */
  spent = $state.raw<readonly number[]>([]);
  /** Whether the machine is full, so that bots read less than their level. */
  hurried = $state(false);
  /** What was said since somebody last looked. */
  unread = $state(0);
  /** Whom this page does not want to hear. */
  muted = $state.raw<readonly string[]>([]);
  /** The chat is open beside the table: everything counts as read. */
  beside = $state(false);
  seat = $state<number | null>(null);
  mine = $state.raw<number[]>([]);
  pending = $state<Pending | null>(null);
  refusal = $state<Refusal | null>(null);
  /** In a lesson: the only moves that the table takes now. */
  only = $state.raw<readonly string[] | null>(null);
  /** How far the numbers of such a move may be from the lesson's. */
  near = 0;
  /** What the lesson asks for, in words: for a picture that covers its bubble. */
  taught = $state('');
  /** The move that it asks for, in words: for who has made another. */
  wanted = '';
  /** What I have chosen on the table, as my move will spell it: tips speak of nothing else then. */
  chosen = $state('');
  /** The table still tells what happened: nobody speaks over it. */
  telling = $state(false);
  /** A part of the page is there that can show hints. */
  helped = $state(false);
  /** What a strong bot would do here, once somebody has asked and it has answered. */
  hint = $state.raw<HintMessage | null>(null);
  /** The question for a hint that waits for its answer. */
  private asked = $state(0);
  /** What to hide of a view before the page shows it: several people may look at this screen. */
  cover: (message: ViewMessage) => ViewMessage = (message) => message;
  /** Why the server will not talk to us, for good. */
  gone = $state<string | null>(null);
  /** The server said that it stops for a moment: it will be back. */
  restarting = $state(false);
  /** Server time minus ours, in milliseconds. */
  skew = 0;
  /** When we came, by the server's clock: what people said before is no news. */
  private arrived = 0;
  /** When the last view came, by our clock: clocks run on from there. */
  seenAt = $state(0);
  private connection: Connection | null = null;
  /** The entry that the pending move became, once that is known. */
  private due: number | null = null;
  private followUp: ((view: ViewMessage) => string | null) | null = null;
  /** The last `why`: an answer to an older one comes too late. */
  private question = 0;
  private readonly listeners = new Set<(change: ViewChange) => void>();

  constructor(
    readonly id: string,
    private readonly choice: { seat?: number | null; watch?: boolean; open?: SocketOptions['open'] } = {},
  ) {}

  /** Connect as a seat, or as the server decides; `keep` shows what there is until that seat's own view comes. */
  start(seat: number | null = this.choice.seat ?? null, keep = false): void {
    this.connection?.close();
    if (!keep) this.view = null;
    this.pending = null;
    this.due = null;
    this.followUp = null;
    this.question = 0;
    this.status = 'connecting';
    const scheme = typeof location !== 'undefined' && location.protocol === 'https:' ? 'wss' : 'ws';
    const host = typeof location === 'undefined' ? 'localhost' : location.host;
    this.connection = new Connection({
      url: `${scheme}://${host}${at(`/ws/${this.id}`)}`,
      seat,
      watch: this.choice.watch ?? false,
      onMessage: (message) => this.take(message),
      onStatus: (status) => this.changeStatus(status),
      open: this.choice.open,
    });
  }

  private changeStatus(status: Status): void {
    this.status = status;
    if (status === 'open') {
      this.restarting = false;
      return;
    }
    this.refusal = null; // where it stands, the table says what became of the connection
    this.spent = [];
  }

  stop(): void {
    this.connection?.close();
    this.connection = null;
  }

  wake(): void {
    this.connection?.wake();
  }

  /** Call a function after every change of the view, with the view before. */
  onChange(listener: (change: ViewChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Whether a bot plays the seat that this page looks from, until its person takes it back. */
  readonly standIn = $derived.by(() => {
    const info = this.seat === null ? null : this.table?.seats[this.seat];
    return this.table?.state === 'playing' && !!info?.stand_in && !info.resigned;
  });

  /** Why a bot plays the seat that this page looks from to the end: its person gave up, or had no time left. */
  readonly left = $derived.by((): 'gave_up' | 'timed_out' | null => {
    const info = this.seat === null ? null : this.table?.seats[this.seat];
    if (this.table?.state !== 'playing' || !info?.resigned) return null;
    return info.out_of_time ? 'timed_out' : 'gave_up';
  });

  /** Whether a bot makes the moves of the seat that this page looks from, for a while or to the end. */
  get played(): boolean {
    return this.standIn || this.left !== null;
  }

  /** Whether the seat that this page plays may move now, as far as it knows: it may have lost the connection. */
  get myTurn(): boolean {
    return this.seat !== null && !!this.view && this.view.actors.includes(this.seat) && !this.played;
  }

  /**
   * Play a move. `then` names the moves that follow in the same turn, one after each view, until it answers null: a
   * payment or tokens to give back that the player chose beforehand.
   */
  play(move: string, then: ((view: ViewMessage) => string | null) | null = null): void {
    if (!this.connection || !this.view || this.pending) return;
    this.refusal = null;
    this.followUp = then;
    const id = this.connection.request({ t: 'move', seen: this.view.n, move });
    this.pending = { id, move };
  }

  /** Ask the server why it does not offer a move: it says which rule forbids it. */
  why(move: string): void {
    if (!this.connection || !this.view || this.pending) return;
    this.connection.drop(this.question);
    this.question = 0;
    // Without a connection the table says so already; nobody answers.
    if (this.status === 'open') this.question = this.connection.request({ t: 'why', move });
    else this.refusal = null;
  }

  /** Something else was picked: an answer has nothing to say any more, not even one that is still to come. */
  forget(): void {
    this.refusal = null;
    this.connection?.drop(this.question);
    this.question = 0;
  }

  /** Whether I play against bots alone. */
  readonly alone = $derived.by(
    () =>
      this.seat !== null &&
      this.table?.state === 'playing' &&
      this.table.seats.every((info, seat) => info.kind === 'bot' || (seat === this.seat && !this.played)),
  );
  /** Whether this table gives hints. */
  readonly hints = $derived.by(() => this.alone && this.helped && !this.table?.rated);
  /** Whether the player may ask for a hint now. */
  readonly mayHint = $derived.by(() => this.hints && this.myTurn && this.only === null);

  /** Whether a strong bot still thinks about a hint. */
  get hinting(): boolean {
    return this.asked > 0;
  }

  /** Ask what a strong bot would do. */
  askHint(): void {
    if (!this.connection || !this.mayHint || this.asked || this.pending) return;
    this.hint = null;
    this.asked = this.connection.request({ t: 'hint' });
  }

  /** Ask for everything again: reports that were closed before may be open now. */
  sync(): void {
    this.connection?.sync();
  }

  undo(): void {
    if (!this.connection || !this.view) return;
    this.followUp = null;
    this.connection.request({ t: 'undo', seen: this.view.n });
  }

  ask(what: 'pause' | 'resume'): void {
    this.connection?.request({ t: 'ask', what });
  }

  answer(yes: boolean): void {
    this.connection?.request({ t: 'answer', yes });
  }

  resign(): void {
    this.connection?.request({ t: 'resign' });
  }

  handOver(seat: number): void {
    this.connection?.request({ t: 'handover', seat, bot: null });
  }

  takeBack(): void {
    this.connection?.request({ t: 'back' });
  }

  say(preset: string): void {
    this.connection?.request({ t: 'say', text: null, preset });
  }

  sayText(text: string): void {
    this.connection?.request({ t: 'say', text, preset: null });
  }

  mute(seat: number, on: boolean): void {
    const who = this.table?.seats[seat]?.who ?? '';
    this.muted = on ? [...this.muted, who] : this.muted.filter((one) => one !== who);
    this.connection?.request({ t: 'mute', seat, on });
  }

  /** Whether I said it, from any of my seats. */
  isMine({ who }: ChatMessage): boolean {
    return this.mine.some((seat) => this.table?.seats[seat]?.who === who);
  }

  take(message: FromServer): void {
    switch (message.t) {
      case 'welcome':
        this.seat = message.seat;
        this.mine = message.mine;
        this.skew = message.now - Date.now();
        this.arrived ||= message.now;
        break;
      case 'table':
        if (!this.table || message.version >= this.table.version) this.table = message;
        this.mine = message.mine;
        break;
      case 'view':
        this.adopt(this.cover(message));
        break;
      case 'thinking':
        this.hurried = message.hurried;
        if (message.n === this.view?.n) this.spent = message.spent;
        break;
      case 'ok':
        if (this.pending?.id === message.id) this.due = message.n;
        this.settle();
        break;
      case 'no':
        this.refused(message);
        break;
      case 'because':
        this.because(message);
        break;
      case 'hint':
        if (message.id === this.asked) this.asked = 0;
        if (message.n === this.view?.n) this.hint = message;
        break;
      case 'chat':
        if (message.text === null && message.preset === null) {
          // a keeper has deleted it
          this.chat = this.chat.filter((line) => line.at !== message.at || line.who !== message.who);
          break;
        }
        if (this.chat.some((line) => line.at === message.at && line.seat === message.seat)) break;
        this.chat = [...this.chat.slice(-99), message];
        if (message.at >= this.arrived && !this.isMine(message)) this.unread += 1;
        break;
      case 'bye':
        if (FINAL.has(message.code)) this.gone = message.code;
        else if (message.code === 'restart') this.restarting = true;
        break;
    }
  }

  private adopt(message: ViewMessage): void {
    const before = this.view;
    if (before && before.seat === message.seat && message.n < before.n && !message.reset) return;
    const undone = message.reports.some((report) => report.move === 'undo');
    this.reports = message.reset ? message.reports : [...this.reports, ...message.reports];
    this.view = before ? { ...message, view: keep(before.view, message.view) } : message;
    this.seenAt = Date.now();
    if (before?.n !== message.n) this.spent = [];
    if (undone && !message.reset) this.connection?.sync();
    if (before && before.n !== message.n) {
      this.forget();
      this.hint = null;
    }
    const reports = message.reset ? [] : message.reports;
    const same = before !== null && before.seat === message.seat ? before : null;
    for (const listener of this.listeners) listener({ before: same, after: this.view, reports });
    this.settle();
  }

  /** Finish a move once both its answer and the view are here; then what the player chose beforehand follows. */
  private settle(): void {
    if (this.due === null || !this.view || this.view.n < this.due) return;
    this.due = null;
    this.pending = null;
    if (!this.followUp || !this.connection) return;
    if (this.seat === null || !this.view.actors.includes(this.seat)) {
      this.followUp = null;
      return;
    }
    const move = this.followUp(this.view);
    if (move === null) this.followUp = null;
    else this.pending = { id: this.connection.request({ t: 'move', seen: this.view.n, move }), move };
  }

  private because({ id, legal, code, rule, values, move }: Because): void {
    if (id !== this.question) return;
    if (!legal) this.refusal = { code: code ?? 'illegal', rule, values, move };
    else if (this.only) this.tellLesson(move);
  }

  /** In a lesson: the words for the move that it asks for. They are fetched; who was told before gets them now. */
  want(words: string): void {
    this.wanted = words;
    if (words && this.refusal?.code === 'learn.no') this.refusal = { ...this.refusal, values: { wanted: words } };
  }

  /** In a lesson: what was touched is allowed in a game; what is asked for here is said. */
  tellLesson(move: string | null = null): void {
    const code = this.only?.length ? 'learn.no' : 'learn.no_shown';
    this.refusal = { code, rule: null, values: { wanted: this.wanted }, move };
  }

  private refused(message: No): void {
    if (message.id === this.asked) this.asked = 0;
    const pending = this.pending?.id === message.id ? this.pending : null;
    if (pending) {
      this.pending = null;
      this.due = null;
      this.followUp = null;
    }
    this.refusal = {
      code: message.code,
      rule: message.rule,
      values: message.values,
      move: pending?.move ?? null,
    };
  }
}
