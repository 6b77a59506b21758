// Under `jeton serve --prefix /games` an address that begins at the host's root leads to somebody else.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../src');
const RAW = [
  /\b(href|src|action)="\//, // in markup
  /\b(fetch|assign|replace|register)\(['"`]\//,
  /location(\.href)? = ['"`]\//,
  /location\.origin\}?\//,
];

test('every address of the page goes through at()', () => {
  const wrong: string[] = [];
  for (const name of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(svelte|ts)$/.test(name) || name.endsWith('.test.ts')) continue;
    const lines = readFileSync(join(SOURCES, name), 'utf8').split('\n');
    for (const line of lines) if (RAW.some((raw) => raw.test(line))) wrong.push(`${name}: ${line.trim()}`);
  }
  expect(wrong).toEqual([]);
});
