// Who imports whom: a folder takes from those below it only, and no game from another.
import { describe, expect, test } from 'vitest';

const files = import.meta.glob<string>('../src/**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true });

/** What each folder never imports, not even when it is wanted. */
const NEVER: Record<string, readonly string[]> = {
  kit: ['games', 'table', 'account', 'screens', 'sheet'],
  account: ['games', 'screens', 'sheet'],
  table: ['screens', 'sheet'],
  replay: ['games', 'screens', 'sheet'],
  games: ['screens', 'sheet'],
  screens: ['sheet'],
};

/** The paths that a file at `path` imports, from the root of src. */
function imported(path: string, text: string): string[] {
  const found = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g);
  return [...found].map(([, to]) => new URL(to!, `file:///${path}`).pathname.slice(1));
}

const paths = Object.entries(files).map(([path, text]): [string, string] => [path.replace('../src/', ''), text]);

test('the imports of every kind are found', () => {
  const text = `import a from '../kit/A.svelte'; import type { B } from "./b.ts"; later(() => import('../../c.ts')); import '../d.css'`;

  expect(imported('games/nim/x.ts', text)).toEqual(['games/kit/A.svelte', 'games/nim/b.ts', 'c.ts', 'games/d.css']);
  expect(paths.length).toBeGreaterThan(150);
});

describe('never', () => {
  for (const [folder, never] of Object.entries(NEVER))
    test(`${folder} imports ${never.join(', ')}`, () => {
      const wrong = paths
        .filter(([path]) => path.startsWith(`${folder}/`))
        .flatMap(([path, text]) => imported(path, text).map((to) => [path, to] as const))
        .filter(([, to]) => never.some((one) => to.startsWith(`${one}/`)));

      expect(wrong.map(([path, to]) => `${path} imports ${to}`)).toEqual([]);
    });

  test("the rest of the page imports what lies in a game's own folder", () => {
    const wrong = paths
      .filter(([path]) => !path.startsWith('games/'))
      .flatMap(([path, text]) => imported(path, text).map((to) => [path, to] as const))
      .filter(([, to]) => /^games\/[^/]+\//.test(to));

    expect(wrong.map(([path, to]) => `${path} imports ${to}`)).toEqual([]);
  });

  // One of its table, and one of its judge, which a worker loads without anything that draws.
  test('the lists of games import more of a game than its indexes', () => {
    const wrong = paths
      .filter(([path]) => /^games\/[^/]+$/.test(path))
      .flatMap(([, text]) => imported('games/x.ts', text))
      .filter((to) => /^games\/[^/]+\//.test(to) && !/^games\/[^/]+\/(judge\/)?index\.ts$/.test(to));

    expect(wrong).toEqual([]);
  });

  test('one game imports another', () => {
    const wrong = paths
      .filter(([path]) => /^games\/[^/]+\//.test(path))
      .flatMap(([path, text]) =>
        imported(path, text)
          .filter((to) => /^games\/[^/]+\//.test(to) && to.split('/')[1] !== path.split('/')[1])
          .map((to) => `${path} imports ${to}`),
      );

    expect(wrong).toEqual([]);
  });
});

/** What a page that begins with a file needs, all imports of imports. */
function needed(from: string, texts: ReadonlyMap<string, string>, found: Set<string> = new Set()): Set<string> {
  const text = texts.get(from);
  if (text === undefined || found.has(from)) return found;
  found.add(from);
  for (const to of imported(from, text)) needed(to, texts, found);
  return found;
}

test('the page needs every file but the sheet and the tests', () => {
  const ours = (path: string): boolean => !/(^|\/)sheet\/|\.test\.ts$/.test(path);
  const texts = new Map(paths);
  const found = needed('main.ts', texts);

  expect([
    ...needed(
      'a.ts',
      new Map([
        ['a.ts', "import './b.ts'"],
        ['b.ts', ''],
        ['c.ts', ''],
      ]),
    ),
  ]).toEqual(['a.ts', 'b.ts']);
  expect(paths.map(([path]) => path).filter((path) => ours(path) && !found.has(path))).toEqual([]);
});

/** Every type that a text declares. */
const declared = (text: string): string[] =>
  [...text.matchAll(/^\s*(?:export )?(?:type|interface|class|enum) (\w+)\b(?!\s*,|\s*\})/gm)].map(([, name]) => name!);

// docs/architecture.md has the words. Nobody can tell from these alone what they mean: say `LocalTable`, `BotLevel`.
test('a word of docs/architecture.md names one type at most', () => {
  const bare = ['Table', 'Level', 'Room', 'Told'];
  const once = ['Game', 'Match', 'Position', 'View', 'Move', 'Entry', 'Report', 'Seat', 'Scene'];
  const all = paths.flatMap(([, text]) => declared(text));

  expect(declared('export class Table {\n  type Level = 1;\n  import { x,\n  type Room,\n}')).toEqual([
    'Table',
    'Level',
  ]);
  expect(all.length).toBeGreaterThan(400);
  expect(all.filter((name) => bare.includes(name))).toEqual([]);
  expect(once.filter((name) => all.filter((one) => one === name).length > 1)).toEqual([]);
});

test('no component draws the button anew: styles/button.css has it', () => {
  const own = paths.filter(([, text]) => /\.btn \{[^}]*display: inline-flex/.test(text)).map(([path]) => path);

  expect(own).toEqual([]);
});

test('one component opens dialogs, but for the glass over a postcard, which fills the window', () => {
  const own = paths.filter(([, text]) => /<dialog\b/.test(text)).map(([path]) => path);

  expect(own.sort()).toEqual(['games/guardians/clue/Clue.svelte', 'kit/Dialog.svelte']);
});
