import { describe, expect, test } from 'vitest';
import marvelText from '../../../../../src/jeton/games/splendor/data/marvel.json?raw';
import splendorText from '../../../../../src/jeton/games/splendor/data/splendor.json?raw';
import { towerSvg } from './backs.ts';
import { chipSvg, gemSvg } from './gems.ts';
import { initials, lettering } from './lettering.ts';
import { draw, type Picture, pictureUri } from './pictures.ts';
import type { Source } from './sources.ts';
import { COLOURS, type Colour, stone, type Title, TOKENS } from './stones.ts';
import { chance, dataUri, mix } from './svg.ts';

const WORDS = import.meta.glob<string>('../../../../../src/jeton/words/*/{splendor,marvel}.json', {
  eager: true,
  import: 'default',
  query: '?raw',
});

interface Card {
  id: number;
  level: number;
  bonus: Colour;
  name?: string;
}

interface Tile {
  id: number;
  requirement: Record<string, number>;
}

interface Data {
  cards: Card[];
  nobles?: Tile[];
  locations?: Tile[];
}

const splendor = JSON.parse(splendorText) as Data;
const marvel = JSON.parse(marvelText) as Data;

const asked = (title: Title, tile: Tile): Colour[] => COLOURS[title].filter((c) => tile.requirement[c]);

const all: Picture[] = [
  ...splendor.cards.map((c): Picture => ({ kind: 'poster', id: c.id, level: c.level, colour: c.bonus })),
  ...marvel.cards.map((c): Picture => ({ kind: 'hero', id: c.id, level: c.level, colour: c.bonus })),
  ...splendor.nobles!.map((n): Picture => ({ kind: 'noble', id: n.id, colours: asked('splendor', n) })),
  ...marvel.locations!.map((n): Picture => ({ kind: 'location', id: n.id, colours: asked('marvel', n) })),
  ...(['splendor', 'marvel'] as const).flatMap((title) =>
    [1, 2, 3].map((level): Picture => ({ kind: 'back', title, level })),
  ),
  ...(['splendor', 'marvel'] as const).map((title): Picture => ({ kind: 'lid', title })),
  {
    kind: 'tower',
    parts: [
      ['level1', 2],
      ['level2', 7],
      ['level3', 4],
      ['nobles', 3],
    ],
  },
  { kind: 'tower', parts: [] },
];

const small: string[] = [
  ...(['splendor', 'marvel'] as const).flatMap((title) =>
    TOKENS[title].flatMap((colour) => [
      gemSvg(title, colour),
      gemSvg(title, colour, { small: true }),
      gemSvg(title, colour, { letter: false, outline: false }),
      chipSvg(title, colour, 0),
      chipSvg(title, colour, 1),
      chipSvg(title, colour, 7, { step: 9, seed: 3 }),
    ]),
  ),
];

/** Enough of an XML reader to find what is not well-formed: tags that don't match, attributes without or with two values. */
function complain(xml: string): string | null {
  const open: string[] = [];
  const rest = xml.replace(
    /<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z][\w:-]*="[^"<&]*")*)\s*(\/?)>/g,
    (_, close, name, attributes, empty) => {
      const names = [...attributes.matchAll(/([a-zA-Z][\w:-]*)=/g)].map((m) => m[1]);
      if (new Set(names).size !== names.length) open.push(`twice an attribute in <${name}${attributes}>`);
      if (close) {
        if (open.pop() !== name) open.push(`unexpected </${name}>`);
      } else if (!empty) open.push(name);
      return '';
    },
  );
  if (rest.trim()) return `left over: ${rest.trim().slice(0, 80)}`;
  return open.length ? open.join(', ') : null;
}

describe('every picture', () => {
  const texts = [...all.map(draw), ...small];

  test('is well-formed', () => {
    expect(texts.map(complain).filter(Boolean)).toEqual([]);
  });

  test('has no undefined or broken number', () => {
    expect(texts.filter((t) => /undefined|NaN|Infinity/.test(t))).toEqual([]);
  });

  test('refers only to what it defines, and needs no fonts, styles, scripts or other files', () => {
    for (const text of texts) {
      const ids = new Set([...text.matchAll(/ id="([^"]+)"/g)].map((m) => m[1]));
      for (const [, id] of text.matchAll(/(?:url\(|href=")#([^")]+)/g)) expect(ids).toContain(id);
      expect(text).not.toMatch(/<text|<style|style=|<script|<image|href="(?!#)|url\((?!#)/);
    }
  });

  test('is small', () => {
    expect(Math.max(...texts.map((t) => t.length))).toBeLessThan(28_000);
    const cards = all.slice(0, 180).map((p) => draw(p).length);
    expect(Math.max(...cards)).toBeLessThan(10_000);
    expect(cards.reduce((a, b) => a + b) / cards.length).toBeLessThan(9_000);
  });
});

describe('cards', () => {
  test('look the same each time', () => {
    expect(all.map(draw)).toEqual(all.map(draw));
    expect(pictureUri(all[0]!)).toBe(pictureUri({ ...all[0]! }));
  });

  test('of a level and colour are never alike', () => {
    for (const cards of [all.slice(0, 90), all.slice(90, 180)]) {
      const groups = new Map<string, Set<string>>();
      for (const p of cards as Extract<Picture, { kind: 'poster' | 'hero' }>[]) {
        const key = `${p.level} ${p.colour}`;
        const group = groups.get(key) ?? new Set();
        expect(group.size).toBe(new Set([...group, draw(p)]).size - 1);
        groups.set(key, group.add(draw(p)));
      }
      expect(groups.size).toBe(15);
    }
  });

  test('of a level and colour differ in poster or hour, not only in details', () => {
    const seen = splendor.cards.map((c) => `${c.level} ${c.bonus} ${c.id % 2} ${(c.id >> 1) % 4}`);
    expect(new Set(seen).size).toBe(90);
  });

  test('of Marvel carry two letters of their name', () => {
    expect(
      ['Iron Man', 'M.O.D.O.K.', 'Spider-Man 2099', 'She-Hulk', 'Thor', 'Ms. Marvel', 'The Collector'].map(initials),
    ).toEqual(['IM', 'Mo', 'SM', 'SH', 'Th', 'MM', 'TC']);
    for (const card of marvel.cards)
      expect(lettering(card.name!, card.bonus, card.id).initials).toMatch(/^[\p{L}\d]{2,3}$/u);
  });
});

describe('stones', () => {
  test('of a title have different cuts and letters', () => {
    for (const title of ['splendor', 'marvel'] as const) {
      const marks = TOKENS[title].map((c) => `${stone(title, c).letter}`);
      expect(new Set(marks).size).toBe(marks.length);
      const cuts = TOKENS[title].map((c) => stone(title, c).cut);
      expect(new Set(cuts).size).toBe(cuts.length);
    }
  });

  test.each(['en', 'fr', 'nl'])('carry a letter of their own name (%s), no two the same', (language) => {
    for (const title of ['splendor', 'marvel'] as const) {
      const names = JSON.parse(WORDS[`../../../../../src/jeton/words/${language}/${title}.json`]!).colour;
      const letters = TOKENS[title].map((colour) => stone(title, colour, language).letter);
      expect(new Set(letters).size).toBe(letters.length);
      TOKENS[title].forEach((colour, i) => {
        const name = names[colour].normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
        if (colour !== 'gold') expect(name.slice(0, 2), `${title} ${colour}`).toContain(letters[i]);
        expect(gemSvg(title, colour, { language }), `${title} ${colour}`).not.toContain('undefined');
      });
    }
  });

  test('of another title are refused', () => {
    expect(() => stone('splendor', 'purple')).toThrow('expected a colour of splendor, got purple');
  });

  test('carry a letter that can be read: 4.5 to 1 against their body', () => {
    const luminance = (hex: string): number => {
      const [r, g, b] = [1, 3, 5].map((i) => {
        const v = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
        return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    for (const title of ['splendor', 'marvel'] as const) {
      for (const colour of TOKENS[title]) {
        const { ink, mid } = stone(title, colour);
        const [a, b] = [luminance(ink), luminance(mid)].sort((x, y) => y - x) as [number, number];
        expect((a + 0.05) / (b + 0.05), `${title} ${colour}`).toBeGreaterThan(4.5);
      }
    }
  });
});

test('the shadow of a tower lies within its picture, also of one without chips', () => {
  for (const parts of [[], [['level1', 3]]] as [Source, number][][]) {
    const drawn = towerSvg(parts);
    const [, width = 0, height = 0] = drawn.match(/viewBox="0 0 (\S+) (\S+)"/)?.map(Number) ?? [];
    const [, cx = 0, cy = 0, rx = 0, ry = 0] =
      drawn.match(/cx="(\S+)" cy="(\S+)" rx="(\S+)" ry="(\S+)" opacity/)?.map(Number) ?? [];
    expect([cx + rx <= width, cy + ry <= height, cx - rx >= 0, rx > 0]).toEqual([true, true, true, true]);
  }
});

test('chance depends on its seed alone', () => {
  const [a, b] = [chance(7), chance(7)];
  expect([a(), a(), a()]).toEqual([b(), b(), b()]);
  expect(chance(7)()).not.toBe(chance(8)());
});

test('colours mix channel by channel', () => {
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
  expect(mix('#102030', '#ffffff', 0)).toBe('#102030');
});

test('an address for <img> holds nothing that would end it', () => {
  expect(dataUri('<a b="#1"/>')).toBe("data:image/svg+xml,%3Ca b='%231'/%3E");
});
