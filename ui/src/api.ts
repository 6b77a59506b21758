// The server's HTTP API: people and tables. Play itself goes over the socket.
import { later } from './kit/lazyImport.ts';
import type {
  ClockSetting,
  Done,
  Found,
  GameRow,
  Me,
  NewTable,
  Outcome,
  Reach,
  Rematch,
  Report,
  TableMessage,
  TableRow,
  TitleInfo,
  TransferToken,
} from './protocol.ts';
import { at, SITE } from './root.ts';

/** A refusal: its code, as on the socket. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly values: Record<string, unknown> = {},
  ) {
    super(code);
  }
}

export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  if (SITE && path.startsWith('/api/')) throw new Refused(0, 'offline');
  try {
    response = await fetch(at(path), {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused(0, 'offline');
  }
  const text = await response.text();
  if (!response.ok) {
    let problem: { code?: string; values?: Record<string, unknown> } = {};
    try {
      problem = JSON.parse(text);
    } catch {
      // Not ours: a proxy's page perhaps.
    }
    throw new Refused(response.status, problem.code ?? 'internal', problem.values ?? {});
  }
  return (text ? JSON.parse(text) : undefined) as T;
}

/** Whether nobody answered: no network, or a proxy without its server. */
export const isOffline = (error: unknown): boolean =>
  error instanceof Refused && (error.status === 0 || error.status >= 502);

/** What a server tells everybody alike; without a server, the files beside the engine say the same. */
export async function told<T>(path: string): Promise<T> {
  try {
    return await ask<T>('GET', `/api/${path}`);
  } catch (error) {
    if (!isOffline(error)) throw error;
    return ask<T>('GET', `/engine/${path}.json`);
  }
}

const id = encodeURIComponent;

/** Tables of this device alone, which no server knows. */
export const isLocal = (table: string): boolean => table.startsWith('local-');
export const local = () => later(() => import('./local/start.ts'));
/** Whether this device has ever had any: else the page does not even fetch their code. */
const HAS_LOCAL = 'jeton.local';
export const noteLocal = (): void => localStorage.setItem(HAS_LOCAL, '1');
export const hasLocal = (): boolean => localStorage.getItem(HAS_LOCAL) !== null;

/** A finished match, move by move: what the next mover saw, and what everybody heard. */
export interface Replay {
  title: string;
  seats: string[];
  views: unknown[];
  reports: Report[];
  outcome: Outcome | null;
}

export const api = {
  me: () => ask<Me | null>('GET', '/api/me?maybe=true'),
  guest: (name: string, language: string) => ask<Me>('POST', '/api/guest', { name, language }),
  rename: (name: string, language: string) => ask<Me>('PATCH', '/api/me', { name, language }),
  transfer: () => ask<TransferToken>('POST', '/api/me/transfer'),
  redeem: (token: string, replace: boolean) => ask<Me>('POST', '/api/transfer', { token, replace }),
  reach: () => ask<Reach>('GET', '/api/reach'),
  titles: () => told<TitleInfo[]>('titles'),
  lobby: () => ask<TableRow[]>('GET', '/api/tables'),
  mine: () => ask<TableRow[]>('GET', '/api/me/tables'),
  locals: async (over: boolean): Promise<GameRow[]> => (hasLocal() ? (await local()).rows(over) : []),
  make: (table: NewTable) => ask<Done>('POST', '/api/tables', table),
  table: async (table: string) =>
    isLocal(table) ? (await local()).info(table) : ask<TableMessage>('GET', `/api/tables/${id(table)}`),
  code: (code: string) => ask<Found>('GET', `/api/codes/${id(code)}`),
  /** Take a seat: with a name, for somebody else at this device; with the table's code, a kept one. */
  sit: (table: string, seat: number | null, { name = null, code = '' }: { name?: string | null; code?: string } = {}) =>
    ask<Done>('POST', `/api/tables/${id(table)}/seats`, { seat, name, code }),
  addSeat: (table: string) => ask<Done>('POST', `/api/tables/${id(table)}/places`),
  removeSeat: (table: string, seat: number) => ask<Done>('DELETE', `/api/tables/${id(table)}/places/${seat}`),
  keepSeat: (table: string, seat: number, kept: boolean) =>
    ask<Done>('PATCH', `/api/tables/${id(table)}/places/${seat}`, { kept }),
  allow: (table: string, several: boolean) => ask<Done>('PATCH', `/api/tables/${id(table)}`, { several }),
  rise: (table: string, seat: number) => ask<Done>('DELETE', `/api/tables/${id(table)}/seats/${seat}`),
  putBot: (table: string, seat: number, bot: string) =>
    ask<Done>('POST', `/api/tables/${id(table)}/seats/${seat}/bot`, { bot }),
  start: (table: string, fill: string | null) => ask<Done>('POST', `/api/tables/${id(table)}/start`, { fill }),
  finished: async (me: boolean) => {
    const [here, there] = await Promise.all([
      api.locals(true),
      me
        ? ask<TableRow[]>('GET', '/api/me/tables?over=true').catch((error) => {
            if (isOffline(error)) return [];
            throw error;
          })
        : [],
    ]);
    return [...here, ...there].sort((a, b) => b.changed_at - a.changed_at);
  },
  replay: async (table: string) =>
    isLocal(table) ? (await local()).replay(table) : ask<Replay>('GET', `/api/tables/${id(table)}/replay`),
  /** Agree to a rematch, or decline it; `wait` false opens its table before all have agreed. */
  rematch: async (table: string, how: { on?: boolean; wait?: boolean } = {}) =>
    isLocal(table) ? (await local()).rematch(table) : ask<Rematch>('POST', `/api/tables/${id(table)}/rematch`, how),
};

export const NO_CLOCK: ClockSetting = { kind: 'none', seconds: 900, increment: 10, days: 3 };
