// What I picked outlives a reload for as long as it is possible.
import { describe, expect, it, vi } from 'vitest';
import { tabStorage } from '../../../tests/tabStorage.ts';
import type { GuardiansSeat, GuardiansView } from '../../protocol.ts';
import { type Draft, EMPTY, recall, remember } from './kept.ts';

const stored = tabStorage();

const me = (change: Partial<GuardiansSeat> = {}) => ({ clues_left: 0, boats_left: 2, state: 'may_sail', ...change });
const view = (change: object = {}, mine: Partial<GuardiansSeat> = {}): GuardiansView =>
  ({
    seat: 0,
    round: 2,
    phase: 'search',
    outcome: null,
    postcards: ['harbour', 'night_market'],
    board: [{ island: 'siren_reef' }],
    players: [me(mine), me(), me()],
    hand: { location: 'ember_forge', reward: 'treasure' },
    moves: ['boat siren_reef red', 'boat siren_reef green', 'clue harbour 0.5 0.5', 'play wand siren_reef'],
    ...change,
  }) as unknown as GuardiansView;
const boat: Draft = { ...EMPTY, island: 'siren_reef', sought: 1 };
const clue: Draft = { ...EMPTY, card: 'harbour', spots: { harbour: { x: 0.25, y: 0.5 } } };

describe('a draft', () => {
  it('is there again after a reload, and without a secret', () => {
    remember('t 0', { ...boat, ...clue, island: 'siren_reef', sought: 1 }, view());
    expect(recall('t 0', view())).toEqual({ ...clue, island: 'siren_reef', sought: 1 });
    expect([...stored.values()].join()).not.toContain('ember_forge');
  });
  it('of a boat is dropped when a boat was sent, or none may seek there', () => {
    remember('t 0', boat, view());
    expect(recall('t 0', view({}, { boats_left: 1 }))).toEqual(EMPTY);
    expect(recall('t 0', view({ moves: ['boat siren_reef green'] }))).toEqual(EMPTY);
    expect(recall('t 0', view({ players: [me(), me({ boats_left: 0 }), me()] }))).toEqual(boat);
  });
  it('of a boat may come before the clue', () => {
    const early = view({ moves: ['clue harbour 0.5 0.5'] }, { clues_left: 1, state: 'needs_clue' });
    remember('t 0', boat, early);
    expect(recall('t 0', early)).toEqual(boat);
    expect(recall('t 0', view())).toEqual(boat);
    remember('t 0', { ...boat, sought: 0 }, early);
    expect(recall('t 0', early)).toEqual(EMPTY);
  });
  it('of a clue is dropped when one was placed, or its postcard has left', () => {
    remember('t 0', clue, view());
    expect(recall('t 0', view({}, { clues_left: 1 }))).toEqual(EMPTY);
    expect(recall('t 0', view({ postcards: ['night_market'] }))).toEqual(EMPTY);
  });
  it('of a legend goes with its island as long as it may be played', () => {
    const wand: Draft = { ...EMPTY, legend: 'wand', island: 'siren_reef' };
    const resting = { phase: 'interlude', moves: ['play wand siren_reef'] };
    remember('t 0', wand, view(resting));
    expect(recall('t 0', view(resting))).toEqual(wand);
    expect(recall('t 0', view({ ...resting, moves: ['ready'] }))).toEqual(EMPTY);
  });
  it('is dropped in another round or phase, for another seat, and when the match is over', () => {
    remember('t 0', boat, view());
    expect(recall('t 0', view({ round: 3 }))).toEqual(EMPTY);
    expect(recall('t 0', view({ phase: 'interlude' }))).toEqual(EMPTY);
    expect(recall('t 1', view({ seat: 1 }))).toEqual(EMPTY);
    expect(recall('t 0', view({ outcome: {} }))).toEqual(EMPTY);
    remember('t 0', boat, view({ outcome: {} }));
    expect(stored.size).toBe(0);
  });
  it('that nobody can read, or that does not fit, does no harm', () => {
    for (const text of [
      '{',
      '7',
      '{"draft":7}',
      '{"round":2,"phase":"search","clues":0,"boats":2,"draft":{"spots":[7]}}',
    ]) {
      stored.set('t 0', text);
      expect(recall('t 0', view())).toEqual(EMPTY);
    }
    remember('t 0', boat, view());
    vi.stubGlobal('sessionStorage', {
      ...sessionStorage,
      setItem: () => {
        throw new Error('full');
      },
    });
    remember('t 0', { ...boat, sought: 2 }, view());
    expect(stored.size).toBe(0);
  });
});
