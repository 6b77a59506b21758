// The account of a round: from what each got coins, where that leaves them, and how much of it a place shows.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Discovery, GuardiansSeat, GuardiansView, Report, Resolution } from '../../../protocol.ts';
import { LANGUAGES, learn, speak } from '../../../words/words.svelte.ts';
import type { People } from '../look.ts';
import { accounts, allAccounts, growth, rowsOf, type Shape, shapeIn } from './accounts.ts';
import { accountWords, gainWords } from './captions.ts';
import { story } from './story.ts';

const NAMES = ['Lena', 'Zoé', 'Tom', 'Mirabel'];
const people: People = (seat) => ({ seat, name: NAMES[seat] as string });
const found = (change: Partial<Discovery>): Discovery => ({
  guardian: 0,
  location: 'siren_reef',
  reward: 'treasure',
  finders: [1],
  gold: [2, 2, 0, 0],
  coins: [0, 0, 0, 0],
  power: '',
  chosen: null,
  power_gold: [],
  power_coins: [],
  marks: [],
  ...change,
});
const resolution = (round: number, ...discoveries: Discovery[]): Resolution => ({
  round,
  boats: [],
  discoveries,
  fires: [],
  reshuffled: [],
  clues: [],
});
/** Two find Lena and her legend; Lena finds Tom, whose egg pays him; Mirabel gets nothing. */
const busy = resolution(
  3,
  found({ reward: 'girdle', finders: [2, 1], gold: [3, 1, 2, 0], coins: [1, 1, 1, 0] }),
  found({
    guardian: 2,
    finders: [0],
    gold: [2, 0, 2, 0],
    reward: 'egg',
    power: 'played',
    power_gold: [0, 0, 1, 0],
    power_coins: [0, 0, 1],
  }),
);

describe('the account of a round', () => {
  it('says from what each gain came, what they come to, and the standing, the highest first', () => {
    const told = accounts({ ...busy }, [8, 5, 9, 2]);

    expect(told.map(({ seat, gold, coins, score }) => [seat, gold, coins, score])).toEqual([
      [2, 5, 2, 9],
      [0, 5, 1, 8],
      [1, 1, 1, 5],
      [3, 0, 0, 2],
    ]);
    expect(told[0]?.gains.map(({ why, seats, gold, coins }) => [why, seats, gold, coins])).toEqual([
      ['first', [0], 2, 1],
      ['hid', [0], 2, 0],
      ['power', [], 1, 1],
    ]);
    expect(told[1]?.gains.map(({ why, seats }) => [why, seats])).toEqual([
      ['hid', [2, 1]],
      ['found', [2]],
    ]);
    expect(told[3]?.gains).toEqual([]);
  });
  it('names a finder who got nothing, and what a power took', () => {
    const sword = found({ reward: 'excalibur', gold: [2, 0, 0, 0] });
    expect(accounts(resolution(1, sword), [2, 0, 0, 0])[1]?.gains).toMatchObject([{ why: 'found', gold: 0 }]);
    const ark = found({ guardian: 1, finders: [3], gold: [0, 2, 0, 2], reward: 'ark', power_gold: [-2, 0, 0, 0] });
    expect(accounts(resolution(1, ark), [3, 0, 0, 0])[0]).toMatchObject({ gold: -2, gains: [{ why: 'power' }] });
  });
  it('adds standings up over a match, and counts a round once whose choice was owed', () => {
    const report = (n: number, facts: Record<string, unknown>): Report => ({ n, at: n, seat: -1, move: 'tick', facts });
    const owed = resolution(1, found({ reward: 'ark', power: 'owed' }));
    const made = resolution(1, found({ reward: 'ark', power: 'played', chosen: 1, power_gold: [0, -1, 0, 0] }));
    const all = allAccounts(
      [report(1, { resolution: owed }), report(2, { resolution: made }), report(3, { resolution: busy })],
      4,
    );

    const standings = (round: number) => Object.fromEntries(all.get(round)!.map(({ seat, score }) => [seat, score]));
    expect(standings(1)).toEqual({ 0: 2, 1: 1, 2: 0, 3: 0 });
    expect(standings(3)).toEqual({ 0: 8, 1: 3, 2: 7, 3: 0 });
  });
  it('ends the story of the last round alone: else it stands where the players rest', () => {
    const players = [8, 5, 9, 2].map((score) => ({ score }) as GuardiansSeat);
    const last = (phase: string) => story(busy, null, { phase, players } as GuardiansView).at(-1);

    expect(last('end')).toEqual({ kind: 'tally', round: 3, told: accounts(busy, [8, 5, 9, 2]) });
    expect(last('interlude')?.kind).toBe('home');
  });
  it('shows as much as its place has room for', () => {
    const shapes: [number, number, Shape][] = [
      [310, 300, 'whole'],
      [310, 140, 'lines'],
      [366, 90, 'pairs'],
      [210, 60, 'pairs'],
      [366, 44, 'button'],
      [160, 140, 'button'],
    ];
    expect(shapes.map(([width, height]) => shapeIn(width, height, 4, 6))).toEqual(shapes.map(([, , shape]) => shape));
    expect(rowsOf(310, ['Found Alexandrine-Josephine first', 'Found Wim'])).toBe(3);
    expect(shapeIn(310, 242, 4, 6)).toBe('whole');
    expect(shapeIn(310, 242, 4, 7)).toBe('lines');
    expect([growth(330, 126, 126), growth(600, 900, 200), growth(390, 900, 200)]).toEqual([1, 1.6, 1.3]);
  });
});

describe.each(LANGUAGES)('the account in %s', (language) => {
  beforeAll(async () => {
    await speak(language);
    await learn('guardians', 'guardians_page');
  });
  it('has a sentence for everybody', () => {
    const told = accounts(busy, [8, 5, 9, 2]);
    const text = accountWords(told, people);

    for (const name of NAMES) expect(text).toContain(name);
    expect(text).not.toMatch(/guardians_page|[{}]|undefined/);
    expect(gainWords(told[0]!.gains[0]!, people)).toContain('Lena');
  });
});
