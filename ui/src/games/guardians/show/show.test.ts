import { beforeAll, describe, expect, it } from 'vitest';
import type { Discovery, Fire, GuardiansSeat, GuardiansView, Resolution } from '../../../protocol.ts';
import { LANGUAGES, learn, speak } from '../../../words/words.svelte.ts';
import type { Box } from '../box.ts';
import type { People } from '../look.ts';
import { amountWords, caption } from './captions.ts';
import { coinFlights, flightsOf } from './coins.ts';
import { boardAt, changesOf, dueAfter, lessDue, type Step, story } from './story.ts';
import { paced } from './tempo.ts';

const NAMES = ['Lena', 'Zoé', 'Tom', 'Mirabel'];
const people: People = (seat) => ({ seat, name: NAMES[seat] as string });
const box: Box = { islands: {}, postcards: {}, words: {}, order: [] };

const discovery = (change: Partial<Discovery>): Discovery => ({
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
const boats = [
  { seat: 2, island: 'ember_forge', sought: 3, seq: 9 },
  { seat: 1, island: 'siren_reef', sought: 0, seq: 4 },
  { seat: 0, island: 'wolf_pines', sought: 3, seq: 12 },
];
const resolution = (change: Partial<Resolution>): Resolution => ({
  round: 3,
  boats,
  discoveries: [],
  fires: [],
  reshuffled: [],
  ...change,
});
const view = (change: Partial<GuardiansView>): GuardiansView =>
  ({
    phase: 'interlude',
    players: NAMES.map(() => ({}) as GuardiansSeat),
    fires: [],
    face_down: [],
    ...change,
  }) as GuardiansView;
const kinds = (steps: readonly Step[]): string[] => steps.map((step) => step.kind);
const fire = (seat: number, island: string): Fire => ({ seat, island, wand: false });

describe('the story', () => {
  it('turns boats over in the order of their landing, whatever order they come in', () => {
    const steps = story(resolution({}), view({}));
    expect(steps.flatMap((step) => (step.kind === 'boat' ? [`${step.order} ${step.boat.seat}`] : []))).toEqual([
      '1 1',
      '2 2',
      '3 0',
    ]);
    expect(kinds(steps).slice(3)).toEqual(['nobody']);
  });
  it('tells who found whom, what was paid, who is still hidden, fires and what comes home', () => {
    const steps = story(
      resolution({ discoveries: [discovery({})], fires: [fire(3, 'ember_forge')], reshuffled: ['rewards'] }),
      view({}),
    );
    expect(kinds(steps).slice(3)).toEqual(['found', 'paid', 'hidden', 'fire', 'home', 'reshuffled']);
    expect(steps[5]).toEqual({ kind: 'hidden', seats: [1, 2, 3] });
    expect(steps[6]).toMatchObject({ owner: 2 });
  });
  it('tells no homecoming when the match is over', () => {
    expect(kinds(story(resolution({ discoveries: [discovery({})] }), view({ phase: 'end' })))).not.toContain('home');
  });
  it('puts marks before the payment that they change, legends after it, and Excalibur before', () => {
    const marked = discovery({ reward: 'egg', power: 'played', marks: [{ seat: 1, legend: 'kunee' }] });
    expect(kinds(story(resolution({ boats: [], discoveries: [marked] }), view({}))).slice(0, 5)).toEqual([
      'no_boats',
      'found',
      'mark',
      'paid',
      'power',
    ]);
    const sword = discovery({ reward: 'excalibur', power: 'played', gold: [2, 0, 0, 0] });
    expect(kinds(story(resolution({ boats: [], discoveries: [sword] }), view({}))).slice(1, 4)).toEqual([
      'found',
      'power',
      'paid',
    ]);
  });
  it('stops at a choice that is owed, and goes on with it alone', () => {
    const owed = discovery({ reward: 'ark', power: 'owed' });
    const first = story(resolution({ discoveries: [owed] }), view({ phase: 'resolve' }));
    expect(kinds(first).slice(3)).toEqual(['found', 'paid', 'power']);
    const struck = discovery({
      reward: 'ark',
      power: 'played',
      chosen: 2,
      power_gold: [0, 0, -2, 0],
      power_coins: [0, 0, 0, 0],
    });
    const other = discovery({ guardian: 3, location: 'ember_forge', finders: [2], gold: [0, 0, 2, 2] });
    const second = story(resolution({ discoveries: [struck, other] }), view({}), 1);
    expect(kinds(second)).toEqual(['power', 'found', 'paid', 'hidden', 'home']);
    expect(second[0]).toMatchObject({ found: { guardian: 0, chosen: 2 } });
  });
  it('does not repeat a power that was no choice', () => {
    const acted = discovery({ reward: 'alatyr', power: 'played', power_gold: [2, 0, 0, 0], power_coins: [0, 0, 0, 0] });
    expect(kinds(story(resolution({ discoveries: [acted] }), view({}), 1))).toEqual(['hidden', 'home']);
  });
});

describe('the tempo', () => {
  const total = ({ times }: { times: number[] }): number => times.reduce((sum, time) => sum + time, 0);
  const many = Array.from({ length: 15 }, (_, seq) => ({ seat: 0, island: 'a', sought: 1, seq }));
  const busy = resolution({
    boats: many.slice(7),
    discoveries: [discovery({}), discovery({ guardian: 1 })],
    fires: [fire(3, 'ember_forge'), fire(2, 'a')],
  });
  const acted = { reward: 'alatyr', power: 'played', power_gold: [2, 0, 0, 0], power_coins: [0, 0, 0, 0] };
  const everybody = resolution({
    boats: many,
    discoveries: [0, 1, 2, 3, 0].map((guardian) => discovery({ guardian, ...acted })),
  });

  it('is short, however many boats there are', () => {
    expect(total(paced(story(resolution({ boats: many }), view({})), 15_000))).toBeLessThan(7000);
    const told = paced(story(busy, view({})), 15_000);
    expect(told.steps).toEqual(story(busy, view({})));
    expect(Math.min(...told.times)).toBeGreaterThan(250);
  });
  it('is over before the next search, however much happened', () => {
    for (const left of [15_000, 30_000]) {
      for (const one of [busy, everybody]) expect(total(paced(story(one, view({})), left))).toBeLessThan(left - 1000);
    }
  });
  it('tells discoveries at once where time is short, and leaves nothing out', () => {
    const steps = story(everybody, view({}));
    const told = paced(steps, 15_000);
    const whole = told.steps.filter((step) => step.kind === 'whole');
    expect(whole.map((step) => kinds(step.parts))).toEqual(Array(5).fill(['found', 'paid', 'power']));
    expect(told.steps.flatMap((step) => (step.kind === 'whole' ? step.parts : [step]))).toEqual(steps);
    expect(changesOf(whole[0] as Step)).toEqual([
      { seat: 0, gold: 4, coins: 0 },
      { seat: 1, gold: 2, coins: 0 },
    ]);
    expect(Math.min(...told.times.slice(15, -1))).toBeGreaterThan(1900);
    const words = (step: Step): string => caption(step, box, people);
    expect(words(whole[0] as Step)).toBe(whole[0]?.parts.map(words).join(' '));
  });
  it('keeps every step where nothing ends the show', () => {
    expect(paced(story(everybody, view({ phase: 'end' })), null).steps.some((step) => step.kind === 'whole')).toBe(
      false,
    );
  });
});

describe('the board', () => {
  const found = resolution({ discoveries: [discovery({})], fires: [fire(3, 'ember_forge')] });
  const after = view({ fires: [fire(3, 'ember_forge'), fire(1, 'old')], face_down: ['siren_reef', 'older'] });
  const before = view({ phase: 'search', fires: [fire(1, 'old'), fire(0, 'mine')], face_down: ['older'] });
  const steps = story(found, after);
  const at = (kind: Step['kind'], from: GuardiansView | null = before) =>
    boardAt(steps, kinds(steps).indexOf(kind), found, from, after);

  it('shows hulls one after the other', () => {
    expect(at('boat').boats.map((boat) => boat.sought)).toEqual([0, null, null]);
    expect(boardAt(steps, 1, found, before, after).boats.map((boat) => boat.sought)).toEqual([0, 3, null]);
    expect(at('found').boats.every((boat) => boat.sought !== null)).toBe(true);
  });
  it('lights a fire when its turn comes, and lets those of the found go home', () => {
    expect(at('found').fires).toEqual([fire(1, 'old'), fire(0, 'mine')]);
    expect(at('fire').fires).toEqual([fire(1, 'old'), fire(0, 'mine'), fire(3, 'ember_forge')]);
    expect(at('home').fires).toEqual([fire(1, 'old'), fire(3, 'ember_forge')]);
  });
  it('does so after a reload too, when the view before is not known', () => {
    expect(at('found', null).fires).toEqual([fire(1, 'old')]);
    expect(at('fire', null).fires).toEqual([fire(1, 'old'), fire(3, 'ember_forge')]);
  });
  it('turns the found island over at the end, and points at where it happens', () => {
    expect(at('found').faceDown).toEqual(['older']);
    expect(at('home').faceDown).toEqual(['siren_reef', 'older']);
    expect(at('found').lit).toEqual(['siren_reef']);
    expect(at('fire').lit).toEqual(['ember_forge']);
    expect(at('hidden').lit).toEqual([]);
  });
});

describe('purses', () => {
  it('are owed what the show has not told yet', () => {
    const struck = discovery({
      reward: 'girdle',
      power: 'played',
      chosen: 1,
      power_gold: [1, -1, 0, 0],
      power_coins: [],
    });
    const steps = story(resolution({ discoveries: [discovery({}), struck] }), view({}));
    const due = (at: number) => dueAfter(steps, at, 4).map((one) => one.gold);
    expect(due(0)).toEqual([5, 3, 0, 0]);
    expect(due(kinds(steps).indexOf('paid'))).toEqual([3, 1, 0, 0]);
    expect(due(kinds(steps).indexOf('power'))).toEqual([0, 0, 0, 0]);
    const purse = { gold: 7, coins: 2, score: 9 };
    expect(lessDue(purse, { seat: 0, gold: 5, coins: 1 })).toEqual({ gold: 2, coins: 1, score: 3 });
    expect(lessDue(purse, undefined)).toBe(purse);
  });
});

describe('coins', () => {
  it('fly out of the island, and back into it', () => {
    expect(coinFlights([{ seat: 1, gold: 2, coins: 1 }], 'x').map((one) => `${one.coin} ${one.to}`)).toEqual([
      'gold seat-1',
      'gold seat-1',
      'legend seat-1',
    ]);
    expect(coinFlights([{ seat: 2, gold: -1, coins: 0 }], 'x')).toEqual([
      { coin: 'gold', from: 'seat-2', to: 'island-x' },
    ]);
  });
  it('only when somebody is paid', () => {
    expect(flightsOf({ kind: 'paid', found: discovery({}) })).toHaveLength(4);
    expect(flightsOf({ kind: 'nobody', seats: [0, 1] })).toEqual([]);
  });
});

describe.each(LANGUAGES)('the words in %s', (language) => {
  beforeAll(async () => {
    await speak(language);
    await learn('guardians', 'islands');
  });
  it('say every step, with every value', () => {
    const powers = ['kept', 'owed', 'fizzled', 'played'].map((power) => discovery({ reward: 'girdle', power }));
    const struck = discovery({
      reward: 'ark',
      power: 'played',
      chosen: 2,
      power_gold: [0, 0, -2, 0],
      power_coins: [0],
    });
    const special = ['excalibur', 'scales'].map((reward) => discovery({ reward, power: 'played' }));
    const marks = ['kunee', 'apple'].map((legend) => discovery({ marks: [{ seat: 1, legend }] }));
    const full = resolution({
      discoveries: [
        ...marks,
        ...powers,
        struck,
        ...special,
        discovery({ gold: [0], coins: [0] }),
        discovery({ finders: [1, 2] }),
      ],
      fires: [fire(3, 'ember_forge')],
      reshuffled: ['locations', 'rewards', 'postcards'],
    });
    const all = [...story(full, view({})), ...story(resolution({ boats: [] }), view({}))];
    for (const step of all) {
      const text = caption(step, box, people);
      expect(text).not.toMatch(/islands\.|guardians\.|[{}]|undefined/);
      expect(text.charAt(0)).toBe(text.charAt(0).toLocaleUpperCase());
    }
  });
  it('say what was paid', () => {
    expect(amountWords({ seat: 1, gold: 2, coins: 1 }, people)).toContain('Zoé +2');
    expect(amountWords({ seat: 1, gold: -2, coins: 0 }, people)).toContain('Zoé −2');
  });
});
