import { expect, test } from 'vitest';
import { fleetOf, nameAt } from './fleet.ts';
import { lay, TALL } from './hexes.ts';

const layout = lay([
  { island: 'above', q: 0, r: 0 },
  { island: 'below', q: 0, r: 1 },
  { island: 'beside', q: 1, r: 0 },
]);
const below = layout.spots.find((spot) => spot.island === 'below')!;
const at = (boats: Record<string, number>): number =>
  nameAt(layout, below, below.x + 0.5, { width: 1.3, height: 0.2 }, (island) => boats[island] ?? 0, false);

test('a name lies on the upper edge of its island, and elsewhere if boats lie there', () => {
  const upper = at({});
  expect(Math.abs(upper)).toBeLessThan(0.05);
  expect(at({ below: 3 })).toBe(upper);
  const lower = at({ above: 3 });
  expect(lower - 0.1).toBeGreaterThan(0.03);
  expect(lower).toBeLessThan(TALL / 2);
});

test('a stack of boats is hardly wider than its island', () => {
  for (let count = 1; count <= 10; count++) {
    expect(fleetOf(count, false).width).toBeLessThan(1.05);
    expect(fleetOf(count, true).width).toBeLessThan(1.05);
  }
});
