// What is in the box: islands and postcards with what stands on them, and the words for it, from the engine's own file.
import { later } from '../../kit/lazyImport.ts';
import { LANGUAGES, type Language } from '../../words/words.svelte.ts';

export type Said = Record<Language, string>;

/** Something one can point at: its disc in fractions of the picture, the radius in fractions of the width (G24). */
export interface Thing {
  id: string;
  icon: string;
  cx: number;
  cy: number;
  r: number;
}

export interface Scene {
  id: string;
  /** From 1, as the terminal numbers them. */
  number: number;
  title: Said;
  blurb: Said;
  things: Thing[];
}

export interface Box {
  islands: Record<string, Scene>;
  postcards: Record<string, Scene>;
  words: Record<string, Said>;
  /** The islands' ids in their order. */
  order: string[];
}

/** [icon, cx, cy, r, what follows the scene's name in its id where that is not the icon] */
type SlimThing = [string, number, number, number, string?];
/** [id, titles, blurbs, things]; texts in the order of LANGUAGES. */
type SlimScene = [string, string[], string[], SlimThing[]];

/** As vite.config.ts slims the engine's file. */
export interface Slim {
  islands: SlimScene[];
  postcards: SlimScene[];
  words: Record<string, string[]>;
}

function said(texts: readonly string[]): Said {
  const found = LANGUAGES.map((language, i) => [language, texts[i] || texts[0] || '']);
  return Object.fromEntries(found) as Said;
}

function scene([id, titles, blurbs, things]: SlimScene, i: number): Scene {
  return {
    id,
    number: i + 1,
    title: said(titles),
    blurb: said(blurbs),
    things: things.map(([icon, cx, cy, r, name]) => ({ id: `${id}.${name ?? icon}`, icon, cx, cy, r })),
  };
}

export function unpack(slim: Slim): Box {
  const byId = (scenes: SlimScene[]): Record<string, Scene> =>
    Object.fromEntries(scenes.map((one, i) => [one[0], scene(one, i)]));
  return {
    islands: byId(slim.islands),
    postcards: byId(slim.postcards),
    words: Object.fromEntries(Object.entries(slim.words).map(([icon, texts]) => [icon, said(texts)])),
    order: slim.islands.map(([id]) => id),
  };
}

let loading: Promise<Box> | null = null;

/** The box, loaded for the first table. */
export function load(): Promise<Box> {
  loading ??= later(() => import('../../../../src/jeton/games/guardians/data/scenes.json')).then((file) =>
    unpack(file.default as unknown as Slim),
  );
  return loading;
}
