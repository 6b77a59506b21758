import { describe, expect, test } from 'vitest';
import { costRows } from '../src/games/splendor/parts/cost.ts';
import { colourOf } from '../src/games/splendor/parts/types.ts';
import { ICONS } from '../src/kit/icons/icons.ts';
import { REST } from '../src/kit/icons/rest.ts';
import { initialOf } from '../src/kit/person.ts';

describe('a cost', () => {
  test('after bonuses: one tick for each printed gem, saved before held before missing', () => {
    expect(costRows([4, 0, 2, 1, 0], { cost: [3, 0, 0, 1, 0], short: [1, 0, 0, 1, 0] })).toEqual([
      { colour: 0, saved: 1, held: 2, missing: 1, shown: 3 },
      { colour: 2, saved: 2, held: 0, missing: 0, shown: 0 },
      { colour: 3, saved: 0, held: 0, missing: 1, shown: 1 },
    ]);
  });

  test('as printed changes only the big number', () => {
    const cost = [3, 0, 0, 0, 7];
    const price = { cost: [2, 0, 0, 0, 0], short: [2, 0, 0, 0, 0] };
    const [after, printed] = [costRows(cost, price), costRows(cost, price, true)];
    expect(printed.map((row) => row.shown)).toEqual([3, 7]);
    expect(printed.map((row) => row.saved)).toEqual(after.map((row) => row.saved));
  });

  test('of nobody has nothing saved or held', () => {
    expect(costRows([0, 2, 0, 0, 0])).toEqual([{ colour: 1, saved: 0, held: 0, missing: 2, shown: 2 }]);
  });
});

test('an avatar has the first letter of a name, whatever the name', () => {
  expect(['zoé', ' Éva', '🦦 otter', ''].map((name) => initialOf({ seat: 0, name }))).toEqual(['Z', 'É', '🦦', '?']);
  expect(initialOf({ seat: 0, name: 'Lena', initial: 'LE' })).toBe('LE');
});

test('colours go by name or by their place in the bank', () => {
  expect(colourOf('marvel', 6)).toBe('time');
  expect(colourOf('splendor', 5)).toBe('gold');
  expect(colourOf('splendor', 'red')).toBe('red');
});

test('every icon is a path that starts with an absolute move', () => {
  for (const [name, path] of Object.entries({ ...ICONS, ...REST })) expect(path, name).toMatch(/^M[-\d. a-zA-Z]+$/);
});
