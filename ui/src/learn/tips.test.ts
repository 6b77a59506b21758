import { beforeEach, expect, test, vi } from 'vitest';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => kept.set(key, text),
});
const { set } = await import('../settings.svelte.ts');
const { again, give, given, wanted } = await import('./tips.ts');

beforeEach(() => {
  kept.clear();
  set('tips', 'first');
});

test('tips are on in the first game of each title, also after a reload of it, and off in the next', () => {
  expect(wanted('one', 'splendor')).toBe(true);
  expect(wanted('one', 'splendor')).toBe(true);
  expect(wanted('two', 'splendor')).toBe(false);
  expect(wanted('two', 'guardians')).toBe(true);
  expect(wanted('one', 'splendor')).toBe(true);
});

test('who has chosen is asked no more', () => {
  set('tips', 'never');
  expect(wanted('one', 'splendor')).toBe(false);
  set('tips', 'always');
  expect([wanted('one', 'splendor'), wanted('two', 'splendor')]).toEqual([true, true]);
});

test('a tip is given once, until somebody asks for all of them again', () => {
  expect(given('splendor.pair')).toBe(false);
  give('splendor.pair');
  give('splendor.pair');
  expect(given('splendor.pair')).toBe(true);
  expect(JSON.parse(kept.get('jeton.tips') ?? '{}').given).toEqual(['splendor.pair']);
  again();
  expect(given('splendor.pair')).toBe(false);
});

test('what an older page or anybody has written there is read with care', () => {
  kept.set('jeton.tips', '{"first": 7, "given": "all"}');
  expect(given('splendor.pair')).toBe(false);
  kept.set('jeton.tips', '{"first": "one", "given": ["splendor.pair"]}');
  expect(given('splendor.pair')).toBe(true);
  expect(wanted('two', 'splendor')).toBe(true);
  kept.set('jeton.tips', 'nonsense');
  expect(wanted('one', 'splendor')).toBe(true);
});
