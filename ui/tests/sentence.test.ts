// Sentences: keys, plurals by each language's own rules, values.
import { describe, expect, it } from 'vitest';
import { find, sentence } from '../src/words/sentence.ts';

const texts = {
  page: { card_one: '{count} card of {name}', card_other: '{count} cards of {name}', hello: 'Hello', braces: '{a}{b}' },
  of: 'Le tour de {name}, tant que {name} joue',
};

describe('a sentence', () => {
  it('is found by its key, and a key without one says itself', () => {
    expect(find(texts, 'page.hello')).toBe('Hello');
    for (const key of ['page', 'page.none', 'page.hello.more', '', 'none.at.all'])
      expect(find(texts, key)).toBe(undefined);
    expect(sentence(texts, 'en', 'page.none')).toBe('page.none');
  });

  it('has the plural of its language', () => {
    const said = (language: string, count: number): string =>
      sentence(texts, language, 'page.card', { count, name: 'Zoé' });
    expect([0, 1, 2].map((count) => said('en', count))).toEqual(['0 cards of Zoé', '1 card of Zoé', '2 cards of Zoé']);
    expect([0, 1, 2].map((count) => said('fr', count))).toEqual(['0 card of Zoé', '1 card of Zoé', '2 cards of Zoé']);
    expect(said('fr', 1_000_000)).toBe('1000000 cards of Zoé'); // "many", for which we have no form of its own
  });

  it('elides before a vowel in French', () => {
    const said = (name: string): string => sentence(texts, 'fr', 'of', { name });
    expect(said('Éric')).toBe('Le tour d’Éric, tant qu’Éric joue');
    expect(said('Özge')).toBe('Le tour d’Özge, tant qu’Özge joue');
    expect(said('Yves')).toBe('Le tour d’Yves, tant qu’Yves joue');
    expect(said('Yann')).toBe('Le tour de Yann, tant que Yann joue');
    expect(said('Zoé')).toBe('Le tour de Zoé, tant que Zoé joue');
    expect(sentence(texts, 'nl', 'of', { name: 'Éric' })).toBe('Le tour de Éric, tant que Éric joue');
  });

  it('is filled in once: what a name brings along is not looked at again', () => {
    expect(sentence(texts, 'en', 'page.braces', { a: '{b}', b: '$1' })).toBe('{b}$1');
    expect(sentence(texts, 'en', 'page.braces', { a: 0 })).toBe('0');
    expect(sentence(texts, 'en', 'page.hello', { count: 3 })).toBe('Hello');
  });
});
