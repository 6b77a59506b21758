/** The letters on Marvel's emblems: the page draws them itself, since a picture in an <img> can't use the page's fonts. */

import type { Colour } from './stones.ts';
import { chance } from './svg.ts';

/** Light, shade and outline of the burst behind each colour's emblems. */
export const INKS: Partial<Record<Colour, [string, string, string]>> = {
  yellow: ['#ffe14d', '#f2a900', '#2a2140'],
  purple: ['#b06cff', '#5a1fb0', '#1b0f33'],
  blue: ['#4aa8ff', '#1450c0', '#0b1838'],
  red: ['#ff5a5f', '#b3122f', '#2d0714'],
  orange: ['#ff9d42', '#cf4a06', '#301003'],
};

/** How the initials lie on an emblem. */
export interface Lettering {
  initials: string;
  /** Degrees, clockwise. */
  tilt: number;
  /** Outline and shadow. */
  ink: string;
}

/** Two letters for a name: of its first two words, or the first two of a single word. */
export function initials(name: string): string {
  const words = name
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .split(/[ -]/)
    .filter(Boolean);
  const [first = '?', second] = words;
  if (second === undefined) return first.slice(0, 1).toUpperCase() + first.slice(1, 2).toLowerCase();
  return [first, second]
    .map((w) => (/^\d/.test(w) ? w.slice(0, 2) : w.slice(0, 1)))
    .join('')
    .toUpperCase();
}

const tiltOf = (id: number): number => +(-8 + chance(id * 977 + 11)() * 6).toFixed(1);

export const lettering = (name: string, colour: Colour, id: number): Lettering => ({
  initials: initials(name),
  tilt: tiltOf(id),
  ink: INKS[colour]![2],
});
