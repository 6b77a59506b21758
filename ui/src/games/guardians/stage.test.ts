// How a reveal ends: by itself, by Skip, at a choice that somebody owes, or with the match.
import { describe, expect, it } from 'vitest';
import { tabStorage } from '../../../tests/tabStorage.ts';
import type { Discovery, GuardiansSeat, GuardiansView, Outcome, Resolution } from '../../protocol.ts';
import { Stage } from './stage.svelte.ts';

tabStorage();

const discovery = (guardian: number, power = ''): Discovery => ({
  guardian,
  location: `island-${guardian}`,
  reward: power ? 'ark' : 'treasure',
  finders: [2],
  gold: [0, 0, 2],
  coins: [0, 0, 0],
  power,
  chosen: null,
  power_gold: [],
  power_coins: [],
  marks: [],
});
const resolution = (...discoveries: Discovery[]): Resolution => ({
  round: 3,
  boats: [{ seat: 2, island: 'island-0', sought: 0, seq: 1 }],
  discoveries,
  fires: [],
  reshuffled: [],
  clues: [],
});
const player = { gold: 3, coins: 0, score: 3, kept: [], armed: [], state: 'waiting' } as unknown as GuardiansSeat;
const view = (change: Partial<GuardiansView>): GuardiansView =>
  ({
    seat: 0,
    phase: 'search',
    round: 3,
    clock: null,
    postcards: [],
    clues: [],
    boats: [],
    fires: [],
    face_down: [],
    players: [player, player, player],
    hand: null,
    resolution: null,
    owing: null,
    moves: [],
    outcome: null,
    ...change,
  }) as unknown as GuardiansView;
const outcome = { termination: 'resigned', winners: [0], points: [3, 3, 3], ranks: [1, 2, 3] } as unknown as Outcome;
const before = view({});
const owed = view({
  phase: 'resolve',
  resolution: resolution(discovery(0, 'owed')),
  owing: { seat: 0, legend: 'ark' },
});
const chosen = view({ phase: 'interlude', resolution: resolution(discovery(0, 'played'), discovery(1)) });

describe('a reveal that stops at a choice', () => {
  it('shows the choice after Skip, and is over with Skip once that is made', () => {
    const stage = new Stage();
    stage.take(before, owed);
    stage.skip();
    stage.skip();
    expect(stage.waits).toBe(true);
    stage.take(owed, chosen);
    expect([stage.waits, stage.playing === null]).toEqual([false, false]);
    stage.skip();
    expect(stage.playing).toBeNull();
  });
  it('goes on by itself after the choice, if Skip was pressed in a halted one', () => {
    const stage = new Stage();
    stage.take(before, owed);
    stage.paused = true;
    stage.go(1);
    stage.skip();
    stage.take(owed, chosen);

    expect(stage.paused).toBe(false);
  });
  it.each(['before', 'after'])('waits for nobody once the match is over; they left %s Skip', (when) => {
    const stage = new Stage();
    const left = { ...owed, outcome, moves: [] };
    stage.take(before, owed);
    if (when === 'after') stage.skip();
    stage.take(owed, left);
    expect(stage.waits).toBe(false);
    stage.skip();

    expect(stage.playing).toBeNull();
  });
  it('ends by itself, too, if the match is over', () => {
    const stage = new Stage();
    stage.take(before, { ...owed, outcome });
    for (let step = 0; step < 20 && stage.playing; step++) stage.go(stage.at + 1);

    expect(stage.playing).toBeNull();
  });
});
