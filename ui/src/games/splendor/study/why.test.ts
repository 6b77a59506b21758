import { expect, test } from 'vitest';
import data from '../../../../../src/jeton/games/splendor/data/splendor.json';
import type { Fact } from '../../../judged.ts';
import { learn, speak } from '../../../words/words.svelte.ts';
import { unpack } from '../box.ts';
import { factWords } from './why.ts';

const box = unpack('splendor', data as unknown as Parameters<typeof unpack>[1]);
const theirs = { kind: 'theirs', seat: -1, count: 9, of: 10, other: 0 } as unknown as Fact;

test('where two play, the others are one', async () => {
  await speak('en');
  await learn('why', 'puzzle');
  const gain = (names: string[], instead = ''): string => factWords(box, theirs, names, 0, instead);

  expect(gain(['Lena', 'Otto', 'Wim'])).toMatch(/, the others gain 9 points .*; otherwise 0\.$/);
  expect(gain(['Lena', 'Otto'])).toMatch(/, the other player gains 9 points .*; otherwise 0\.$/);
  expect(gain(['Lena', 'Otto'], 'puzzle.why')).toMatch(/^After the next best move, the other player gains/);
});
