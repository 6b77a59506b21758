import { describe, expect, it } from 'vitest';
import { speak, t } from '../../../words/words.svelte.ts';
import type { Desk } from '../moveDraft.svelte.ts';
import { canWords, pillWords } from './says.ts';

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

describe('a number of points', () => {
  const buying = (points: number): Desk =>
    ({
      me: { points, tokens: [] },
      draft: { verb: 'buy' },
      target: 1,
      box: { cards: [{ points: 1 }] },
    }) as unknown as Desk;

  it('is one or several, as each language counts', async () => {
    await speak('fr');
    expect([0, 1].map((points) => pillWords(buying(points)))).toEqual(['0 → 1 point', '1 → 2 points']);
    expect([0, 1, 2].map((count) => t('page.table.of_points', { count, goal: 16 }))).toEqual([
      'point sur 16',
      'point sur 16',
      'points sur 16',
    ]);
    await speak('nl');
    expect([0, 1].map((points) => pillWords(buying(points)))).toEqual(['0 → 1 punt', '1 → 2 punten']);
  });
});
