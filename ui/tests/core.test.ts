import { beforeAll, describe, expect, it, vi } from 'vitest';
import { GOLD, load } from '../src/games/splendor/box.ts';
import { clockText, timeLeft } from '../src/games/splendor/clock.ts';
import { flights } from '../src/games/splendor/flights.ts';
import { pointsOverTime, sinceMine, turnLines } from '../src/games/splendor/history.ts';
import { recall, remember } from '../src/games/splendor/kept.ts';
import { payment, roundsPlayed, showCard, tieBreak } from '../src/games/splendor/look.ts';
import { firstPlace } from '../src/games/splendor/moves.ts';
import { type Draft, EMPTY } from '../src/games/splendor/pick.ts';
import {
  cardWords,
  givenWords,
  lineBrief,
  lineParts,
  paidWords,
  refusalParts,
  refusalWords,
  reportWords,
  tokenWords,
} from '../src/games/splendor/sentences.ts';
import type { Price, Report, SeatView, SplendorView, ViewMessage } from '../src/protocol.ts';
import { parse } from '../src/route.svelte.ts';
import { read } from '../src/settings.svelte.ts';
import { Session } from '../src/table/session.svelte.ts';
import { keep } from '../src/table/structuralSharing.ts';
import { guess, has, learn, speak, t } from '../src/words/words.svelte.ts';

const seat = (more: Partial<SeatView> = {}): SeatView => ({
  tokens: [0, 0, 0, 0, 0, 0, 0],
  bonuses: [0, 0, 0, 0, 0],
  points: 0,
  tags: 0,
  meets_goal: false,
  cards: [],
  hand: [],
  nobles: [],
  ...more,
});
const view = (more: Partial<SplendorView> = {}): SplendorView => ({
  title: 'splendor',
  seat: 0,
  phase: 'play',
  turn: 0,
  first: 0,
  turns: 0,
  passes: 0,
  bank: [4, 4, 4, 4, 4, 5, 0],
  market: [1, 2, 3, 4, 41, 42, 43, 44, 71, 72, 73, 74],
  decks: [36, 26, 16],
  nobles: [1, 2, 3],
  tile: null,
  paid: [0, 0, 0, 0, 0],
  refill: null,
  players: [seat(), seat()],
  moves: [],
  outcome: null,
  numbers: {
    goal: 15,
    goal_bonuses: 0,
    goal_time: 0,
    limit: 10,
    hand: 3,
    noble_points: 3,
    tile_points: 3,
    choose_payment: true,
  },
  owed: 0,
  prices: [],
  hand_prices: [],
  nobles_left: [],
  plans: [],
  ...more,
});
const report = (n: number, who: number, move: string, facts: Record<string, unknown> = {}): Report => ({
  n,
  at: n,
  seat: who,
  move,
  facts,
});

describe('addresses', () => {
  it('knows its screens', () => {
    expect(parse('/', '', '')).toEqual({ screen: 'home' });
    expect(parse('/t/ab_C-1', '?display', '')).toEqual({ screen: 'table', table: 'ab_C-1', display: true });
    expect(parse('/rules/marvel', '', '#M13')).toEqual({ screen: 'rules', title: 'marvel', rule: 'M13' });
    expect(parse('/rules/guardians/legends', '', '#club')).toEqual({
      screen: 'gallery',
      title: 'guardians',
      chosen: 'club',
    });
    expect(parse('/m/ab_C-1', '', '')).toEqual({ screen: 'review', table: 'ab_C-1', step: 0 });
    expect(parse('/m/ab_C-1/40', '', '')).toEqual({ screen: 'review', table: 'ab_C-1', step: 40 });
    expect(parse('/m/ab_C-1/x', '', '')).toEqual({ screen: 'nowhere' });
    expect(parse('/m', '', '')).toEqual({ screen: 'review', table: null, step: 0 });
    for (const path of ['/t/<x>', '/t', '/nowhere', '/rules/chess', '/rules/splendor/legends'])
      expect(parse(path, '', '')).toEqual({ screen: 'nowhere' });
    expect(parse('/', '', '')).toEqual({ screen: 'home' });
  });
});

describe('settings', () => {
  it('takes what it knows and leaves the rest', () => {
    const found = read('{"theme":"velvet","confirm":"risky","sound":false,"language":"xx","motion":"yes"}');
    expect(found).toMatchObject({ theme: 'velvet', confirm: 'risky', sound: false, motion: true });
    expect(read('not json').confirm).toBe('always');
    expect(read('{"muted":["bell","horn",3]}').muted).toEqual(['bell']);
    expect(read('{"muted":"bell"}').muted).toEqual([]);
    expect(guess(['de', 'nl-BE'])).toBe('nl');
  });
});

describe('hints for the eye', async () => {
  const box = await load('splendor');
  beforeAll(() => speak('en'));
  const price = (state: Price['state'], short = [0, 0, 0, 0, 0]): Price => ({
    cost: [0, 2, 0, 0, 0],
    short,
    gold: short.reduce((a, b) => a + b, 0),
    state,
  });

  it('shows the states that the server tells', () => {
    const shown = (state: Price['state']) => showCard(box, 6, price(state));
    expect(shown('now')).toMatchObject({ reach: 'now', tag: 'Buy' });
    expect(shown('free')).toMatchObject({ reach: 'now', tag: 'Free' });
    expect(shown('far')).toMatchObject({ reach: 'far', tag: '' });
    expect(showCard(box, 6, price('gold', [0, 1, 0, 0, 0]))).toMatchObject({ reach: 'gold', gold: 1 });
    expect(showCard(box, 6, null).reach).toBeUndefined();
    expect(showCard(box, 6, price('now'), false)).toMatchObject({ reach: undefined, tag: '' });
  });
  it('lets keys begin at the first card there is', () => {
    expect(firstPlace([6, 0, 0, 0, 41, 42, 43, 44, 71, 72, 73, 74])).toBe('1.1');
    expect(firstPlace([0, 0, 3, 4, 41, 42, 43, 44, 71, 72, 73, 74])).toBe('1.3');
    expect(firstPlace([0, 0, 0, 0, 0, 42, 43, 44, 71, 72, 73, 74])).toBe('2.2');
    expect(firstPlace([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])).toBe('1.0');
  });
  it('splits a payment into tokens and gold', () => {
    const some = price('gold', [0, 1, 0, 0, 0]);
    expect(payment(some)).toEqual([{ colour: 1, tokens: 1, gold: 1 }]);
    expect(paidWords(box, some, '')).toBe('1 sapphire and 1 gold');
    expect(paidWords(box, some, 'b')).toBe('2 gold');
    expect(paidWords(box, { ...some, cost: [0, 0, 0, 0, 0], short: [0, 0, 0, 0, 0], gold: 0 }, '')).toBeNull();
  });
  it('keeps what did not change as the same object', () => {
    const before = view({ players: [seat(), seat({ points: 3 })] });
    const after = keep(before, structuredClone({ ...before, turn: 1, players: [seat(), seat({ points: 4 })] }));
    expect(after.turn).toBe(1);
    expect(after.market).toBe(before.market);
    expect(after.players[0]).toBe(before.players[0]);
    expect(after.players[1]).toEqual(seat({ points: 4 }));
    expect(keep(before, structuredClone(before))).toBe(before);
    expect(keep({ a: [1, 2] }, { a: [1] })).toEqual({ a: [1] });
    expect(keep({ a: 1, b: 2 }, { a: 1 })).toEqual({ a: 1 });
  });
  it('finds what flew between two views', () => {
    const after = view({
      bank: [3, 4, 4, 4, 4, 5, 0],
      market: [9, 2, 3, 4, 41, 42, 43, 44, 71, 72, 73, 74],
      players: [seat({ tokens: [1, 0, 0, 0, 0, 0, 0] }), seat({ cards: [1] })],
    });
    expect(flights(view(), after).map(({ what, from, to }) => `${what} ${from} ${to}`)).toEqual([
      'chip bank-0 seat-0',
      'card market-0 seat-1',
      'card deck-1 market-0',
    ]);
  });
  it('follows points over time', () => {
    const reports = [
      report(1, 0, 'buy 1.1', { card: 8, points: [1, 0] }),
      report(2, 1, 'take wbg'),
      report(3, 0, 'noble 1', { noble: 1, points: [4, 0] }),
    ];
    expect(pointsOverTime(reports, 2)).toEqual([
      [0, 0],
      [1, 0],
      [1, 0],
      [4, 0],
    ]);
    expect(sinceMine(reports, 1)).toBe(2);
  });
  it('runs clocks on', () => {
    expect(timeLeft({ left: [5000, 9000], running: [0] }, 0, 100, 1100)).toBe(4000);
    expect(clockText(272_000)).toBe('4:32');
    expect(clockText(3_725_000)).toBe('1:02:05');
  });
});

describe('words', async () => {
  const box = await load('splendor');
  beforeAll(() => speak('en'));

  it('ends a sentence with one full stop', async () => {
    await learn('marvel');
    const tokens = t('marvel.colour.gold');
    expect(t('marvel.log.return', { name: 'Noor', tokens })).toBe('Noor gives back S.H.I.E.L.D.');
  });

  it('says moves and refusals', async () => {
    await learn('reasons');
    expect(tokenWords(box, 'wbk')).toBe('diamond, sapphire and onyx');
    expect(cardWords(box, 8)).toContain('worth 1 point');
    expect(reportWords(box, report(1, 0, 'take rr'), 'Zoé', false)).toBe('Zoé takes 2 rubies.');
    const no = { code: 'illegal', rule: 'S12', values: { reason: 'pair_needs_four', floor: 4, bank: 2 } };
    expect(refusalWords(no, 'splendor')).toBe('Two of one colour need 4 of it in the bank; the bank has 2.');
    const early = { code: 'not_your_turn', rule: 'S9', values: { later: { ...no.values, rule: no.rule } } };
    expect(refusalParts(early, 'splendor')).toEqual([
      { words: 'It is not your turn.', rule: 'S9' },
      {
        words:
          'On your turn it would not be possible either: Two of one colour need 4 of it in the bank; the bank has 2.',
        rule: 'S12',
      },
    ]);
    expect(refusalParts({ ...early, values: {} }, 'splendor')).toHaveLength(1);
    await speak('fr');
    expect(t('page.tray.give', { count: 2 })).toBe('Rends 2 jetons');
    await speak('en');
  });

  it('says a move in a narrow place up to its card, and the rest apart', async () => {
    await speak('fr');
    const gem = expect.objectContaining({ gem: 1 });
    const done = (move: string, facts: Report['facts'], ...after: string[]) =>
      lineBrief(
        box,
        { turn: 1, report: { ...report(1, 0, move), facts }, after: after.map((one) => report(2, 0, one)) },
        'Zoé',
      );
    expect(done('take bb', {})).toEqual({ sign: 'plus', parts: [' prend ', gem, gem] });
    expect(done('take bb', {}, 'return b', 'return b')).toEqual({
      sign: 'plus',
      parts: [' prend ', gem, gem],
      given: [gem, gem],
    });
    expect(done('buy 1.1', { card: 8, tokens: [0, -2, 0, 0, 0, 0, 0] })).toEqual({
      sign: 'check',
      parts: [' achète '],
      card: expect.objectContaining({ id: 8 }),
      rest: [' pour ', gem],
    });
    const hidden = done('reserve 2', { tokens: [0, 0, 0, 0, 0, 1, 0] });
    expect(hidden).toEqual({
      sign: 'bookmark',
      parts: [' réserve '],
      card: { level: 2 },
      rest: [' et prend un jeton or'],
    });
    await speak('en');
  });
  it('counts as many rounds in the result as the table did in the last of them', () => {
    const players = [seat(), seat(), seat()];
    const ended = (termination: string) => ({ termination }) as NonNullable<SplendorView['outcome']>;
    expect([0, 2, 3, 86].map((turns) => roundsPlayed(view({ players, turns })))).toEqual([1, 1, 2, 29]);
    expect(roundsPlayed(view({ players, turns: 87, outcome: ended('goal') }))).toBe(29);
    for (const turns of [0, 2, 3, 86])
      for (const how of ['resigned', 'time'])
        expect(roundsPlayed(view({ players, turns, outcome: ended(how) }))).toBe(
          roundsPlayed(view({ players, turns })),
        );
  });
  it('says what broke a tie on points', () => {
    const ended = (tile: number | null, meets: boolean[], winners = [1], termination = 'goal'): SplendorView =>
      view({
        players: meets.map((meets_goal) => ({ ...seat(), meets_goal })),
        tile,
        outcome: { termination, winners, points: [16, 16, 9], ranks: [2, 1, 3] },
      });
    const all = [true, true, false];
    expect(tieBreak(ended(null, all), () => false)).toBe('cards');
    expect(tieBreak(ended(1, all), () => false)).toBe('tile');
    expect(tieBreak(ended(0, [false, true, false]), () => false)).toBe('goal');
    expect(tieBreak(ended(null, all, [0, 1]), () => false)).toBe(null);
    expect(tieBreak(ended(null, all, [1], 'time'), () => false)).toBe(null);
    expect(tieBreak(ended(null, all), (one) => one === 0)).toBe(null);
  });
  it('numbers turns as players count them, and a give-back belongs to its take', () => {
    const reports = [
      report(1, 0, 'take wbg'),
      report(2, 0, 'return w'),
      report(3, 0, 'return w'),
      report(4, 1, 'buy 1.1', { card: 8, tokens: [0, -1, 0, 0, 0, 0, 0] }),
      report(5, 1, 'gold b'),
      report(6, 1, 'done'),
      report(7, 0, 'take rr'),
      report(8, 1, 'resign'),
    ];
    const lines = turnLines(reports);
    expect(lines.map((line) => line.turn)).toEqual([1, 2, 3, null]);
    const said = lineParts(box, lines[0]!, 'Zoé', false).filter((part) => typeof part === 'string');
    expect(said.join('')).toContain('Zoé gives back 2 diamonds.');
    expect(lineParts(box, lines[1]!, 'Zoé', false).at(-1)).toBe(' Zoé pays gold in place of sapphire.');
  });
  it('counts what is given back, for a language may have no bare word for gold', async () => {
    await speak('fr');
    expect(reportWords(box, report(1, 0, 'return g'), 'Zoé', false)).toBe('Zoé rend 1 émeraude.');
    expect(givenWords(box, `${box.letters[GOLD]}k`)).toBe('1 onyx et 1 jeton or');
    await speak('en');
  });

  it('has a text for every key that the page asks for', async () => {
    const sources = import.meta.glob<string>('../src/**/*.{svelte,ts}', {
      query: '?raw',
      import: 'default',
      eager: true,
    });
    const keys = Object.values(sources).flatMap((text) =>
      [
        ...text.matchAll(
          /\bt\('((?:page|splendor|marvel|making|review|lobby|dialogs|chat|over|account|guardians_page)\.[\w.]+)'/g,
        ),
      ].map((found) => found[1]!),
    );
    await learn('making', 'marvel', 'review', 'lobby', 'dialogs', 'chat', 'over', 'account', 'guardians_page');
    expect(keys.length).toBeGreaterThan(100);
    expect([...new Set(keys)].filter((key) => !has(key) && !has(`${key}_other`))).toEqual([]);
  });
});

describe('a session', () => {
  /** A session that was greeted, what it sends, and a way to answer. */
  function greeted() {
    const sent: Record<string, unknown>[] = [];
    const wire = {
      send: (text: string) => sent.push(JSON.parse(text)),
      close: () => {},
      onopen: null as (() => void) | null,
      onmessage: null as ((event: { data: string }) => void) | null,
      onclose: null as ((event: { code: number }) => void) | null,
    };
    const session = new Session('t', { open: () => wire });
    session.start();
    const say = (message: unknown) => wire.onmessage?.({ data: JSON.stringify(message) });
    wire.onopen?.();
    say({ t: 'welcome', protocol: 1, server: '', now: 0, seat: 0, mine: [0] });
    return { session, sent, say, wire };
  }
  const message = (n: number, phase: string, moves: string[]) => ({
    t: 'view',
    version: n,
    n,
    seat: 0,
    since: n - 1,
    reset: n === 1,
    actors: [0],
    can_undo: false,
    clocks: null,
    chat_open: true,
    reports: [],
    view: view({ phase, moves }),
  });

  it('asks for a hint only beside bots, and shows it as long as the table is the same', () => {
    const { session, sent, say } = greeted();
    const seats = (...kinds: string[]) =>
      say({ t: 'table', version: 1, state: 'playing', mine: [0], seats: kinds.map((kind) => ({ kind, name: '' })) });
    say(message(1, 'play', ['buy 1.1']));
    session.helped = true;
    seats('human', 'bot', 'human');
    session.askHint();
    expect(sent.filter((one) => one.t === 'hint')).toEqual([]);
    seats('human', 'bot', 'bot');
    session.askHint();
    session.askHint();
    expect(sent.filter((one) => one.t === 'hint')).toEqual([{ t: 'hint', id: 1 }]);
    expect(session.hinting).toBe(true);
    say({ t: 'hint', id: 1, n: 1, move: 'buy 1.1', facts: [], chance: null });
    expect([session.hinting, session.hint?.move]).toEqual([false, 'buy 1.1']);
    say(message(2, 'play', ['buy 1.2']));
    expect(session.hint).toBeNull();
  });

  it('keeps the pending move until its view is there, then plays what was chosen beforehand', () => {
    const { session, sent, say } = greeted();
    say(message(1, 'play', ['buy 1.1']));
    session.play('buy 1.1', (next) => ((next.view as SplendorView).phase === 'pay' ? 'done' : null));
    expect(session.pending?.move).toBe('buy 1.1');
    say({ t: 'ok', id: 1, n: 2, repeated: false });
    expect(session.pending?.move).toBe('buy 1.1');
    say(message(2, 'pay', ['done']));
    expect(sent.filter((one) => one.t === 'move').map((one) => one.move)).toEqual(['buy 1.1', 'done']);
    say({ t: 'no', id: 2, code: 'illegal', rule: 'S18', values: {} });
    expect(session.pending).toBeNull();
    expect(session.refusal).toMatchObject({ rule: 'S18', move: 'done' });
    session.why('take wb');
    session.why('take ww');
    expect(sent.at(-1)).toMatchObject({ t: 'why', move: 'take ww' });
    say({ t: 'because', id: 4, move: 'take ww', legal: false, code: 'illegal', rule: 'S12', values: {} });
    say({ t: 'because', id: 3, move: 'take wb', legal: false, code: 'illegal', rule: 'S11', values: {} });
    expect(session.refusal).toMatchObject({ rule: 'S12', move: 'take ww' });
    session.stop();
  });

  it('asks again why after a lost connection, unless something else was picked', () => {
    vi.useFakeTimers();
    for (const picked of [false, true]) {
      const { session, sent, say, wire } = greeted();
      say(message(1, 'play', ['take wbg']));
      session.why('take wb');
      wire.onclose?.({ code: 1006 });
      if (picked) session.forget();
      vi.advanceTimersByTime(1000);
      wire.onopen?.();
      say({ t: 'welcome', protocol: 1, server: '', now: 0, seat: 0, mine: [0] });
      expect(sent.filter((one) => one.t === 'why')).toHaveLength(picked ? 1 : 2);
      say({ t: 'because', id: 1, move: 'take wb', legal: false, code: 'illegal', rule: 'S11', values: {} });
      expect(session.refusal?.rule).toBe(picked ? undefined : 'S11');
      session.stop();
    }
    vi.useRealTimers();
  });

  it('knows whose turn it is without a connection, asks nothing then, and hears no late answer', () => {
    vi.useFakeTimers();
    const { session, sent, say, wire } = greeted();
    say(message(1, 'play', ['take wbg']));
    session.why('take wb');
    wire.onclose?.({ code: 1006 });
    expect(session.myTurn).toBe(true);
    session.why('take ww');
    expect(session.refusal).toBeNull();
    vi.advanceTimersByTime(1000);
    wire.onopen?.();
    say({ t: 'welcome', protocol: 1, server: '', now: 0, seat: 0, mine: [0] });
    expect(session.refusal).toBeNull();
    say({ t: 'because', id: 1, move: 'take wb', legal: false, code: 'illegal', rule: 'S11', values: {} });
    expect(session.refusal).toBeNull();
    expect(sent.filter((one) => one.t === 'why')).toHaveLength(1);
    session.stop();
    vi.useRealTimers();
  });

  it('takes a restarting server for one that comes back, and an unknown table for gone', () => {
    const { session, say } = greeted();
    say({ t: 'bye', code: 'restart' });
    expect([session.restarting, session.gone]).toEqual([true, null]);
    say({ t: 'welcome', protocol: 1, server: '', now: 0, seat: 0, mine: [0] });
    say({ t: 'bye', code: 'no_such_table' });
    expect(session.gone).toBe('no_such_table');
    session.stop();
  });

  it('keeps a draft in the tab as long as it means the same', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    });
    const at = (n: number, more: Partial<SplendorView> = {}) =>
      ({
        ...message(n, 'play', []),
        view: view({ moves: ['take wbg', 'buy 1.1'], ...more }),
      }) as unknown as ViewMessage;
    const tokens: Draft = { ...EMPTY, letters: 'wb' };
    const bought: Draft = { ...EMPTY, target: '1.1', verb: 'buy' };
    remember('t 0', tokens, at(1));
    expect(recall('t 0', 'wbgrk', at(1))).toEqual(tokens);
    expect(recall('t 0', 'wbgrk', at(3))).toEqual(tokens);
    expect(recall('t 0', 'wbgrk', at(3, { moves: ['buy 1.1'] }))).toBeNull();
    expect(recall('t 0', 'wbgrk', at(1, { phase: 'return' }))).toBeNull();
    expect(recall('t 1', 'wbgrk', at(1))).toBeNull();
    remember('t 0', bought, at(1));
    expect(recall('t 0', 'wbgrk', at(3))).toEqual(bought);
    expect(recall('t 0', 'wbgrk', at(3, { market: [9, 2, 3, 4, 41, 42, 43, 44, 71, 72, 73, 74] }))).toBeNull();
    remember('t 0', EMPTY, at(1));
    expect(kept.size).toBe(0);
    vi.unstubAllGlobals();
  });

  it('knows how far a bot is until the table changes or the connection is lost', () => {
    const { session, say, wire } = greeted();
    say(message(1, 'play', []));
    say({ t: 'thinking', n: 1, spent: [0, 0.4], hurried: true });
    expect(session.spent).toEqual([0, 0.4]);
    expect(session.hurried).toBe(true);
    say({ t: 'thinking', n: 0, spent: [0, 0.9], hurried: false });
    expect(session.hurried).toBe(false);
    say(message(1, 'play', []));
    expect(session.spent).toEqual([0, 0.4]);
    say(message(2, 'play', []));
    expect(session.spent).toEqual([]);
    say({ t: 'thinking', n: 1, spent: [0, 0.9], hurried: false });
    expect(session.spent).toEqual([]);
    say({ t: 'thinking', n: 2, spent: [0, 0.2], hurried: false });
    wire.onclose?.({ code: 1006 });
    expect(session.spent).toEqual([]);
    session.stop();
  });
});
