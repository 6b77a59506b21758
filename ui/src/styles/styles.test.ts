import { describe, expect, test } from 'vitest';

interface Node {
  process: { getBuiltinModule(name: 'node:fs'): { readFileSync(file: URL, encoding: 'utf8'): string } };
}

// Vitest empties style sheets that are imported, so this one is read as a file.
const { readFileSync } = (globalThis as unknown as Node).process.getBuiltinModule('node:fs');
const SHEETS = ['./tokens.css', '../games/splendor/cloth.css', '../games/guardians/cloth.css'];
const tokens = SHEETS.map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('');

/** The variables of the blocks with these selectors, later ones over earlier ones. */
function read(...selectors: string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, selector, body] of tokens.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const names = selector!.split(',').map((s) => s.trim());
    if (!selectors.some((s) => names.includes(s))) continue;
    for (const [, name, value] of body!.matchAll(/--([\w-]+):\s*([^;]+);/g)) found[name!] = value!.trim();
  }
  return found;
}

function luminance(hex: string): number {
  const full = hex.length === 4 ? `#${[...hex.slice(1)].map((c) => c + c).join('')}` : hex;
  const [r, g, b] = [1, 3, 5].map((i) => {
    const v = Number.parseInt(full.slice(i, i + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}

function contrast(a: string, b: string): number {
  const [hi, lo] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (hi + 0.05) / (lo + 0.05);
}

const objects = read(':root');

const CLOTHS: [string, Record<string, string>][] = [
  ['parchment', read(':root', "[data-theme='parchment']")],
  ...['marvel', 'guardians'].map((game): [string, Record<string, string>] => [
    `parchment ${game}`,
    { ...read(':root', "[data-theme='parchment']"), ...read(`[data-theme='parchment'][data-game='${game}']`) },
  ]),
  ['velvet', { ...objects, ...read("[data-theme='velvet']") }],
  ...['marvel', 'guardians'].map((game): [string, Record<string, string>] => [
    `velvet ${game}`,
    { ...objects, ...read("[data-theme='velvet']"), ...read(`[data-theme='velvet'][data-game='${game}']`) },
  ]),
];

describe.each(CLOTHS)('%s', (_, t) => {
  const grounds = ['bg', 'table-1', 'table-2', 'surface', 'raised', 'sunken'];

  test.each(['text', 'text-2', 'accent', 'good', 'warn', 'bad', 'focus'])('%s can be read everywhere', (ink) => {
    for (const ground of grounds)
      expect(contrast(t[ink]!, t[ground]!), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  });

  test.each([1, 2, 3, 4, 5])('the ink of seat %i can be read on panels', (seat) => {
    for (const ground of ['surface', 'raised', 'sunken']) {
      expect(contrast(t[`seat-ink-${seat}`]!, t[ground]!), ground).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(objects['on-seat']!, objects[`seat-${seat}`]!)).toBeGreaterThanOrEqual(7);
  });

  test('lines and rings can be seen, buttons be read', () => {
    for (const ground of grounds) {
      expect(contrast(t['line-strong']!, t[ground]!), `line on ${ground}`).toBeGreaterThanOrEqual(3);
      expect(contrast(t.ring!, t[ground]!), `ring on ${ground}`).toBeGreaterThanOrEqual(3);
    }
    expect(contrast(t['on-primary']!, t.primary!)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(t['on-focus']!, t.focus!)).toBeGreaterThanOrEqual(4.5);
  });
});

test('ink on paper and brass can be read', () => {
  for (const [ink, ground] of [
    ['ink', 'paper'],
    ['ink', 'paper-2'],
    ['ink-2', 'paper-2'],
    ['ink-good', 'paper-2'],
    ['on-brass', 'brass-2'],
    ['on-alarm', 'alarm-2'],
    ['comic', 'comic-paper'],
  ]) {
    expect(contrast(objects[ink!]!, objects[ground!]!), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  }
});
