import { expect, test } from 'vitest';
import { sentence } from './sentence.ts';

test('the article of an island is small inside a sentence, as the terminal says it', () => {
  const texts = {
    to: 'Vaar naar {island}',
    who: '{name}: {island}',
    first: '{island}: {name}',
    two: 'Na {other}. {island}',
  };
  const said = (key: string, island: string) => sentence(texts, 'nl', key, { island, other: island, name: 'Zoé' });
  expect(said('to', 'Het Sirenenrif')).toBe('Vaar naar het Sirenenrif');
  expect(said('to', 'Hetland')).toBe('Vaar naar Hetland');
  expect(said('to', 'L’Île aux rouages')).toBe('Vaar naar l’Île aux rouages');
  expect(said('who', 'De Piratenbaai')).toBe('Zoé: De Piratenbaai');
  expect(said('first', 'De Piratenbaai')).toBe('De Piratenbaai: Zoé');
  expect(said('two', 'The Frozen Crown')).toBe('Na the Frozen Crown. The Frozen Crown');
});
