import { expect, test } from 'vitest';
import { isDear } from '../src/offline.ts';

test('data is dear where somebody says so, pays for it or waits for it; many browsers do not say', () => {
  expect(isDear(undefined)).toBeUndefined();
  expect(isDear({ saveData: false, effectiveType: '4g' })).toBe(false);
  expect(isDear({ type: 'wifi' })).toBe(false);
  expect(isDear({ saveData: true, effectiveType: '4g' })).toBe(true);
  expect(isDear({ type: 'cellular', effectiveType: '4g' })).toBe(true);
  expect(isDear({ effectiveType: 'slow-2g' })).toBe(true);
});
