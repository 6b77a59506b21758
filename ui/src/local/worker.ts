// The worker of tables without a server: holds matches, rules and bots, and speaks to pages as a server would.
import type { FromClient, FromServer } from '../protocol.ts';
import { at } from '../root.ts';
import { MOST_NODES } from './desk.ts';
import { type About, Engine } from './engine.ts';
import { Game } from './game.ts';
import { Match, readFile } from './match.ts';
import { inflate } from './net.ts';
import type { Judge } from './review.ts';
import type { LessonFile } from './script.ts';
import { find, type KeptMatch, keep } from './store.ts';
import { Elsewhere, type Listener, LocalTable, OtherRules } from './table.ts';
import { Thinker } from './thinker.ts';

/** To the worker: a connection opens (with the table's name), says something, or closes; or a question of its own. */
export type ToWorker =
  | { wire: number; open: string }
  | { wire: number; say: FromClient }
  | { wire: number; close: true }
  | { ask: number; what: Asked; table: string; more?: More };

/** The match file, the replay, how fast it reads, every decision judged, another way on, where to begin anew, or which rule forbids a move. */
export type Asked = 'file' | 'replay' | 'measure' | 'review' | 'line' | 'beginning' | 'forbids';

type NewMatch = Pick<KeptMatch, 'title' | 'options' | 'key' | 'nonces' | 'begin'>;

/**
 * A match file instead of a table's name, or what a match begins with; after how many moves, which could have followed,
 * and under which key.
 */
export interface More {
  file?: string;
  step?: number;
  moves?: readonly string[];
  key?: string;
  from?: NewMatch & { seats: number };
}

/** What a connection hears, or that it is gone; an answer, how far one is, or that there is none. */
export type FromWorker =
  | { wire: number; hear: FromServer }
  | { wire: number; gone: true }
  | { ask: number; answer: unknown }
  | { ask: number; done: number }
  | { ask: number; failed: true };

interface Open {
  match: Match;
  thinker: () => Promise<Thinker>;
  judge: () => Promise<Judge>;
}

interface Loaded extends Open {
  table: LocalTable;
}

const page = globalThis as unknown as {
  postMessage(message: FromWorker): void;
  onmessage: ((event: { data: ToWorker }) => void) | null;
};
const tables = new Map<string, Promise<Loaded | null>>();
const wires = new Map<number, { id: string; listener: Listener }>();

async function fetched(name: string): Promise<ArrayBuffer> {
  const response = await fetch(at(`/engine/${name}`));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return response.arrayBuffer();
}

/** A match before its first move, and who thinks about it when somebody has to. */
async function open(header: NewMatch, seats: number): Promise<Open> {
  const about = JSON.parse(new TextDecoder().decode(await fetched('engine.json'))) as About;
  // The page fetches the net along with the rules, but nobody waits for it before a bot has to move.
  const weights = fetched(about.files[`${header.title}-${seats}`] as string).then(inflate);
  weights.catch(() => {});
  const engine = await Engine.make(about, await fetched(about.files.engine as string));
  const game = new Game(engine, header.title, header.options, seats);
  const match = await Match.begin(game, header.key, header.nonces, header.begin);
  let made: Promise<Thinker> | null = null;
  const thinker = (): Promise<Thinker> => {
    made ??= weights.then((content) => new Thinker(game, content));
    return made;
  };
  const judge = async (): Promise<Judge> => {
    const [{ desk }, { judgeAt }] = await Promise.all([thinker(), import('./review.ts')]);
    return judgeAt(desk);
  };
  return { match, thinker, judge };
}

async function load(id: string): Promise<Loaded | null> {
  const kept = await find(id);
  if (!kept) return null;
  const opened = await open(kept, kept.seats.length);
  const lesson = kept.lesson
    ? (JSON.parse(new TextDecoder().decode(await fetched(`lessons/${kept.title}.json`))) as LessonFile)
    : null;
  const { match, thinker, judge } = opened;
  const fail = (error: unknown): void => forget(id, error);
  const outside = { keep, thinker, judge, fail, lesson, pace: kept.pace, now: Date.now };
  return { ...opened, table: new LocalTable(kept, match, outside) };
}

/** A match that a server has, from its file; nothing if this page has other rules, or can't know its beginning. */
async function read(file: string): Promise<Open> {
  try {
    const { header, log } = readFile(file);
    const opened = await open(header, header.seats);
    if (header.version !== opened.match.header.version || 'start' in header.options) throw new Error('of a server');
    for (const [at, seat, move] of log) opened.match.append(at, seat, move);
    return opened;
  } catch (error) {
    throw new OtherRules(String(error));
  }
}

/** Drop what is in memory, which can no longer be trusted; the log can: pages that look connect again. */
function forget(id: string, error: unknown): void {
  if (!(error instanceof Elsewhere)) reportError(error);
  tables.delete(id);
  for (const [wire, one] of wires) if (one.id === id) page.postMessage({ wire, gone: true });
}

/** The table of a name; one that could not be loaded is tried again. */
function tableOf(id: string): Promise<Loaded | null> {
  let found = tables.get(id);
  if (!found) {
    found = load(id);
    tables.set(id, found);
    found.catch(() => tables.delete(id));
  }
  return found;
}

async function hear(message: ToWorker): Promise<void> {
  if ('ask' in message) {
    const { ask, table, what, more = {} } = message;
    try {
      const { file, from } = more;
      const loaded = await (from ? open(from, from.seats) : file === undefined ? tableOf(table) : read(file));
      page.postMessage({ ask, answer: loaded && (await asked(loaded, what, ask, more)) });
    } catch (error) {
      if (!(error instanceof OtherRules)) reportError(error);
      page.postMessage({ ask, failed: true });
    }
    return;
  }
  const { wire } = message;
  if ('open' in message) {
    const send = (told: FromServer): void => page.postMessage({ wire, hear: told });
    wires.set(wire, { id: message.open, listener: { seat: null, seen: -1, send } });
    return;
  }
  const known = wires.get(wire);
  if (!known) return;
  if ('close' in message) {
    wires.delete(wire);
    (await tables.get(known.id))?.table.leave(known.listener);
    return;
  }
  try {
    const loaded = await tableOf(known.id);
    if (loaded) await loaded.table.take(known.listener, message.say);
    else known.listener.send({ t: 'bye', code: 'no_such_table' });
  } catch (error) {
    if (error instanceof OtherRules) known.listener.send({ t: 'bye', code: 'rules' });
    else forget(known.id, error);
  }
}

async function asked({ match, thinker, judge }: Open, what: Asked, ask: number, more: More): Promise<unknown> {
  if (what === 'review') return (await judge()).review(match, (done) => page.postMessage({ ask, done }));
  if (what === 'file') return match.file();
  if (what === 'replay') return match.replay();
  if (what === 'line') return match.follow(more.step as number, more.moves ?? []);
  if (what === 'beginning') {
    const { before } = match.live[more.step as number] ?? { before: match.position };
    return (await import('./beginning.ts')).beginningOf(match.game, before, more.key as string);
  }
  const { position } = match;
  if (what === 'forbids') {
    const found = match.game.check(position, position.seat, more.moves?.[0] ?? '');
    return typeof found === 'number' ? null : found;
  }
  const began = performance.now();
  const bot = await thinker();
  const first = bot.measure(position, 200);
  const wished = performance.now() - began;
  const runs = Array.from({ length: 5 }, () => bot.measure(position, 20_000));
  bot.desk.clear(MOST_NODES, position.words); // the greatest tree that a bot may ask for
  return { wished, first, runs, memory: match.game.engine.memory.buffer.byteLength };
}

page.onmessage = ({ data }) => void hear(data);
