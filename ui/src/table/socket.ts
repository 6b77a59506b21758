// One connection to a table: connects, tries again with back-off, repeats what was not answered. Knows no game.
import { type FromClient, type FromServer, PROTOCOL } from '../protocol.ts';

export type Status = 'connecting' | 'open' | 'lost' | 'closed';

/** The part of a WebSocket that we use, so that tests can replace it. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface SocketOptions {
  url: string;
  /** The seat to look from; null for the one that the session holds. */
  seat: number | null;
  /** Look on as a spectator does. */
  watch: boolean;
  onMessage: (message: FromServer) => void;
  onStatus: (status: Status) => void;
  open?: (url: string) => Wire;
  random?: () => number;
}

/** A message that the server answers by its id: repeated after a reconnection until then. */
type Numbered = Extract<FromClient, { id: number }>;
export type Request = Numbered extends infer M ? (M extends Numbered ? Omit<M, 'id'> : never) : never;

/** The server will say the same again: trying again is no use. */
export const FINAL: ReadonlySet<string> = new Set(['no_such_table', 'protocol', 'banned', 'rules']);
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
/** How long a silence lasts before we ask whether the server is still there. */
const PING_AFTER = 4000;
const PING_AFTER_HIDDEN = 12_000;
/** How long an answer may take; then we take the server for dead, and another one may be alive. */
const PATIENCE = 4000;
const MOST_PATIENCE = 20_000;

/** How long to wait before attempt `n` (0, 1, …): doubling, bounded, and never in step with everybody else. */
export function backOff(n: number, random: () => number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** n) * (0.5 + random() / 2);
}

/** Nobody looks at a hidden page: it may learn later that its server is gone. */
function pingAfter(): number {
  return typeof document !== 'undefined' && document.hidden ? PING_AFTER_HIDDEN : PING_AFTER;
}

export class Connection {
  readonly client: string;
  status: Status = 'connecting';
  private wire: Wire | null = null;
  private attempts = 0;
  private nextId = 1;
  private last = -1;
  private greeted = false;
  private heard = 0;
  /** When we last said something that has had no answer; 0 when all is answered. */
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private readonly waiting = new Map<number, FromClient>();

  constructor(private readonly options: SocketOptions) {
    const random = options.random ?? Math.random;
    this.client = Array.from({ length: 16 }, () => Math.floor(random() * 36).toString(36)).join('');
    this.connect();
  }

  /** Send a message that the server answers, and return its number. The connection keeps and repeats it until then. */
  request(message: Request): number {
    const id = this.nextId++;
    const whole = { ...message, id } as FromClient;
    this.waiting.set(id, whole);
    if (this.greeted) this.write(whole);
    return id;
  }

  /** Forget a message that no longer matters. */
  drop(id: number): void {
    this.waiting.delete(id);
  }

  /** Ask for everything again. */
  sync(): void {
    if (this.greeted) this.write({ t: 'sync' });
  }

  /** Try at once: the network is back, or somebody looks again. */
  wake(): void {
    if (this.status === 'lost') {
      this.attempts = 0;
      this.connect();
    } else if (this.status === 'open' && Date.now() - this.heard > PING_AFTER) {
      this.write({ t: 'ping' });
    }
  }

  close(): void {
    this.set('closed');
    clearTimeout(this.timer);
    clearInterval(this.beat);
    this.wire?.close();
    this.wire = null;
  }

  private connect(): void {
    clearTimeout(this.timer);
    this.wire?.close();
    this.greeted = false;
    const open = this.options.open ?? ((url: string) => new WebSocket(url) as unknown as Wire);
    const wire = open(this.options.url);
    this.wire = wire;
    this.asked = Date.now();
    wire.onopen = () => {
      if (this.wire !== wire) return;
      this.heard = Date.now();
      const { seat, watch } = this.options;
      this.write({ t: 'hello', protocol: PROTOCOL, client: this.client, seat, watch, since: this.last });
    };
    wire.onmessage = (event) => {
      if (this.wire === wire) this.take(JSON.parse(event.data) as FromServer);
    };
    wire.onclose = () => {
      if (this.wire === wire) this.retry();
    };
    clearInterval(this.beat);
    this.beat = setInterval(() => this.listen(), 1000);
  }

  /** Ask after a silence; give up on a server that does not answer, later each time that it does not even greet. */
  private listen(): void {
    if (this.wire === null) return;
    const now = Date.now();
    const patience = Math.min(MOST_PATIENCE, PATIENCE * (1 + this.attempts));
    if (this.asked > 0 && now - this.asked > patience) this.retry();
    else if (this.asked === 0 && this.greeted && now - this.heard > pingAfter()) this.write({ t: 'ping' });
  }

  private take(message: FromServer): void {
    this.heard = Date.now();
    this.asked = 0;
    if (message.t === 'welcome') {
      this.greeted = true;
      this.attempts = 0;
      this.set('open');
      for (const kept of this.waiting.values()) this.write(kept);
    } else if (
      message.t === 'ok' ||
      message.t === 'because' ||
      message.t === 'hint' ||
      (message.t === 'no' && message.id !== null)
    ) {
      this.waiting.delete(message.id as number);
    } else if (message.t === 'view') {
      if (!message.reset && this.last >= 0 && message.since !== this.last) this.sync();
      this.last = message.n;
    } else if (message.t === 'bye' && FINAL.has(message.code)) {
      this.options.onMessage(message);
      this.close();
      return;
    }
    this.options.onMessage(message);
  }

  private retry(): void {
    if (this.status === 'closed') return;
    const wire = this.wire;
    this.wire = null;
    wire?.close();
    this.greeted = false;
    this.set('lost');
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), backOff(this.attempts++, this.options.random ?? Math.random));
  }

  private set(status: Status): void {
    if (this.status === status) return;
    this.status = status;
    this.options.onStatus(status);
  }

  private write(message: FromClient): void {
    if (this.asked === 0) this.asked = Date.now();
    this.wire?.send(JSON.stringify(message));
  }
}
