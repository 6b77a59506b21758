import { describe, expect, it } from 'vitest';
import {
  addLetter,
  chooseCard,
  complete,
  dropLetter,
  EMPTY,
  lack,
  offer,
  stillPossible,
} from '../src/games/splendor/pick.ts';

const ORDER = 'wbgrk';
const TAKES = ['take wbg', 'take wbr', 'take wgr', 'take bgr', 'take ww', 'take rr'];
const letters = (text: string) => [...text].reduce(addLetter, EMPTY);

describe('taking tokens', () => {
  it('offers every colour of every take at first', () => {
    expect([...offer(EMPTY, TAKES).take].sort().join('')).toBe('bgrw');
  });
  it('offers what completes a take with what was picked', () => {
    expect([...offer(letters('w'), TAKES).take].sort().join('')).toBe('bgrw');
    expect([...offer(letters('b'), TAKES).take].sort().join('')).toBe('grw');
    expect([...offer(letters('wb'), TAKES).take].sort().join('')).toBe('gr');
    expect(offer(letters('ww'), TAKES).take.size).toBe(0);
  });
  it('is complete only as one of the moves, whatever the order of picking', () => {
    expect(complete(letters('gbw'), TAKES, ORDER)).toBe('take wbg');
    expect(complete(letters('wb'), TAKES, ORDER)).toBeNull();
    expect(complete(letters('bb'), TAKES, ORDER)).toBeNull();
    expect(complete(letters('wk'), ['take wk'], ORDER)).toBe('take wk');
  });
  it('gives back the last one of a letter', () => {
    expect(dropLetter(letters('wbw'), 'w').letters).toBe('wb');
    expect(dropLetter(letters('wb'), 'r').letters).toBe('wb');
  });
});

describe('half a move', () => {
  it('lacks other colours, or the same again', () => {
    expect(lack(letters('w'), TAKES)).toEqual({ colours: 2, again: true });
    expect(lack(letters('b'), TAKES)).toEqual({ colours: 2, again: false });
    expect(lack(letters('wb'), TAKES)).toEqual({ colours: 1, again: false });
    expect(lack(letters('w'), ['take wk'])).toEqual({ colours: 1, again: false });
  });
  it('lacks nothing once it is a move, before it is begun, or where it can become none', () => {
    for (const whole of ['wbg', 'ww']) expect(lack(letters(whole), TAKES)).toBeNull();
    expect(lack(letters('g'), ['take g', 'take gg'])).toBeNull();
    expect(lack(EMPTY, TAKES)).toBeNull();
    expect(lack(letters('k'), TAKES)).toBeNull();
  });
});

describe('cards', () => {
  const moves = ['buy 2.3', 'reserve 2.3', 'reserve 1.1', 'reserve 2', 'buy h1'];
  it('buys where that is offered, else reserves', () => {
    expect(complete(chooseCard('2.3', moves), moves, ORDER)).toBe('buy 2.3');
    expect(complete(chooseCard('2.3', moves, 'reserve'), moves, ORDER)).toBe('reserve 2.3');
    expect(complete(chooseCard('1.1', moves), moves, ORDER)).toBe('reserve 1.1');
    expect(complete(chooseCard('2', moves), moves, ORDER)).toBe('reserve 2');
    expect(complete(chooseCard('h1', moves), moves, ORDER)).toBe('buy h1');
  });
  it('knows no verb for a card that nothing is offered for', () => {
    expect(chooseCard('3.1', moves).verb).toBeNull();
    expect(complete(chooseCard('3.1', moves), moves, ORDER)).toBeNull();
  });
});

describe('the other phases', () => {
  it('lists tokens to give back, nobles and gold', () => {
    const found = offer(EMPTY, ['return w', 'return j', 'noble 2', 'gold r', 'done', 'pass']);
    expect([...found.give]).toEqual(['w', 'j']);
    expect([...found.nobles]).toEqual([2]);
    expect([...found.gold]).toEqual(['r']);
    expect(found.canPass).toBe(true);
  });
  it('completes a noble', () => {
    expect(complete({ ...EMPTY, noble: 2 }, ['noble 2'], ORDER)).toBe('noble 2');
  });
});

describe('planning while others think', () => {
  it('keeps what can still be played', () => {
    expect(stillPossible(letters('wb'), TAKES, ORDER)?.letters).toBe('wb');
    expect(stillPossible(letters('wbg'), TAKES, ORDER)?.letters).toBe('wbg');
    expect(stillPossible({ ...EMPTY, target: '2.3' }, ['buy 2.3'], ORDER)?.verb).toBe('buy');
  });
  it('drops what became impossible', () => {
    expect(stillPossible(letters('wk'), TAKES, ORDER)).toBeNull();
    expect(stillPossible({ ...EMPTY, target: '2.3', verb: 'buy' }, ['reserve 2.3'], ORDER)).toBeNull();
    expect(stillPossible({ ...EMPTY, target: '2.3' }, TAKES, ORDER)).toBeNull();
  });
});
