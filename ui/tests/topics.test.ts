// Looking for a rule.
import { describe, expect, test } from 'vitest';
import { matching } from '../src/learn/topics.ts';

const TEXTS = {
  S10: 'Trois différentes : jamais d’or.',
  S12: 'Deux de la même couleur.',
  part_S1: 'La boîte',
  S1: 'Or.',
};
const NUMBERS = ['S10', 'S12', 'S1'];

describe('looking for a rule', () => {
  test('finds all words in any order, accents and capitals aside', () => {
    expect(matching(TEXTS, NUMBERS, 'TROIS differentes')).toEqual(['S10']);
    expect(matching(TEXTS, NUMBERS, 'or')).toEqual(['S10', 'S1']);
  });

  test('finds a rule by its number, and nothing for nothing', () => {
    expect(matching(TEXTS, NUMBERS, ' s12 ')).toEqual(['S12']);
    expect(matching(TEXTS, NUMBERS, '  ')).toEqual([]);
    expect(matching(TEXTS, NUMBERS, 'boîte')).toEqual([]);
  });
});
