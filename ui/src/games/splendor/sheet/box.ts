/** Cards, nobles and a position to show them with; the same position as in the design. */
import marvelText from '../../../../../src/jeton/games/splendor/data/marvel.json?raw';
import splendorText from '../../../../../src/jeton/games/splendor/data/splendor.json?raw';
import type { Person } from '../../../kit/person.ts';
import { COLOURS, type Colour, type Title } from '../art/stones.ts';
import type { CardFace, NobleFace } from '../parts/types.ts';

interface RawCard {
  id: number;
  level: number;
  bonus: Colour;
  points: number;
  cost: Record<string, number>;
  name?: string;
  avengers?: number;
  time_icon?: boolean;
}

interface RawNoble {
  id: number;
  name: string;
  requirement: Record<string, number>;
}

interface Raw {
  cards: RawCard[];
  nobles?: RawNoble[];
  locations?: RawNoble[];
}

const raw: Record<Title, Raw> = { splendor: JSON.parse(splendorText), marvel: JSON.parse(marvelText) };

const five = (title: Title, of: Record<string, number>): number[] => COLOURS[title].map((c) => of[c] ?? 0);

export function card(title: Title, id: number): CardFace {
  const c = raw[title].cards[id - 1]!;
  const bonus = COLOURS[title].indexOf(c.bonus);
  const { level, points, name, avengers, time_icon } = c;
  return { id, level, bonus, points, cost: five(title, c.cost), name, tags: avengers ?? 0, time: time_icon ?? false };
}

export function noble(title: Title, id: number): NobleFace & { name: string } {
  const n = (raw[title].nobles ?? raw[title].locations!)[id - 1]!;
  return { id, name: n.name, need: five(title, n.requirement) };
}

export const lena: Person = { seat: 0, name: 'Lena' };
export const zoe: Person = { seat: 1, name: 'Zoé' };
export const mirabel: Person = { seat: 2, name: 'Mirabel', bot: true };
export const tom: Person = { seat: 3, name: 'Tom' };

export const mine = { bonuses: [2, 2, 1, 1, 2], tokens: [0, 0, 1, 2, 0, 1] };
