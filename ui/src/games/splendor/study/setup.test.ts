import { describe, expect, it } from 'vitest';
import slim from '../../../../../src/jeton/games/splendor/data/splendor.json';
import { unpack } from '../box.ts';
import { bankOf, freeCards, freeNobles, read, turnsOf, write } from './setup.ts';

const box = unpack('splendor', slim as unknown as Parameters<typeof unpack>[1]);
const text =
  'splendor 2; turn 1; phase play; first 0; turns 3; passes 0; bank w3b3g3r4k4j4; ' +
  'market 1 2 3 4 / 41 42 43 44 / 71 72 73 -; nobles 1 2 3; 0 tokens w1b1g1; 0 cards 5; 0 hand -; 0 nobles -; ' +
  '1 tokens j1; 1 cards -; 1 hand 6? ?2; 1 nobles -';

describe('a position that is set up', () => {
  it('is the same after reading and writing', () => {
    const setup = read(box, text);
    expect(setup.piles.slice(0, 6)).toEqual([4, 4, 4, 4, 4, 5]);
    expect(bankOf(setup).slice(0, 6)).toEqual([3, 3, 3, 4, 4, 4]);
    expect(setup.market[11]).toBe(0);
    expect(setup.players[1]?.hand).toEqual(['6?', '?2']);
    expect(read(box, write(box, setup))).toEqual(setup);
  });

  it('has as many turns as its cards and tokens ask for', () => {
    const setup = read(box, text);
    expect(turnsOf(setup)).toBe(5);
    expect(turnsOf({ ...setup, turn: 0 })).toBe(4);
  });

  it('knows what lies nowhere yet', () => {
    const setup = read(box, text);
    expect(freeCards(box, setup)).toHaveLength(90 - 11 - 2);
    expect(freeNobles(box, setup)).toHaveLength(7);
  });
});
