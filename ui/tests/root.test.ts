// Under `jeton serve --prefix /games` an address that begins at the host's root leads to somebody else.
import { expect, test } from 'vitest';

const SOURCES = import.meta.glob<string>('../src/**/*.{svelte,ts}', { query: '?raw', import: 'default', eager: true });
const RAW = [
  /\b(href|src|action)="\//, // in markup
  /\b(fetch|assign|replace|register)\(['"`]\//,
  /location(\.href)? = ['"`]\//,
  /location\.origin\}?\//,
];

test('every address of the page goes through at()', () => {
  const wrong: string[] = [];
  expect(Object.keys(SOURCES).length).toBeGreaterThan(100);
  for (const [name, text] of Object.entries(SOURCES)) {
    if (name.endsWith('.test.ts')) continue;
    for (const line of text.split('\n')) if (RAW.some((raw) => raw.test(line))) wrong.push(`${name}: ${line.trim()}`);
  }
  expect(wrong).toEqual([]);
});
