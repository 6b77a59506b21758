// A table of this device alone: the messages that it takes and gives, with the engine that the set-up has built.
import { describe, expect, test } from 'vitest';
import { type About, Engine } from '../src/local/engine.ts';
import { Game } from '../src/local/game.ts';
import { Match } from '../src/local/match.ts';
import type { Judge } from '../src/local/review.ts';
import { fits } from '../src/local/start.ts';
import type { KeptMatch } from '../src/local/store.ts';
import { type Listener, LocalTable, OtherRules } from '../src/local/table.ts';
import type { FromClient, FromServer, NewTable } from '../src/protocol.ts';

// By a name of its own: the page is checked without Node's types.
const NODE_FILES = 'node:fs';
const { existsSync, readFileSync } = await import(/* @vite-ignore */ NODE_FILES);
const FOLDER = new URL('../../src/jeton/server/engine/', import.meta.url);
const KEY = '000102030405060708090a0b0c0d0e0f';

async function aTable(
  log: KeptMatch['log'] = [],
  keep = async () => true,
  bots: (string | null)[] = [null, null],
  also: Partial<KeptMatch> = {},
) {
  const about = JSON.parse(readFileSync(new URL('engine.json', FOLDER), 'utf8')) as About;
  const engine = await Engine.make(about, readFileSync(new URL(about.files.engine as string, FOLDER)));
  const match = await Match.begin(new Game(engine, 'splendor', { first: 'seat' }, 2), KEY);
  const seats = ['Lena', 'Noor'].map((name, i) => ({ name, bot: bots[i] ?? null }));
  const rest = { name: '', title: 'splendor', options: {}, key: KEY, pace: 0, changed: 0, over: false, turn: null };
  const kept: KeptMatch = { id: 'local-1', ...rest, seats, log, points: [], winners: [], ...also };
  const failed: unknown[] = [];
  const thinker = () => Promise.reject(new Error('nobody asked for a bot'));
  const judge = async () => ({ hint: async () => ({ move: 'take wbg', facts: [], chance: 0.5 }) }) as unknown as Judge;
  const outside = { keep, thinker, judge, fail: (error: unknown) => void failed.push(error), pace: 0, now: () => 1000 };
  const table = new LocalTable(kept, match, outside);
  const hands = seats.map((_, seat) => {
    const heard: FromServer[] = [];
    const listener: Listener = { seat: null, seen: -1, send: (message) => void heard.push(message) };
    const say = async (message: object): Promise<FromServer[]> => {
      heard.length = 0;
      await table.take(listener, { id: 1, seen: match.n, ...message } as FromClient);
      return [...heard];
    };
    return { say, greet: () => say({ t: 'hello', protocol: 1, client: 'x', seat, watch: false, since: -1 }) };
  });
  const [lena, noor] = hands as [(typeof hands)[0], (typeof hands)[0]];
  await lena.greet();
  await noor.greet();
  return { kept, match, lena, noor, failed };
}

describe.skipIf(!existsSync(new URL('engine.json', FOLDER)))('a table without a server', () => {
  test('greets with the table and the view of the seat, as a server does', async () => {
    const { lena } = await aTable();

    const [welcome, table, view] = await lena.greet();

    expect(welcome).toMatchObject({ t: 'welcome', seat: 0, mine: [0, 1] });
    expect(table).toMatchObject({ t: 'table', state: 'playing', key: null, options: { goal: 15, first: 'seat' } });
    expect(view).toMatchObject({ t: 'view', n: 0, seat: 0, reset: true, actors: [0], can_undo: false });
  });

  test('refuses a match of other rules, and one whose log cannot follow, and leaves both as they are', async () => {
    const { kept } = await aTable();

    expect(kept.rules).toBeGreaterThan(0);
    await expect(aTable([[4200, 0, 'take www']])).rejects.toThrow(OtherRules);
    await expect(aTable([], async () => true, [null, null], { rules: 0 })).rejects.toThrow(OtherRules);
  });

  test('deals as the documented match does, and writes the same file', async () => {
    const log: KeptMatch['log'] = [
      [4200, 0, 'take wgr'],
      [9100, 1, 'take bgk'],
    ];
    const { match } = await aTable(log);

    const { market, nobles } = match.view(0) as unknown as { market: number[]; nobles: number[] };

    expect(market).toEqual([14, 20, 16, 36, 55, 50, 65, 44, 82, 72, 76, 84]);
    expect(nobles).toEqual([5, 6, 2]);
    expect(await match.file()).toMatch(
      /^\{"jeton":1,"title":"splendor",.*\n1 4200 0 take wgr\n2 9100 1 take bgk\nend 2 /,
    );
  });

  test('takes a move, tells both what is new, and takes it back', async () => {
    const { lena, match, kept } = await aTable();

    const played = await lena.say({ t: 'move', move: 'take gbw' });
    const undone = await lena.say({ t: 'undo' });

    expect(played.map((one) => one.t)).toEqual(['view', 'ok']);
    expect(played[0]).toMatchObject({ n: 1, since: 0, reset: false, actors: [1], can_undo: true });
    expect(played[0]).toMatchObject({ reports: [{ move: 'take gbw', facts: { tokens: [1, 1, 1, 0, 0, 0, 0] } }] });
    expect(undone[0]).toMatchObject({ n: 2, actors: [0], reports: [{ move: 'undo', facts: {} }] });
    expect(match.live).toEqual([]);
    expect(kept.log.map(([, , move]) => move)).toEqual(['take gbw', 'undo']);
  });

  test('offers to whoever holds the device the last move made on it, and takes back no more', async () => {
    const { lena, noor, match, kept } = await aTable();
    await lena.say({ t: 'move', move: 'take gbw' });
    const [offered] = (await noor.say({ t: 'sync' })).filter((one) => one.t === 'view');

    await noor.say({ t: 'move', move: 'take rkg' });
    const [undone] = await lena.say({ t: 'undo' });
    const standing = match.live.map(({ entry }) => entry.move);
    const [again] = await noor.say({ t: 'undo' });

    expect(offered).toMatchObject({ can_undo: true, can_ask_undo: false });
    expect(undone).toMatchObject({ actors: [1], reports: [{ seat: 1, move: 'undo' }] });
    expect(standing).toEqual(['take gbw']);
    expect(again).toMatchObject({ actors: [0], reports: [{ seat: 0, move: 'undo' }], can_undo: false });
    expect(kept.log.map(([, seat, move]) => [seat, move]).slice(2)).toEqual([
      [1, 'undo'],
      [0, 'undo'],
    ]);
  });

  test('refuses with the rule and the numbers of the words', async () => {
    const { lena, noor } = await aTable();
    const why = async (move: string) => (await lena.say({ t: 'why', move }))[0];

    expect(await why('take wbg')).toMatchObject({ t: 'because', legal: true });
    expect(await why('buy 3.1')).toMatchObject({ code: 'illegal', rule: 'S18', values: { reason: 'cannot_pay' } });
    expect(await why('take wbgr')).toMatchObject({ rule: 'S10', values: { reason: 'at_most_three' } });
    expect(await why('take wwr')).toMatchObject({ rule: 'S12', values: { reason: 'pair_alone' } });
    expect(await why('take wb')).toMatchObject({ rule: 'S11', values: { reason: 'take_three_left', limit: 10 } });
    expect(await why('castle')).toMatchObject({ code: 'malformed' });
    expect(await noor.say({ t: 'move', move: 'buy 3.1' })).toMatchObject([
      { t: 'no', code: 'not_your_turn', rule: 'S9', values: { later: { rule: 'S18', reason: 'cannot_pay' } } },
    ]);
    expect(await lena.say({ t: 'move', move: 'take wbg', seen: 7 })).toMatchObject([{ t: 'no', code: 'stale' }]);
  });

  test('a blind card is shown to its owner alone', async () => {
    const { lena, noor, match } = await aTable();

    const [mine] = await lena.say({ t: 'move', move: 'reserve 3' });
    const theirs = (await noor.say({ t: 'sync' })).find((one) => one.t === 'view');

    expect(mine).toMatchObject({ reports: [{ facts: { card: 83 } }], can_undo: false });
    expect(theirs).toMatchObject({ reports: [{ facts: { card: null } }] });
    expect(match.revealed(1)).toBe(true);
  });

  test('hints are given beside bots alone, and a match with hints says so', async () => {
    const beside = await aTable();
    const { lena, kept } = await aTable([], undefined, [null, 'level3']);

    expect(await beside.lena.say({ t: 'hint' })).toMatchObject([{ t: 'no', code: 'no_hints' }]);
    const told = await lena.say({ t: 'hint' });
    const answered = await lena.say({ t: 'hint' });

    expect(told.find((one) => one.t === 'table')).toMatchObject({ hints: [1, 0] });
    expect(kept.hinted).toEqual([[0, 0]]);
    expect([...told, ...answered].find((one) => one.t === 'hint')).toMatchObject({ id: 1, n: 0, move: 'take wbg' });
  });

  test('who gives up loses, and the key is told', async () => {
    const { lena } = await aTable();

    const told = await lena.say({ t: 'resign' });

    expect(told.find((one) => one.t === 'table')).toMatchObject({
      state: 'over',
      key: KEY,
      outcome: { termination: 'resigned', winners: [1], ranks: [2, 1] },
    });
  });

  test('a match that a bot ended for a person keeps that, as a server does', async () => {
    const { lena, noor, kept } = await aTable();
    await lena.say({ t: 'handover', seat: 0 });
    expect(kept.lent).toBeUndefined();

    await noor.say({ t: 'resign' });

    expect(kept).toMatchObject({ over: true, winners: [0], lent: [[0, 'level3']] });
  });

  test('gives way where another page has gone on with the match', async () => {
    const { lena, failed } = await aTable([], async () => false);

    expect(await lena.say({ t: 'move', move: 'take wbg' })).toEqual([]);
    expect(failed).toHaveLength(1);
  });
});

test('what the engine does not play goes to the server', () => {
  const clock = { kind: 'none' as const, seconds: 900, increment: 10, days: 3 };
  const plain: NewTable = { title: 'marvel', seats: 2, bots: ['level8'], clock, start: true };

  expect(fits(plain)).toBe(true);
  expect(fits({ ...plain, bots: ['level4:style=builder'] })).toBe(true);
  expect(fits({ ...plain, bots: [], names: ['Lena', 'Noor'] })).toBe(true);
  for (const other of [
    { title: 'guardians' },
    { seats: 3 },
    { public: true },
    { start: false },
    { bots: ['greedy'] },
    { clock: { ...clock, kind: 'hard' as const } },
  ])
    expect(fits({ ...plain, ...other })).toBe(false);
});
