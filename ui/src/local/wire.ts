// The page's side of tables without a server: one worker for all of them, and connections that look like sockets.
import { workerUrl } from '../offline.ts';
import type { FromServer } from '../protocol.ts';
import type { Wire } from '../table/socket.ts';
import type { FromWorker, ToWorker } from './worker.ts';
import address from './worker.ts?worker&url';

let worker: Worker | null = null;
let last = 0;
const wires = new Map<number, LocalWire>();
const asked = new Map<number, (answer: unknown) => void>();

function tell(message: ToWorker): void {
  if (!worker) {
    worker = new Worker(workerUrl(address), { type: 'module' });
    worker.onmessage = ({ data }: { data: FromWorker }) => {
      if ('ask' in data) {
        asked.get(data.ask)?.(data.answer);
        asked.delete(data.ask);
      } else if ('gone' in data) wires.get(data.wire)?.onclose?.({ code: 1012 });
      else wires.get(data.wire)?.hear(data.hear);
    };
    // It could not be loaded, or something went wrong in it: a new one has the log.
    worker.onerror = () => {
      worker?.terminate();
      worker = null;
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

/** Ask the worker about a table. */
export function question<T>(what: 'file' | 'replay' | 'measure', table: string): Promise<T> {
  return new Promise((done) => {
    const ask = ++last;
    asked.set(ask, done as (answer: unknown) => void);
    tell({ ask, what, table } as ToWorker);
  });
}
