import { beforeAll, describe, expect, it } from 'vitest';
import type { Clue, Discovery, Fire, GuardiansSeat, GuardiansView, Resolution } from '../../../protocol.ts';
import { LANGUAGES, learn, speak } from '../../../words/words.svelte.ts';
import type { Box } from '../box.ts';
import type { People } from '../look.ts';
import { Stage } from '../stage.svelte.ts';
import { amountWords, caption, shortCaption } from './captions.ts';
import { coinFlights, flightsOf } from './coins.ts';
import { boardAt, type Step, seenAt, story } from './story.ts';
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
  clues: [],
  ...change,
});
const view = (change: Partial<GuardiansView>): GuardiansView =>
  ({
    phase: 'interlude',
    players: NAMES.map(() => ({}) as GuardiansSeat),
    fires: [],
    face_down: [],
    clues: [],
    owing: null,
    moves: [],
    ...change,
  }) as GuardiansView;
const kinds = (steps: readonly Step[]): string[] => steps.map((step) => step.kind);
const fire = (seat: number, island: string): Fire => ({ seat, island, wand: false });

const clue = (seat: number, seq: number): Clue => ({
  seat,
  postcard: 'p1',
  x: 0.5,
  y: 0.5,
  element: null,
  seq,
  round: 3,
});

describe('the story', () => {
  it('turns boats over in the order of their landing, whatever order they come in', () => {
    const [fleet, ...rest] = story(resolution({}), null, view({}));
    expect(fleet?.kind === 'fleet' && fleet.boats.map((boat) => boat.seat)).toEqual([1, 2, 0]);
    expect(kinds(rest)).toEqual(['nobody']);
  });
  it('tells clues beside the island, who found it, what was paid, who is still hidden, fires and what comes home', () => {
    const before = { clues: [clue(0, 1), clue(1, 2), clue(0, 3)], fires: [fire(0, 'old')] };
    const steps = story(
      resolution({ discoveries: [discovery({})], fires: [fire(3, 'ember_forge')], reshuffled: ['rewards'] }),
      before,
      view({}),
    );
    expect(kinds(steps)).toEqual(['fleet', 'clues', 'found', 'paid', 'hidden', 'fire', 'home', 'reshuffled']);
    expect(steps[1]).toMatchObject({ clues: [{ seq: 1 }, { seq: 3 }] });
    expect(steps[4]).toEqual({ kind: 'hidden', seats: [1, 2, 3] });
    expect(steps[5]).toMatchObject({ owner: 2 });
    expect(steps[6]).toMatchObject({ fires: true });
  });
  it('gives each of several fires on one island its own boat', () => {
    const close = [2, 1].map((seat, i) => ({ seat, island: 'ember_forge', sought: 3, seq: i + 1 }));
    const lit = [fire(3, 'ember_forge'), fire(3, 'ember_forge')];
    const steps = story(resolution({ boats: close, fires: lit }), null, view({}));
    expect(steps.flatMap((step) => (step.kind === 'fire' ? [step.owner] : []))).toEqual([2, 1]);
  });
  it('tells no homecoming when the match is over', () => {
    const told = story(resolution({ discoveries: [discovery({})] }), null, view({ phase: 'end' }));
    expect(kinds(told)).not.toContain('home');
  });
  it('puts marks before the payment that they change, legends after it, and Excalibur before', () => {
    const marked = discovery({ reward: 'egg', power: 'played', marks: [{ seat: 1, legend: 'kunee' }] });
    const told = (one: Discovery) => kinds(story(resolution({ boats: [], discoveries: [one] }), null, view({})));
    expect(told(marked).slice(0, 6)).toEqual(['no_boats', 'clues', 'found', 'mark', 'paid', 'power']);
    const sword = discovery({ reward: 'excalibur', power: 'played', gold: [2, 0, 0, 0] });
    expect(told(sword).slice(2, 5)).toEqual(['found', 'power', 'paid']);
  });
});

const owed = discovery({ reward: 'ark', power: 'owed' });
const struck = discovery({ reward: 'ark', power: 'played', chosen: 2, power_gold: [0, 0, -2, 0], power_coins: [] });
const other = discovery({ guardian: 3, location: 'ember_forge', finders: [2], gold: [0, 0, 2, 2] });

describe('a choice that is owed', () => {
  const search = view({ phase: 'search', clues: [clue(0, 1), clue(3, 2)], postcards: ['p1'], players: [] });
  const asked = view({ phase: 'resolve', resolution: resolution({ discoveries: [owed] }) });
  const made = view({ resolution: resolution({ discoveries: [struck, other] }) });

  it('stops the story, which goes on with the same steps when it was made', () => {
    const first = story(asked.resolution as Resolution, search, asked);
    const whole = story(made.resolution as Resolution, search, made);
    expect(kinds(first)).toEqual(['fleet', 'clues', 'found', 'paid', 'power']);
    expect(kinds(whole).slice(0, first.length)).toEqual(kinds(first));
    expect(kinds(whole).slice(first.length)).toEqual(['clues', 'found', 'paid', 'hidden', 'home']);
  });
  it('that a bot makes early takes nothing away: the show goes on where it is', () => {
    const stage = new Stage();
    stage.take(search, asked);
    stage.go(1);
    stage.take(asked, made);
    expect(stage.at).toBe(1);
    expect(stage.step?.kind).toBe('clues');
    const seen: string[] = [];
    while (stage.playing) {
      seen.push(stage.step?.kind ?? '');
      stage.go(stage.at + 1);
    }
    expect(seen).toEqual(['clues', 'found', 'paid', 'power', 'clues', 'found', 'paid', 'hidden', 'home']);
  });
  it('is waited for, and told first to who has skipped so far', () => {
    const stage = new Stage();
    stage.take(search, asked);
    stage.skip();
    expect([stage.waits, stage.step?.kind]).toEqual([true, 'power']);
    stage.go(stage.at + 1);
    expect(stage.waits).toBe(true);
    stage.take(asked, made);
    expect([stage.waits, stage.step?.kind]).toEqual([false, 'power']);
    expect(stage.step).toMatchObject({ found: { chosen: 2 } });
  });
  it('is not begun anew by a view that brings nothing', () => {
    const stage = new Stage();
    stage.take(search, made);
    stage.done();
    stage.take(made, { ...made });
    expect([stage.playing, stage.mayReplay]).toEqual([null, true]);
    stage.replay();
    expect([stage.at, stage.playing === null]).toEqual([0, false]);
  });
});

describe('the tempo', () => {
  const total = (times: number[]): number => times.reduce((sum, time) => sum + time, 0);
  const many = Array.from({ length: 15 }, (_, seq) => ({ seat: 0, island: 'a', sought: 1, seq }));
  const acted = { reward: 'alatyr', power: 'played', power_gold: [2, 0, 0, 0], power_coins: [0, 0, 0, 0] };
  const everybody = resolution({
    boats: many,
    discoveries: [0, 1, 2, 3, 0].map((guardian) => discovery({ guardian, ...acted })),
  });

  it('keeps to the times that the server counts (showing.py)', () => {
    const one = story(resolution({ boats: many.slice(8), discoveries: [discovery({})] }), null, view({}));
    expect(total(paced(one, null))).toBe(900 + 7 * 350 + 8400 + 3000);
    expect(total(paced(story(everybody, null, view({})), null))).toBeLessThan(34_001);
  });
  it('fits into the time that is left, unless that were too fast', () => {
    const steps = story(everybody, null, view({}));
    expect(total(paced(steps, 30_000))).toBeCloseTo(30_000);
    expect(total(paced(steps, 1000))).toBeGreaterThan(15_000);
  });
});

describe('the board', () => {
  const found = resolution({ discoveries: [discovery({})], fires: [fire(3, 'ember_forge')] });
  const after = view({ fires: [fire(3, 'ember_forge'), fire(1, 'old')], face_down: ['siren_reef', 'older'] });
  const before = view({ phase: 'search', clues: [], fires: [fire(1, 'old'), fire(0, 'mine')], face_down: ['older'] });
  const steps = story(found, before, after);
  const at = (kind: Step['kind'], from: GuardiansView | null = before) =>
    boardAt(steps, kinds(steps).indexOf(kind), 0, found, from, after);

  it('shows hulls one after the other', () => {
    const hulls = (turned: number) => boardAt(steps, 0, turned, found, before, after).boats.map((boat) => boat.sought);
    expect(hulls(1)).toEqual([0, null, null]);
    expect(hulls(2)).toEqual([0, 3, null]);
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

describe('the table around the show', () => {
  const purse = { gold: 1, coins: 0, score: 1, kept: [], armed: [], state: 'done' } as unknown as GuardiansSeat;
  const before = view({
    phase: 'search',
    clues: [clue(0, 1), clue(1, 2)],
    postcards: ['p1'],
    players: NAMES.map(() => purse),
    owing: null,
    moves: ['stop'],
  });
  const club = discovery({ reward: 'club', power: 'kept', coins: [1, 1, 0, 0] });
  const after = view({
    clues: [clue(1, 2)],
    postcards: ['p1', 'p2'],
    resolution: resolution({ discoveries: [club] }),
    owing: null,
    moves: ['ready'],
  });
  const steps = story(after.resolution as Resolution, before, after);
  const at = (kind: Step['kind']) => seenAt(steps, kinds(steps).indexOf(kind), before, after);

  it('is the one before the reveal until the story has told more', () => {
    expect(at('fleet').players.map((player) => player.gold)).toEqual([1, 1, 1, 1]);
    expect(at('found').clues.map((one) => one.seq)).toEqual([1, 2]);
    expect(at('paid').players.map((player) => player.score)).toEqual([4, 4, 1, 1]);
    expect(at('paid').players[0]?.kept).toEqual([]);
    expect(at('power').players[0]?.kept).toEqual(['club']);
    expect(at('home').clues.map((one) => one.seq)).toEqual([2]);
    expect(at('home').postcards).toEqual(['p1']);
  });
  it('offers nothing before its moment', () => {
    const asked = view({
      phase: 'resolve',
      clues: [],
      resolution: resolution({ discoveries: [owed] }),
      owing: { seat: 0, legend: 'ark' },
      moves: ['choose red'],
    });
    const told = story(asked.resolution as Resolution, before, asked);
    expect(seenAt(told, 1, before, asked).moves).toEqual([]);
    expect(seenAt(told, told.length - 1, before, asked).moves).toEqual(['choose red']);
    expect(at('fleet').moves).toEqual([]);
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
    await learn('guardians', 'guardians_page');
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
    const all = [
      ...story(full, { clues: [clue(0, 1)], fires: [] }, view({})),
      ...story(full, { clues: [], fires: [fire(0, 'x')] }, view({})),
      ...story(resolution({ boats: [] }), null, view({})),
    ];
    for (const step of all) {
      const text = caption(step, box, people, step === all[0]);
      expect(text).not.toMatch(/guardians_page\.|guardians\.|[{}]|undefined/);
      expect(text.charAt(0)).toBe(text.charAt(0).toLocaleUpperCase());
    }
  });
  it('leave to the picture who was paid, and say what was hidden', () => {
    const step: Step = { kind: 'paid', found: discovery({ reward: 'girdle' }) };
    const [whole, short] = [caption(step, box, people), shortCaption(step, box, people)];

    expect(whole).toContain('Zoé');
    expect(short).not.toContain('Zoé');
    expect(whole.startsWith(short)).toBe(true);
    expect(shortCaption({ kind: 'nobody', seats: [] }, box, people)).toBe(
      caption({ kind: 'nobody', seats: [] }, box, people),
    );
  });
  it('say what was paid', () => {
    expect(amountWords({ seat: 1, gold: 2, coins: 1 }, people)).toContain('Zoé +2');
    expect(amountWords({ seat: 1, gold: -2, coins: 0 }, people)).toContain('Zoé −2');
  });
});
