/** All the big pictures behind one module: a chunk of its own, loaded for the first picture. */

import { backSvg, towerSvg } from './backs.ts';
import { heroSvg, locationSvg } from './heroes.ts';
import { lidSvg } from './lids.ts';
import { nobleSvg } from './nobles.ts';
import { type Poster, posterSvg } from './posters.ts';
import type { Source } from './sources.ts';
import type { Colour, Title } from './stones.ts';
import { dataUri } from './svg.ts';

/** What a picture shows. */
export type Picture =
  /** A card of Splendor. */
  | { kind: 'poster'; id: number; level: number; colour: Colour; which?: Poster }
  /** A card of Marvel, without its initials. */
  | { kind: 'hero'; id: number; level: number; colour: Colour }
  | { kind: 'noble'; id: number; colours: readonly Colour[] }
  | { kind: 'location'; id: number; colours: readonly Colour[] }
  | { kind: 'back'; title: Title; level: number }
  | { kind: 'lid'; title: Title }
  | { kind: 'tower'; parts: readonly [Source, number][] };

/** A picture as the text of an SVG file. */
export function draw(picture: Picture): string {
  switch (picture.kind) {
    case 'poster':
      return posterSvg(picture.level, picture.colour, picture.id, picture.which);
    case 'hero':
      return heroSvg(picture.level, picture.colour, picture.id);
    case 'noble':
      return nobleSvg(picture.id, picture.colours);
    case 'location':
      return locationSvg(picture.id, picture.colours);
    case 'back':
      return backSvg(picture.title, picture.level);
    case 'lid':
      return lidSvg(picture.title);
    case 'tower':
      return towerSvg(picture.parts);
  }
}

const kept = new Map<string, string>();

/** A picture as an address for <img>; each is drawn once. */
export function pictureUri(picture: Picture): string {
  const key = JSON.stringify(picture);
  let uri = kept.get(key);
  if (uri === undefined) {
    uri = dataUri(draw(picture));
    kept.set(key, uri);
  }
  return uri;
}
