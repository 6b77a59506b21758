// The page's side of tables without a server: one worker for all of them, and connections that look like sockets.
import { workerUrl } from '../offline.ts';
import type { FromServer } from '../protocol.ts';
import type { Wire } from '../table/socket.ts';
import type { Asked, FromWorker, More, ToWorker } from './worker.ts';
import address from './worker.ts?worker&url';

let worker: Worker | null = null;
let last = 0;
const wires = new Map<number, LocalWire>();
interface Waiting {
  answer: (found: unknown) => void;
  done: (share: number) => void;
  failed: () => void;
}
const asked = new Map<number, Waiting>();

function tell(message: ToWorker): void {
  if (!worker) {
    worker = new Worker(workerUrl(address), { type: 'module' });
    worker.onmessage = ({ data }: { data: FromWorker }) => {
      if ('ask' in data) {
        const waiting = asked.get(data.ask);
        if ('done' in data) {
          waiting?.done(data.done);
          return;
        }
        asked.delete(data.ask);
        if ('failed' in data) waiting?.failed();
        else waiting?.answer(data.answer);
      } else if ('gone' in data) wires.get(data.wire)?.onclose?.({ code: 1012 });
      else wires.get(data.wire)?.hear(data.hear);
    };
    // It could not be loaded, or it broke: a new one has the log.
    worker.onerror = () => {
      worker?.terminate();
      worker = null;
      for (const waiting of asked.values()) waiting.failed();
      asked.clear();
      for (const wire of [...wires.values()]) wire.onclose?.({ code: 1011 });
    };
  }
  worker.postMessage(message);
}

export class LocalWire implements Wire {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  private readonly wire = ++last;

  constructor(table: string) {
    wires.set(this.wire, this);
    tell({ wire: this.wire, open: table });
    queueMicrotask(() => this.onopen?.());
  }

  hear(message: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  send(text: string): void {
    tell({ wire: this.wire, say: JSON.parse(text) });
  }

  close(): void {
    if (wires.delete(this.wire)) tell({ wire: this.wire, close: true });
  }
}

/** Ask the worker about a table, or about a match file, and hear how far it is. */
export function question<T>(
  what: Asked,
  table: string,
  done: (share: number) => void = () => {},
  more: More = {},
): Promise<T> {
  return new Promise((found, failed) => {
    const ask = ++last;
    const answer = found as (answer: unknown) => void;
    asked.set(ask, { answer, done, failed: () => failed(new Error(`${what}: no answer`)) });
    tell({ ask, what, table, more });
  });
}
