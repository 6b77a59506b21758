// A page that was loaded since the reveal tells it as one that was there.
import { describe, expect, it } from 'vitest';
import { tabStorage } from '../../../../tests/tabStorage.ts';
import type { Clue, Discovery, GuardiansSeat, GuardiansView, Resolution } from '../../../protocol.ts';
import { Stage } from '../stage.svelte.ts';
import { viewBefore } from './before.ts';

const stored = tabStorage();

const discovery: Discovery = {
  guardian: 0,
  location: 'siren_reef',
  reward: 'club',
  finders: [1],
  gold: [2, 2, 0],
  coins: [1, 1, 0],
  power: 'kept',
  chosen: null,
  power_gold: [0, 1, -1],
  power_coins: [],
  marks: [{ seat: 1, legend: 'apple' }],
};
const resolution: Resolution = {
  round: 3,
  boats: [{ seat: 1, island: 'siren_reef', sought: 0, seq: 4 }],
  discoveries: [discovery],
  fires: [{ seat: 2, island: 'wolf_pines', wand: false }],
  reshuffled: [],
  clues: [],
};
const clue = (seat: number, postcard: string, round = 3): Clue => {
  return { seat, postcard, x: 0.5, y: 0.25, element: `${postcard}.dog`, seq: 1, round };
};
const player = (gold: number, coins: number, more: Partial<GuardiansSeat> = {}) =>
  ({ gold, coins, score: gold + coins, kept: [], armed: [], state: 'waiting', ...more }) as unknown as GuardiansSeat;
const view = (change: Partial<GuardiansView>): GuardiansView =>
  ({
    seat: 0,
    phase: 'search',
    round: 3,
    clock: null,
    postcards: ['harbour', 'fair'],
    clues: [clue(0, 'harbour', 2), clue(0, 'fair'), clue(2, 'fair')],
    boats: [{ seat: 1, island: 'siren_reef', sought: null, seq: 4 }],
    fires: [{ seat: 0, island: 'old', wand: false }],
    effects: [],
    face_down: [],
    players: [player(3, 0), player(4, 1, { armed: ['apple'] }), player(5, 0)],
    hand: { location: 'siren_reef', reward: 'club' },
    piles: [],
    guarded: [],
    resolution: null,
    owing: null,
    moves: [],
    outcome: null,
    ...change,
  }) as unknown as GuardiansView;
const before = view({});
const after = view({
  phase: 'interlude',
  postcards: ['harbour', 'fair', 'zoo'],
  clues: [clue(2, 'fair')],
  fires: [{ seat: 2, island: 'wolf_pines', wand: false }],
  players: [player(5, 1, { kept: ['club'] }), player(7, 2), player(4, 0)],
  hand: { location: 'ember_forge', reward: 'treasure' },
  resolution: { ...resolution, clues: [clue(0, 'harbour', 2), clue(0, 'fair')] },
});
const stage = () => new Stage(() => 't 0');

describe('after a reload', () => {
  it('the show goes on from the step it had reached, to the same end', () => {
    const first = stage();
    first.take(before, after);
    first.go(2);
    const again = stage();
    again.take(null, after);

    expect(again.at).toBe(2);
    expect(again.steps).toEqual(first.steps);
    expect(again.seen).toEqual(first.seen);
    expect([...stored.values()].join()).not.toContain('"hand"');
  });
  it('it does not go on once it is over or its time is; but it is told again whole', () => {
    const first = stage();
    first.take(before, after);
    const late = stage();
    late.take(null, after, 0);
    expect(late.playing).toBeNull();
    first.done();
    const again = stage();
    again.take(null, after);
    expect(again.playing).toBeNull();
    again.replay();
    expect(again.steps.find((step) => step.kind === 'clues')).toMatchObject({ clues: [{ round: 2 }, { round: 3 }] });
    expect(again.seen?.players.map((one) => one.score)).toEqual([3, 5, 5]);
  });
  it('a show that was halted is halted at the same step, however late, and goes on if it went on', () => {
    const first = stage();
    first.take(before, after);
    first.turned = 1;
    first.paused = true;
    const fleet = stage();
    fleet.take(null, after, 0);
    expect([fleet.at, fleet.turned, fleet.paused]).toEqual([0, 1, true]);
    fleet.go(2);
    const later = stage();
    later.take(null, after, 0);
    expect([later.at, later.turned, later.paused]).toEqual([2, 1, true]);
    later.paused = false;
    const again = stage();
    again.take(null, after);
    expect([again.at, again.paused]).toEqual([2, false]);
  });
  it('another round is told from nothing that was kept of this one, and the next search forgets it', () => {
    const first = stage();
    first.take(before, after);
    const next = stage();
    next.take(null, { ...after, resolution: { ...resolution, round: 4 } });
    expect(next.playing).toBeNull();
    next.take(after, before);
    expect(stored.size).toBe(0);
  });
  it.each(['{', '7', '{"round":3}', '{"round":3,"at":"x","open":{"players":7}}', '{"round":3,"at":99,"open":null}'])(
    'what nobody can read, like %s, does no harm',
    (text) => {
      stored.set('t 0', text);
      const again = stage();
      again.take(null, after, null);
      again.replay();
      expect(again.seen?.players.map((one) => one.score)).toEqual([3, 5, 5]);
    },
  );
});

describe('on another device', () => {
  it('the resolution tells the clues of all rounds, and what the purses held', () => {
    const told = viewBefore(after.resolution!, after, null);

    expect(told.clues.filter((one) => one.seat === 0).map((one) => one.postcard)).toEqual(['harbour', 'fair']);
    expect(told.postcards).toEqual(before.postcards);
    expect(told.players.map(({ gold, coins, kept, armed }) => [gold, coins, kept, armed])).toEqual([
      [3, 0, [], []],
      [4, 1, [], ['apple']],
      [5, 0, [], []],
    ]);
    expect(told.fires).toEqual([]);
    expect(told.hand).toEqual(before.hand);
  });
  it('the show begins while there is time for it, and not without a clock', () => {
    const clock = { kind: 'interlude', at: 60_000, begins: 45_000 };
    const timed = new Stage();
    timed.take(null, { ...after, clock }, 9000);
    expect([timed.playing === null, timed.at]).toEqual([false, 0]);
    const free = new Stage();
    free.take(null, after, null);
    expect(free.playing).toBeNull();
  });
});
