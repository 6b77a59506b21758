import { beforeAll, expect, test } from 'vitest';
import data from '../../../../src/jeton/games/splendor/data/splendor.json';
import type { Session } from '../../table/session.svelte.ts';
import { learn, speak } from '../../words/words.svelte.ts';
import { advice } from './advice.ts';
import { type Box, unpack } from './box.ts';

let box: Box;
beforeAll(async () => {
  box = unpack('splendor', data as unknown as Parameters<typeof unpack>[1]);
  await speak('en');
  await learn('hint');
});

const price = (state: string, ...cost: number[]) => ({ state, cost });
const prices: unknown[] = Array.from({ length: 12 }, () => price('far', 9));
prices[0] = price('now', 1, 0, 1, 2, 1, 0);
prices[1] = price('now', 0, 0, 0, 2, 1, 0);
prices[2] = price('gold', 0, 0, 0, 2, 0, 1);

/** The tips of a table where two cards can be paid, and one more with gold, once something is chosen. */
const tips = (chosen: string) =>
  advice(box).tips({
    chosen,
    myTurn: true,
    view: {
      view: {
        seat: 0,
        players: [{ tokens: [1, 1, 1, 2, 1, 0], bonuses: [0, 0, 0, 0, 0] }, {}],
        moves: ['take rr', 'take gg', 'buy 1.1', 'buy 1.2', 'buy 1.3', 'reserve 1.1', 'reserve 2.2', 'reserve 2.3'],
        phase: 'play',
        market: [41, 42, 43, 44, 61, 62, 63, 64, 81, 82, 83, 84],
        prices,
        hand_prices: [],
        nobles: [],
        nobles_left: [],
        numbers: {},
        turns: 8,
        bank: [4, 4, 4, 4, 4, 5],
      },
    },
  } as unknown as Session);
const pointed = (chosen: string) => tips(chosen).map(({ id, point }) => `${id} ${point.join()}`);

test('tips speak of the first that they are true of while nothing is chosen', () => {
  expect(pointed('')).toEqual([
    'splendor.buy card:1.1',
    'splendor.gold card:1.3',
    'splendor.pair gem:r',
    'splendor.reserve card:2.2',
  ]);
});

test('a tip speaks of the chosen card, and of no other', () => {
  expect(pointed('1.2')).toEqual(['splendor.buy card:1.2']);
  expect(tips('1.2')[0]?.words).toBe('You can buy this now: it costs you 2 rubies and 1 onyx.');
  expect(pointed('1.3')).toEqual(['splendor.gold card:1.3']);
  expect(pointed('2.3')).toEqual(['splendor.reserve card:2.3']);
  expect(pointed('2.4')).toEqual([]);
});

test('a tip speaks of the chosen gems, and of no others', () => {
  expect(pointed('g')).toEqual(['splendor.pair gem:g']);
  expect(pointed('gr')).toEqual([]);
});
