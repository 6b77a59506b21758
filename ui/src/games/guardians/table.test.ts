// The pure parts of the table: what is offered, what is on show, how a place is counted, what a clock shows.
import { describe, expect, test } from 'vitest';
import type { BoatView, GuardiansView, Resolution } from '../../protocol.ts';
import { unpack } from './box.ts';
import { left, minutes } from './clock.ts';
import { decimals, offers, placeOf } from './moveDraft.svelte.ts';
import { initials } from './names.ts';
import { Pan } from './pan.svelte.ts';
import { picture, srcset } from './pictures.ts';
import { completed, fresh, Stage } from './stage.svelte.ts';

const boat = (seat: number, island: string, seq: number): BoatView => ({ seat, island, seq, sought: null });

describe('what I may do', () => {
  test('is read off the moves', () => {
    const moves = ['boat siren_reef red', 'boat ember_forge red', 'stop', 'play club', 'play trident red'];
    expect(offers(moves, 'boat')).toEqual([
      ['siren_reef', 'red'],
      ['ember_forge', 'red'],
    ]);
    expect(offers(moves, 'stop')).toEqual([[]]);
    expect(offers(moves, 'play')).toEqual([['club'], ['trident', 'red']]);
  });

  test('points are spelt as the engine reads them', () => {
    expect(decimals(0.123456)).toBe('0.1235');
    expect(decimals(-0.2)).toBe('0');
    expect(decimals(1.7)).toBe('1');
    expect(decimals(0.5)).toBe('0.5');
  });

  test('the place of a boat counts those that landed before it at the same island', () => {
    const boats = [boat(1, 'a', 4), boat(2, 'b', 5), boat(0, 'a', 6), boat(3, 'a', 9)];
    expect(boats.map((one) => placeOf(boats, one))).toEqual([1, 1, 2, 3]);
  });
});

const resolution = (round: number, discoveries: number, power = ''): Resolution => ({
  round,
  boats: [],
  discoveries: Array.from({ length: discoveries }, (_, guardian) => ({
    guardian,
    marks: [],
    gold: [],
    coins: [],
    power_gold: [],
    power_coins: [],
    power: guardian === discoveries - 1 ? power : '',
  })) as unknown as Resolution['discoveries'],
  fires: [],
  reshuffled: [],
  clues: [],
});
const view = (phase: string, found: Resolution | null, owing = false): GuardiansView =>
  ({
    phase,
    resolution: found,
    owing: owing ? { seat: 0, legend: 'ark' } : null,
    clues: [] as unknown,
    fires: [] as unknown,
    postcards: [] as unknown,
    players: [] as unknown,
  }) as GuardiansView;

describe('the show', () => {
  test('plays what is new and nothing twice', () => {
    const after = view('interlude', resolution(1, 2));
    expect(fresh(view('search', null), after)?.resolution.discoveries).toHaveLength(2);
    expect(fresh(after, view('interlude', resolution(1, 2)))).toBeNull();
    expect(fresh(null, after)).toBeNull();
    expect(fresh(after, view('search', null))).toBeNull();
  });

  test('goes on after the discovery whose choice had interrupted it', () => {
    const owed = view('resolve', resolution(1, 2, 'owed'), true);
    expect(fresh(owed, view('interlude', resolution(1, 3)))).not.toBeNull();
    expect(fresh(owed, view('interlude', resolution(1, 2)))).not.toBeNull();
    expect(fresh(owed, view('resolve', resolution(1, 2, 'owed'), true))).toBeNull();
  });

  test('can be seen again from its beginning until the next search', () => {
    const stage = new Stage();
    const first = view('search', null);
    stage.take(first, view('resolve', resolution(1, 1, 'owed'), true));
    stage.skip();
    stage.take(view('resolve', resolution(1, 1, 'owed'), true), view('interlude', resolution(1, 2)));
    expect(stage.at).toBe(4);
    stage.done();
    expect(stage.mayReplay).toBe(true);
    stage.replay();
    expect(stage.playing?.before).toBe(first);
    expect(stage.at).toBe(0);
    stage.take(view('interlude', resolution(1, 2)), view('search', null));
    expect(stage.playing).toBeNull();
    expect(stage.mayReplay).toBe(false);
  });

  test('does not play by itself after a reload, but can be seen', () => {
    const stage = new Stage();
    stage.take(null, view('interlude', resolution(3, 1)));
    expect(stage.playing).toBeNull();
    expect(stage.mayReplay).toBe(true);
  });
});

test('a clock counts down by the server’s time', () => {
  expect(left(60_000, 5_000, 15_000)).toBe(40_000);
  expect(left(60_000, 0, 99_000)).toBe(0);
  expect(left(null, 0, 0)).toBeNull();
  expect([minutes(38_000), minutes(60_000), minutes(400), minutes(0)]).toEqual(['0:38', '1:00', '0:01', '0:00']);
});

test('pictures come in two widths', () => {
  expect(picture('islands', 'ember_forge')).toBe('/pictures/guardians/islands/ember_forge-256.webp');
  expect(srcset('backs', 'island')).toContain('backs/island-640.webp 640w');
  expect(srcset('legends', 'ark')).toBe(
    '/pictures/guardians/legends/ark-200.webp 200w, /pictures/guardians/legends/ark-480.webp 480w',
  );
});

test('a box without a translation speaks English', () => {
  const box = unpack({
    islands: [
      [
        'a',
        ['Isle', '', 'Eiland'],
        ['', '', ''],
        [
          ['owl', 0.5, 0.5, 0.1],
          ['owl', 0.2, 0.2, 0.1, 'owl2'],
        ],
      ],
    ],
    postcards: [],
    words: { owl: ['owl', 'hibou', 'uil'] },
  });
  expect(box.islands.a?.title).toEqual({ en: 'Isle', fr: 'Isle', nl: 'Eiland' });
  expect(box.islands.a?.things.map((one) => one.id)).toEqual(['a.owl', 'a.owl2']);
});

describe('tokens', () => {
  test('carry a letter, and as many as tell two names apart', () => {
    expect(initials(['Lena', 'Noor', 'Zoé'])).toEqual(['L', 'N', 'Z']);
    expect(initials(['Visiteur', 'Vesper', 'Wim'])).toEqual(['Vi', 'Ve', 'W']);
    expect(initials(['anna', 'Anna', 'Annabel'])).toEqual(['A1', 'A2', 'Ab']);
    expect(initials(['', 'Émile', 'émilie'])).toEqual(['?', 'Ée', 'Éi']);
  });
});

describe('the sea', () => {
  test('can be moved only as far as it is larger than its frame', () => {
    const pan = new Pan(() => ({ width: 300, height: 200 }));
    expect(pan.isLarge).toBe(true);
    pan.zoom(9);
    expect(pan.scale).toBe(4);
    expect(pan.style).toBe('translate(0px, 0px)');
    pan.zoom(1 / 9);
    expect(pan.scale).toBe(1);
  });
});

describe('the view before a reveal', () => {
  const before = { ...view('search', null), seq: 7, round: 2 } as GuardiansView;
  const report = (move: string) => ({ n: 9, at: 9, seat: 1, move, facts: { element: 'harbour.dog' } });

  test('has the clue that was the last move of the search, though it has gone home since', () => {
    const [clue] = completed(before, [report('clue harbour 0.25 0.5')]).clues;
    expect(clue).toEqual({ seat: 1, postcard: 'harbour', x: 0.25, y: 0.5, element: 'harbour.dog', seq: 8, round: 2 });
    const told = new Stage();
    const found = {
      ...resolution(2, 1),
      discoveries: [{ ...resolution(2, 1).discoveries[0], guardian: 1 }],
    } as Resolution;
    told.take(before, view('interlude', found), null, [report('clue harbour 0.25 0.5')]);
    expect(told.steps.find((step) => step.kind === 'clues')).toMatchObject({ clues: [{ postcard: 'harbour' }] });
  });

  test('has no clue twice, and none where the search was over already', () => {
    const known = completed(before, [report('clue harbour 0.25 0.5')]);
    expect(completed(known, [report('clue harbour 0.25 0.5')])).toBe(known);
    expect(completed({ ...before, phase: 'resolve' }, [report('clue harbour 0.1 0.1')]).clues).toEqual([]);
    expect(completed(before, [report('boat reef ?')])).toBe(before);
  });
});
