// Where the prints are: /pictures/guardians/KIND/NAME-WIDTH.webp, each in two widths, and tokens as SVG.
import '../../kit/lostPictures.ts';
import { at } from '../../root.ts';

export type Kind = 'islands' | 'postcards' | 'locations' | 'legends' | 'backs';

const FOLDER = at('/pictures/guardians');
const WIDTHS: Record<Kind, readonly [small: number, large: number]> = {
  islands: [256, 640],
  postcards: [480, 1200],
  locations: [200, 480],
  legends: [200, 480],
  backs: [200, 480],
};
const BACKS: Record<string, readonly [number, number]> = { postcard: [480, 1200], island: [256, 640] };

function widths(kind: Kind, name: string): readonly [number, number] {
  return (kind === 'backs' ? BACKS[name] : undefined) ?? WIDTHS[kind];
}

export function picture(kind: Kind, name: string, size: 'small' | 'large' = 'small'): string {
  const [small, large] = widths(kind, name);
  return `${FOLDER}/${kind}/${name}-${size === 'small' ? small : large}.webp`;
}

/** Both widths, for the browser to choose. */
export function srcset(kind: Kind, name: string): string {
  const [small, large] = widths(kind, name);
  return `${picture(kind, name)} ${small}w, ${picture(kind, name, 'large')} ${large}w`;
}

/** A token: `boat-red`, `fire-blue-wand`, `coin-gold`. */
export const token = (name: string): string => `${FOLDER}/tokens/${name}.svg`;
