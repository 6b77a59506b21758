// Tables on this device alone: whether one can be played here, how it begins, and what lists and reviews show of it.
import { ask, noteLocal, Refused, type Replay } from '../api.ts';
import { gameOf } from '../games/index.ts';
import type { Review } from '../judged.ts';
import { later } from '../kit/lazyImport.ts';
import { keepForLater } from '../offline.ts';
import { shownName } from '../person.svelte.ts';
import type { Done, GameRow, NewTable, PuzzleInfo, Rematch, SeatInfo, TableMessage } from '../protocol.ts';
import { at } from '../root.ts';
import { botName } from '../table/names.ts';
import { t } from '../words/words.svelte.ts';
import type { Beginning } from './beginning.ts';
import type { About } from './engine.ts';
import type { Refusal } from './game.ts';
import { isWhole, readFile } from './match.ts';
import type { LessonFile } from './script.ts';
import { all, find, findReview, type KeptMatch, type KeptSeat, keep, keepReview } from './store.ts';
import { question } from './wire.ts';
import type { More } from './worker.ts';

/** How long a bot seems to think at least, in milliseconds, as on a server. */
const PACE = 700;
/** Plays where people sat, for somebody who tries a moment again: the same bot as on a server. */
const MIDDLE = 'level5';
/** A function that returns a vector of 128 bits: only a browser with WebAssembly's SIMD accepts it. */
const SIMD = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Whether the engine plays such a table: a title of its own, people at this device, and levels, in a style or not. */
export function fits({ title, seats, names = [], bots = [], clock, public: open, start }: NewTable): boolean {
  const here = Math.max(1, names.length) + bots.length === seats;
  const plain =
    start && !open && clock?.kind === 'none' && bots.every((bot) => /^level[1-8](:style=[a-z]+)?$/.test(bot));
  return gameOf(title).inPage && here && !!plain;
}

/** Whether this browser, and the place this page came from, have everything needed, with the net of such a table. */
async function able(net: string): Promise<boolean> {
  if (!isSecureContext || typeof Worker === 'undefined' || typeof indexedDB === 'undefined') return false;
  if (typeof DecompressionStream === 'undefined' || typeof WebAssembly === 'undefined') return false;
  if (!WebAssembly.validate(SIMD)) return false;
  try {
    await all();
    const { files } = (await (await fetch(at('/engine/engine.json'))).json()) as Pick<About, 'files'>;
    if (await caches.match(at(`/engine/${files[net]}`))) return true;
    // The page fetches it when a bot has to think; a file that is never stored shows whether the server is there.
    return (await fetch(at('/sw.js'), { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const random = (bytes: number): string => hex(crypto.getRandomValues(new Uint8Array(bytes)));

type New = Pick<KeptMatch, 'name' | 'title' | 'options' | 'pace' | 'seats'> & Partial<KeptMatch>;

async function make(from: New): Promise<string> {
  const id = `local-${random(6)}`;
  const points = from.seats.map(() => 0);
  const rest = { changed: Date.now(), over: false, turn: null, winners: [], points };
  await keep({ log: [], key: random(16), ...rest, ...from, id }, 0);
  noteLocal();
  keepForLater(`${from.title}-${from.seats.length}`);
  return id;
}

/** Begin a match on this device and return its table, or null if the server has to play it. */
export async function begin(wanted: NewTable, me: string): Promise<string | null> {
  if (!fits(wanted) || !(await able(`${wanted.title}-${wanted.seats}`))) return null;
  const { title, bots = [], name = '', options = {}, names = [] } = wanted;
  const people = names.length ? names : [me];
  const seats: KeptSeat[] = people.map((one) => ({ name: one, bot: null }));
  for (const bot of bots) seats.push({ name: botName('', seats.length), bot });
  return make({ name, title, options, pace: wanted.pace ?? PACE, seats });
}

/** Sit down to a chapter of a lesson on this device: by default its first one. */
export async function study(title: string, chapter: string, me: string): Promise<string> {
  const lesson = await ask<LessonFile>('GET', `/engine/lessons/${title}.json`);
  const wanted = chapter || (lesson.chapters[0]?.name as string);
  const script = lesson.script?.chapters[wanted];
  if (!script || !(await able(`${title}-${script.seats}`))) throw new Refused(0, 'offline');
  const { key, options, before } = script;
  const seats: KeptSeat[] = [{ name: me, bot: null }];
  while (seats.length < script.seats) seats.push({ name: botName('', seats.length), bot: lesson.script.bot });
  const log = before.map((line): KeptMatch['log'][0] => [0, Number(line[0]), line.slice(2)]);
  const nonces = seats.map(() => '');
  return make({ name: '', title, options, pace: PACE, seats, key, nonces, log, lesson: wanted });
}

/** The same once more. */
export async function rematch(id: string): Promise<Rematch> {
  const kept = await find(id);
  if (!kept) return { table: null, waiting: [] };
  const { name, title, options, pace, seats } = kept;
  const { start: _, ...rest } = options;
  return { table: await make({ name, title, options: rest, pace, seats }), waiting: [] };
}

/** Play on where a match of this device was after so many moves, on the seat to move, against bots. */
export async function tryFrom(id: string, step: number): Promise<string> {
  const { title, options, seats } = (await find(id)) as KeptMatch;
  const key = random(16);
  const { seat, start, begin } = await question<Beginning>('beginning', id, undefined, { step, key });
  const places = seats.map(({ name, bot }, at): KeptSeat => {
    if (at === seat) return { name: bot === null ? name : shownName(), bot: null };
    return bot === null ? { name: botName('', at), bot: MIDDLE } : { name, bot };
  });
  const origin = `/m/${id}/${step}`;
  return make({ name: '', title, options: { ...options, start }, pace: PACE, seats: places, key, begin, origin });
}

/** What a match needs that begins with a puzzle. */
function fromPuzzle({ title, seats, options, begin: digits }: PuzzleInfo, key: string): More['from'] {
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return { title, seats, options, key, nonces: [], begin: new BigInt64Array(bytes.buffer) };
}

/** Which rule forbids a move in a puzzle, by the rules of this page; null if none does. */
export async function forbids(puzzle: PuzzleInfo, move: string): Promise<Refusal | null> {
  if (!gameOf(puzzle.title).inPage) throw new Refused(0, 'offline');
  return question('forbids', '', undefined, { from: fromPuzzle(puzzle, random(16)), moves: [move] });
}

/**
 * Play on from a puzzle against bots, with another deal of what its seat can't see; null if the server has to do it.
 */
export async function playFrom(puzzle: PuzzleInfo): Promise<string | null> {
  const { title, seats, options } = puzzle;
  if (!gameOf(title).inPage || !(await able(`${title}-${seats}`))) return null;
  const key = random(16);
  const from = fromPuzzle(puzzle, key);
  const { seat, start, begin } = await question<Beginning>('beginning', '', undefined, { step: 0, key, from });
  const places = Array.from({ length: seats }, (_, at): KeptSeat =>
    at === seat ? { name: shownName(), bot: null } : { name: botName('', at), bot: MIDDLE },
  );
  const origin = `/puzzles/${puzzle.id}`;
  return make({ name: '', title, options: { ...options, start }, pace: PACE, seats: places, key, begin, origin });
}

function players({ seats, lent }: KeptMatch): SeatInfo[] {
  return seats.map(({ name, bot }, seat) => ({
    kind: bot === null ? 'human' : 'bot',
    name,
    bot,
    here: bot === null,
    stand_in: lent?.find(([one]) => one === seat)?.[1] ?? null,
    resigned: false,
    out_of_time: false,
    kept: false,
    who: null,
  }));
}

/** The matches of this device as the server would list them: running ones, or finished ones. */
export async function rows(over: boolean): Promise<GameRow[]> {
  const found = await all();
  return found
    .filter((one) => one.over === over && !one.lesson)
    .map((one) => ({
      id: one.id,
      title: one.title,
      seats: one.seats.length,
      state: over ? 'over' : 'playing',
      name: one.name,
      players: players(one),
      free: 0,
      changed_at: one.changed,
      my_turn: !over && (one.turn === null || one.seats[one.turn]?.bot === null),
      clock: 'none',
      points: over ? one.points : null,
      winners: over ? one.winners : null,
      ranks: (over && one.ranks) || null,
      rated: false,
      origin: one.origin ?? '',
      mine: one.seats.flatMap(({ bot }, seat) => (bot === null ? [seat] : [])),
      tallies: one.seats.map((_, seat) => one.tallies?.[seat] ?? null),
      accuracy: null,
      rating: null,
    }));
}

/** A match of this device; whoever came by its link on another one is told so. */
async function here(id: string): Promise<KeptMatch> {
  const kept = await find(id);
  if (!kept) throw new Refused(404, 'elsewhere');
  return kept;
}

/** What a review needs to know of a table. */
export async function info(id: string): Promise<TableMessage> {
  const kept = await here(id);
  return {
    id,
    title: kept.title,
    state: 'over',
    seats: players(kept),
    options: kept.options,
    mine: [],
  } as unknown as TableMessage;
}

export async function replay(id: string): Promise<Replay> {
  const kept = await here(id);
  const found = await question<Pick<Replay, 'views' | 'reports' | 'outcome'>>('replay', id);
  return { title: kept.title, seats: kept.seats.map((seat) => seat.name), ...found };
}

/** Another way on from a moment of a match, with another deal of what its player could not know. */
export const follow = <T>(id: string, step: number, moves: readonly string[]): Promise<T> =>
  question<T>('line', id, () => {}, { step, moves });

/** Judge a match that a server has, from its file; null if this device can't. */
export async function judgeThere(id: string, told: (share: number) => void): Promise<Review | null> {
  const answer = await fetch(at(`/api/tables/${encodeURIComponent(id)}/match`), { credentials: 'same-origin' });
  if (!answer.ok) return null;
  const file = await answer.text();
  const { title, seats } = readFile(file).header;
  return gameOf(title).inPage && (await able(`${title}-${seats}`)) ? judge(id, told, file) : null;
}

const running = new Map<string, Promise<Review>>();

/** The review of a match; null if it was not judged. */
export const reviewed = (id: string): Promise<Review | null> => findReview(id);

/** Judge a match on this device, once, and keep the result. */
export function judge(id: string, told: (share: number) => void, file?: string): Promise<Review> {
  let found = running.get(id);
  if (!found) {
    found = question<Review>('review', id, (share) => listeners.get(id)?.(share), { file }).then(async (review) => {
      await keepReview(id, review).catch(() => {});
      return review;
    });
    running.set(id, found);
    found.catch(() => {}).finally(() => running.delete(id));
  }
  listeners.set(id, told);
  return found;
}
const listeners = new Map<string, (share: number) => void>();

/** Go on with a match at a server, where friends can come: bots leave their seats to them. Returns its table there. */
export async function invite(id: string): Promise<string> {
  const { seats } = (await find(id)) as KeptMatch;
  const match = await question<string>('file', id);
  const names = seats.map(({ name, bot }) => (bot === null ? name : null));
  return (await ask<Done>('POST', '/api/tables/handed', { match, names })).id;
}

/** Characters of a match file: more than any match has. */
const LONGEST = 200_000;

/**
 * Keep the finished match of a file on this device, to look back on; its table. All of it is played again by the rules of
 * this page first. Who sat there it does not say, so it is nobody's in statistics.
 */
export async function bringIn(file: File): Promise<string> {
  const text = file.size > LONGEST ? '' : await file.text();
  const { header, log } = await whole(text);
  const { title, options, key, nonces, seats: count } = header;
  if (!gameOf(title).inPage) throw new Refused(0, 'import_title');
  const { outcome } = await question<Pick<Replay, 'outcome'>>('replay', '', undefined, { file: text }).catch(() => {
    throw new Refused(0, 'import_wrong');
  });
  if (!outcome) throw new Refused(0, 'import_wrong');
  const seats = Array.from({ length: count }, (_, at): KeptSeat => ({
    name: t('page.home.player', { number: at + 1 }),
    bot: null,
  }));
  const { points, winners, ranks } = outcome;
  return make({ name: '', title, options, key, nonces, log, seats, pace: PACE, points, winners, ranks, over: true });
}

async function whole(text: string): Promise<ReturnType<typeof readFile>> {
  try {
    if (await isWhole(text)) return readFile(text);
  } catch {
    // It is no match file.
  }
  throw new Refused(0, 'import_wrong');
}

/** Offer a file for download. */
function download(name: string, type: string, text: BlobPart): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** All finished matches of this device as match files, in one archive. */
export async function saveAll(): Promise<void> {
  const { zip } = await later(() => import('./zip.ts'));
  const files = [];
  for (const { id, title, changed } of (await all()).filter((one) => one.over && !one.lesson))
    files.push({ name: `${title}-${id}.match`, at: new Date(changed), text: await question<string>('file', id) });
  download('jeton-matches-of-this-device.zip', 'application/zip', zip(files));
}

/** The match file, or what the review shows as JSON. */
export async function save(id: string, kind: 'match' | 'replay'): Promise<void> {
  const { title } = (await find(id)) as KeptMatch;
  if (kind === 'match') download(`${title}-${id}.match`, 'text/plain', await question<string>('file', id));
  else download(`${title}-${id}.json`, 'application/json', JSON.stringify(await replay(id)));
}
