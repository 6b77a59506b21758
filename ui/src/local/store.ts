// Matches played on this device, kept by the browser: header and log are the whole truth.
import type { Review } from '../judged.ts';
import type { Tally } from '../protocol.ts';

export interface KeptSeat {
  name: string;
  /** The bot that plays it, as the server spells it; null: a person here. */
  bot: string | null;
}

export interface KeptMatch {
  id: string;
  name: string;
  title: string;
  options: Record<string, unknown>;
  key: string;
  /** What the seats add to the key; empty if a device deals for itself. */
  nonces?: string[];
  /** The version of the rules it began with. */
  rules?: number;
  /** Where it begins, if not before the first move. */
  begin?: BigInt64Array;
  /** The chapter of the lesson that is played here: its script plays for the bots as long as it lasts. */
  lesson?: string;
  /** Where somebody began to play on: the address of a review's moment, or of a puzzle. */
  origin?: string;
  seats: KeptSeat[];
  /** How long a bot seems to think at least, in milliseconds. */
  pace: number;
  /** Match time, seat and move of each entry. */
  log: [at: number, seat: number, move: string][];
  /** The seats that asked for a hint, each with the entry after which it did. */
  hinted?: [seat: number, n: number][];
  changed: number;
  over: boolean;
  /** Whose turn it is. */
  turn: number | null;
  points: number[];
  winners: number[];
  /** Each seat's rank, once it is over; older matches have none. */
  ranks?: number[];
  /** What statistics count of each seat, once it is over. */
  tallies?: Tally[];
  /** The seats whose people had left them to a bot when it ended, each with that bot. */
  lent?: [seat: number, bot: string][];
}

const STORE = 'matches';
/** Reviews of matches, in a database of their own: lists of matches do not read it. */
const REVIEWS = 'reviews';
/** The page forgets finished matches beyond these, the oldest first. */
const MOST_FINISHED = 100;

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

const opened = new Map<string, Promise<IDBDatabase>>();

function database(name: string, kept: string): Promise<IDBDatabase> {
  let found = opened.get(name);
  if (!found) {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(kept, { keyPath: 'id' });
    };
    found = answer(request);
    opened.set(name, found);
    found.catch(() => opened.delete(name));
  }
  return found;
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await database('jeton', STORE)).transaction(STORE, mode).objectStore(STORE);
}

async function reviews(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await database('jeton-reviews', REVIEWS)).transaction(REVIEWS, mode).objectStore(REVIEWS);
}

/** The review of a match. */
export async function findReview(id: string): Promise<Review | null> {
  const found = await answer<{ review: Review } | undefined>((await reviews('readonly')).get(id));
  return found?.review ?? null;
}

/** The accuracy of every seat, for those of these matches that a judge on this device has read. */
export async function accuracies(ids: readonly string[]): Promise<Map<string, (number | null)[]>> {
  const judged = await reviews('readonly');
  const wanted = new Set(ids);
  const there = (await answer(judged.getAllKeys())).map(String).filter((id) => wanted.has(id));
  const found = await Promise.all(there.map((id) => findReview(id)));
  return new Map(
    there.flatMap((id, i) => {
      const accuracy = found[i]?.players?.map((player) => player.accuracy);
      return accuracy ? [[id, accuracy]] : [];
    }),
  );
}

/** Keep a review; of matches that a server has, the page forgets some beyond a number: it can judge them again. */
export async function keepReview(id: string, review: Review): Promise<void> {
  const judged = await reviews('readwrite');
  await answer(judged.put({ id, review }));
  const there = (await answer(judged.getAllKeys())).filter((one) => one !== id && !String(one).startsWith('local-'));
  for (const one of there.slice(MOST_FINISHED)) judged.delete(one);
}

export async function find(id: string): Promise<KeptMatch | null> {
  return (await answer<KeptMatch | undefined>((await store('readonly')).get(id))) ?? null;
}

/** Write a match down; false, and nothing is written, if another page has gone on with it since. */
export async function keep(match: KeptMatch, known: number): Promise<boolean> {
  const matches = await store('readwrite');
  const there = await answer<KeptMatch | undefined>(matches.get(match.id));
  if (there && there.log.length !== known) return false;
  await answer(matches.put(match));
  return true;
}

/** All of them, the latest first. */
export async function all(): Promise<KeptMatch[]> {
  const found = await answer<KeptMatch[]>((await store('readonly')).getAll());
  found.sort((a, b) => b.changed - a.changed);
  const old = found.filter((one) => one.over).slice(MOST_FINISHED);
  if (old.length) {
    const matches = await store('readwrite');
    for (const one of old) matches.delete(one.id);
    const judged = await reviews('readwrite');
    for (const one of old) judged.delete(one.id);
  }
  return found.filter((one) => !old.includes(one));
}
