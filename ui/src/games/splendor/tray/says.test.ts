import { describe, expect, it } from 'vitest';
import { speak } from '../../../words/words.svelte.ts';
import { canWords } from './says.ts';

const ALL = ['take wbg', 'reserve 1.1', 'buy h1'];

describe('what the tray asks for', () => {
  it('is what can be done, and nothing else', async () => {
    await speak('en');
    expect(canWords('splendor', ALL)).toBe('Take gems, reserve a card or buy one');
    expect(canWords('splendor', ['take wbg', 'buy 2.1'])).toBe('Take gems or buy a card');
    expect(canWords('splendor', ['take wbg', 'reserve 1'])).toBe('Take gems or reserve a card');
    expect(canWords('splendor', ['buy 2.1'])).toBe('Buy a card');
  });

  it('is said in every language', async () => {
    await speak('fr');
    expect(canWords('splendor', ['take wbg', 'buy 2.1'])).toBe('Prends des pierres ou achète une carte');
    await speak('nl');
    expect(canWords('splendor', ['take wbg', 'reserve 1'])).toBe('Neem edelstenen of reserveer een kaart');
  });
});
