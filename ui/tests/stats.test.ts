import { expect, test } from 'vitest';
import type { GameRow, SeatInfo } from '../src/protocol.ts';
import { lentWords } from '../src/screens/finished.ts';
import { favourites, mean, type Played, playedOf, progress, shares, strengthOf, WINDOW } from '../src/study/stats.ts';
import { learn, speak } from '../src/words/words.svelte.ts';

const seat = (bot: string | null): SeatInfo => ({
  kind: bot === null ? 'human' : 'bot',
  name: '',
  bot,
  here: false,
  stand_in: null,
  resigned: false,
  out_of_time: false,
  kept: false,
  who: null,
});
const row = (id: string, bots: (string | null)[], winners: number[], more: Partial<GameRow> = {}): GameRow => ({
  id,
  title: 'splendor',
  seats: bots.length,
  state: 'over',
  name: '',
  players: bots.map(seat),
  free: 0,
  changed_at: 1,
  my_turn: false,
  clock: 'none',
  points: bots.map((_, i) => 15 - i),
  winners,
  ranks: null,
  rated: false,
  origin: '',
  mine: bots.flatMap((bot, at) => (bot === null ? [at] : [])),
  tallies: bots.map(() => null),
  accuracy: null,
  rating: null,
  ...more,
});

test('what somebody only tried from a review or a puzzle is no game of theirs', () => {
  const games = [row('a', [null, 'level3'], [0]), row('b', [null, 'level3'], [0], { origin: '/m/a/7' })];
  expect(playedOf(games).map(({ id }) => id)).toEqual(['a']);
});

test('a game that a bot finished for me I neither won nor lost; one that I gave up I lost', async () => {
  await speak('en');
  await learn('review');
  const players = [{ ...seat(null), name: 'Lena', stand_in: 'level3' }, seat('level5')];
  const [me, bot] = players as [SeatInfo, SeatInfo];
  const games = [
    row('left', [null, 'level5'], [0], { players }),
    row('given up', [null, 'level5'], [1], { players: [{ ...me, resigned: true }, bot] }),
    row('lent by Noor', [null, null], [0], { mine: [0], players: [seat(null), me] }),
    row('rated', [null, null], [1], { mine: [0], rated: true, players: [me, seat(null)] }),
  ];

  expect(playedOf(games).map(({ id, won }) => [id, won])).toEqual([
    ['given up', 0],
    ['lent by Noor', 1],
    ['rated', 0],
  ]);
  expect(lentWords(games[0] as GameRow)).toBe('A bot played the rest for Lena.');
  expect(lentWords(games[1] as GameRow)).toBe('');
});

test('a game is seen from my seat: of a server by what it says, of this device by the one person who sat there', () => {
  const here = row('a', ['level3', null], [1]);
  const there = row('b', [null, null, 'level8:bold'], [0, 1], {
    mine: [1],
    tallies: [null, { turns: 24, kinds: { w: 3 } }, null],
    accuracy: [70, 88.5, null],
  });
  const hot = row('c', [null, null], [0]);
  const found = playedOf([here, there, hot]);

  expect(found.map((one) => one.id)).toEqual(['a', 'b']);
  expect(found[0]).toMatchObject({ won: 1, points: 14, against: 'level3', turns: null, accuracy: null });
  expect(found[1]).toMatchObject({ won: 0.5, against: 'people', turns: 24, kinds: { w: 3 }, accuracy: 88.5 });
});

const played = (at: number, won: number, against = 'level1', kinds = {}): Played => ({
  id: String(at),
  title: 'splendor',
  seats: 2,
  at,
  won,
  points: 10,
  against,
  turns: null,
  kinds,
  accuracy: null,
});

test('victories are counted by what one likes, and colours over all games', () => {
  const games = [played(1, 1), played(2, 0, 'level2', { w: 2, b: 1 }), played(3, 0.5, 'level2', { b: 4 })];

  expect(shares(games, (one) => one.against)).toEqual([
    { key: 'level2', games: 2, won: 0.5 },
    { key: 'level1', games: 1, won: 1 },
  ]);
  expect(
    shares(
      games,
      (one) => one.against,
      (key) => strengthOf(key, { splendor: ['level1', 'level2'] }),
    )[0]?.key,
  ).toBe('level1');
  expect(favourites(games)).toEqual([
    { kind: 'b', count: 5 },
    { kind: 'w', count: 2 },
  ]);
  expect(mean([])).toBeNull();
});

test('games are against the strongest bot by the order in which its title offers them, people after all bots', () => {
  const levels = { guardians: ['easy', 'normal', 'hard'], splendor: ['level1', 'level2'] };
  const games = playedOf(
    [
      row('a', [null, 'hard', 'normal', 'easy:style=bold'], [0]),
      row('b', [null, 'normal'], [0]),
      row('c', [null, 'easy'], [0]),
      row('d', [null, null], [0], { mine: [0] }),
    ],
    levels,
  );
  const order = shares(
    games,
    (one) => one.against,
    (key) => strengthOf(key, levels),
  );

  expect(games[0]?.against).toBe('hard');
  expect(order.map((one) => one.key)).toEqual(['easy', 'normal', 'hard', 'people']);
});

test('progress is the mean of the last games, the oldest first, and skips those of which nothing is known', () => {
  const games = Array.from({ length: WINDOW + 2 }, (_, i) => played(100 - i, i < 2 ? 1 : 0));
  const curve = progress(games, (one) => one.won);

  expect(curve[0]).toEqual({ at: 100 - WINDOW - 1, value: 0 });
  expect(curve.at(-1)).toEqual({ at: 100, value: 2 / WINDOW });
  expect(progress(games, (one) => one.accuracy)).toEqual([]);
});
