// What is said beside the table: facts in one sentence, and tips that are so in the view.
import { beforeAll, describe, expect, test } from 'vitest';
import { clauses } from '../src/games/clauses.ts';
import { load as loadSea } from '../src/games/guardians/box.ts';
import { linesOf } from '../src/games/guardians/partWords.ts';
import { advice } from '../src/games/splendor/advice.ts';
import { load } from '../src/games/splendor/box.ts';
import { cardLines, gauntletLines, nobleLines, tileLines } from '../src/games/splendor/partWords.ts';
import { amounts } from '../src/games/splendor/sentences.ts';
import type { GuardiansView, HintMessage, Price, SplendorView } from '../src/protocol.ts';
import type { Session } from '../src/table/session.svelte.ts';
import { learn, speak } from '../src/words/words.svelte.ts';

const far: Price = { cost: [3, 3, 0, 0, 0], short: [3, 3, 0, 0, 0], gold: 0, state: 'far' };
const seat = { tokens: [0, 2, 0, 0, 0, 0, 0], bonuses: [0, 0, 0, 0, 0], points: 0, tags: 0, meets_goal: false };
const player = { ...seat, cards: [], hand: [], nobles: [] };
const view: SplendorView = {
  title: 'splendor',
  seat: 0,
  phase: 'play',
  turn: 0,
  first: 0,
  turns: 0,
  passes: 0,
  bank: [4, 2, 3, 3, 3, 5, 0],
  market: [1, 2, 3, 4, 41, 42, 43, 44, 71, 72, 73, 74],
  decks: [36, 26, 16],
  nobles: [1, 2, 3],
  tile: null,
  paid: [0, 0, 0, 0, 0],
  refill: null,
  players: [player, player],
  moves: ['take wbg', 'reserve 1.1', 'reserve 1.2'],
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
  prices: Array.from({ length: 12 }, () => far),
  hand_prices: [],
  nobles_left: [3, 3, 3],
  plans: [],
};

function table(changes: Partial<SplendorView>, myTurn = true): Session {
  const seats = [
    { kind: 'human', name: 'Ann' },
    { kind: 'bot', name: 'Vesper' },
  ];
  return { view: { view: { ...view, ...changes } }, myTurn, chosen: '', table: { seats } } as unknown as Session;
}
const hint = (move: string, ...facts: HintMessage['facts']): HintMessage => ({
  t: 'hint',
  id: 1,
  n: 0,
  move,
  facts,
  chance: 0.614,
});

beforeAll(async () => {
  await speak('en');
  await learn('hint');
});

test('facts make one sentence: the first two, and the chance', () => {
  expect(clauses(['you get 1 gold', 'it is worth 3 points', 'more'], 0.5)).toBe(
    'You get 1 gold; it is worth 3 points; it reckons that you win 50 of 100 games this way.',
  );
  expect(clauses([], null)).toBe('');
});

describe('a hint', async () => {
  const { hint: say } = advice(await load('splendor'));

  test('says the move, why, and where', () => {
    const said = say(table({}), hint('reserve 3.1', { code: 'wanted', values: { seat: 1 } }));

    expect(said.words).toMatch(/^Reserve /);
    expect(said.why).toMatch(/^Vesper could buy it too; /);
    expect(said.point).toEqual(['card:3.1']);
  });
  test('finds the hand and the decks by the places that the table gives them', () => {
    expect(say(table({}), hint('reserve 2')).point).toEqual(['card:2.0']);
    expect(say(table({}), hint('buy h2')).point).toEqual(['card:0.2']);
    expect(say(table({}), hint('take wbg')).point).toEqual(['gem:w', 'gem:b', 'gem:g']);
  });
  test('tells a reserved card from one of the market that has the same words', () => {
    const prices = view.prices.with(0, { ...far, state: 'now' });
    const holder = { ...player, hand: [{ card: 2, level: 1 }] };
    const now = table({ prices, players: [holder, player], hand_prices: [{ ...far, state: 'now' }] } as never);

    expect(say(now, hint('buy h1')).words).toMatch(/^Buy .+ \(one of your reserved cards\)$/);
    expect(say(now, hint('buy 1.1')).words).not.toMatch(/reserved/);
    expect(say(now, hint('reserve 1.1')).words).not.toMatch(/one of/);
  });
});

test('a card says what its numbers mean, for whoever looks', async () => {
  const box = await load('splendor');
  const id = view.market[4] as number;
  const first = cardLines(box, view, '2.1');

  expect(first).toHaveLength(5);
  expect(first[2]).toBe(`Below, its cost: ${amounts(box, box.cards[id - 1]!.cost)}.`);
  expect(cardLines(box, { ...view, prices: view.prices.map(() => null) }, '2.1')).toHaveLength(3);
  expect(cardLines(box, view, '3.0')).toEqual([
    'Cards of level III: 16 still face down. The higher the level, the more they cost, and the more points they bring.',
  ]);
  expect(cardLines(box, view, '0.1')).toEqual([]);
  expect(nobleLines(box, view, 2).at(-1)).toContain(': 3.');
});

describe('tips', async () => {
  const { tips } = advice(await load('splendor'));
  const ids = (changes: Partial<SplendorView>, myTurn = true): string[] =>
    tips(table(changes, myTurn)).map(({ id }) => id);
  const price: Price = { cost: [0, 2, 0, 0, 0], short: [0, 0, 0, 0, 0], gold: 0, state: 'now' };

  test('speak of a card that can be bought only where the move is offered', () => {
    const prices = view.prices.map((one, i) => (i === 0 ? price : one));
    const [first] = tips(table({ prices, moves: [...view.moves, 'buy 1.1'] }));

    expect(first?.words).toBe('You can buy this now: it costs you 2 sapphires.');
    expect(first?.point).toEqual(['card:1.1']);
    expect(ids({ prices })).toEqual([]);
  });
  test('speak of a pair, a noble and reserving when they are possible, and not before', () => {
    expect(ids({})).toEqual([]);
    expect(ids({ moves: ['take ww'] })).toEqual(['splendor.pair']);
    expect(ids({ nobles_left: [3, 1, 3] })).toEqual(['splendor.near']);
    expect(ids({ turns: 4 })).toEqual(['splendor.reserve']);
    expect(ids({ turns: 4, bank: [4, 2, 3, 3, 3, 0, 0] })).toEqual([]);
  });
  test('wait for my turn, but say that the end is near', () => {
    expect(ids({ moves: ['take ww'] }, false)).toEqual([]);
    expect(ids({ players: [player, { ...player, meets_goal: true }] }, false)).toEqual(['splendor.last']);
    expect(ids({ phase: 'return', owed: 1, moves: ['return w'] })).toEqual(['splendor.give']);
  });
});

describe('what lies on the table of Marvel', () => {
  const numbers = { ...view.numbers, goal: 16, goal_bonuses: 1, goal_time: 1 };

  test('the Gauntlet says what is needed', () => {
    const said = gauntletLines({ ...view, numbers, players: [{ ...player, points: 7 }, player] });
    expect(said[0]).toBe('You have 7 of the 16 points.');
    expect(said[1]).toContain('at least 1 bonus of each colour');
  });

  test('the Avengers tile says what it brings, and who holds it', () => {
    expect(tileLines(table({}), { ...view, numbers })).toHaveLength(1);
    const held = { ...view, numbers, tile: 1, players: [player, { ...player, tags: 4 }] };
    expect(tileLines(table(held), held)[1]).toBe('Vesper has it, with 4 tags.');
  });
});

describe('what lies on the table of Guardians', async () => {
  const sea = await loadSea();
  await speak('en');
  await learn('hint', 'guardians', 'guardians_page');
  const [island, other] = sea.order as [string, string];
  const [postcard] = Object.keys(sea.postcards) as [string];
  const thing = sea.postcards[postcard]?.things[0]?.id ?? '';
  const guardian = { score: 5, gold: 4, coins: 1, clue_tokens: 3, fire_tokens: 4, boats_left: 2, state: 'may_sail' };
  const seen = {
    seat: 0,
    phase: 'search',
    goal: 12,
    postcards: [postcard, 'b', 'c'],
    clues: [{ seat: 1, postcard, element: thing, seq: 1, round: 1, x: 0, y: 0 }],
    boats: [{ seat: 1, island, seq: 2, sought: null }],
    fires: [],
    face_down: [other],
    players: [guardian, guardian],
    effects: [],
  } as unknown as GuardiansView;
  const said = (at: string): string => linesOf(sea, table({}), seen, at).join(' ');

  test('a postcard says what a clue is, whose lie there, and that it goes', () => {
    expect(said(`post-${postcard}`)).toContain('Vesper');
    expect(said(`post-${postcard}`)).toContain('it goes when a new one comes');
    expect(said('post-b')).not.toContain('Vesper');
  });

  test('an island says whose boats lie there, or that it was found', () => {
    expect(said(`island-${island}`)).toContain('Vesper');
    expect(said(`island-${island}`)).toContain('whom it seeks shows at the reveal');
    expect(said(`island-${other}`)).toContain('No boat sails there');
  });

  test('a legend says its power, and a player what they have', () => {
    expect(said('legend-club')).toMatch(/boat/i);
    expect(said('seat-1')).toContain('gold coins 4, legend coins 1');
    expect(said('seat-1')).toContain('clue tokens: 3; fires: 4');
    expect(said('seat-1')).toContain('2 boats still to send');
  });
});
