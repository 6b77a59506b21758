/** What the visual components get. None of them knows a rule: texts, states and numbers come in, events go out. */

import type { HTMLAttributes } from 'svelte/elements';
import type { Person } from '../../../kit/person.ts';
import { type Colour, type Title, TOKENS } from '../art/stones.ts';

export type { Colour, Title };

/** A card as its picture needs it; the box of a title has these. */
export interface CardFace {
  id: number;
  level: number;
  /** Index of the bonus among the title's five colours. */
  bonus: number;
  points: number;
  /** Printed cost, five numbers in the title's order. */
  cost: readonly number[];
  /** Marvel only. */
  name?: string | null;
  tags?: number;
  time?: boolean;
}

/** A noble of Splendor or a Location of Marvel. */
export interface NobleFace {
  id: number;
  /** The bonuses it asks for, five numbers in the title's order. */
  need: readonly number[];
}

/** How many bonuses of a colour are asked for. */
export interface Asked {
  colour: number;
  need: number;
}

export const askedBy = ({ need }: NobleFace): Asked[] =>
  need.flatMap((count, colour) => (count ? [{ colour, need: count }] : []));

/** What a card costs the viewer: after bonuses, and what they lack of it; five numbers each. */
export interface PriceTag {
  cost: readonly number[];
  short: readonly number[];
}

/** How far a card is: solid ring, dashed ring, dotted ring, dimmed picture. Left out: none of these. */
export type Reach = 'now' | 'gold' | 'soon' | 'far';

/** A colour by its name, or by its index in `bank` and `tokens`. */
export const colourOf = (title: Title, colour: Colour | number): Colour =>
  typeof colour === 'number' ? TOKENS[title][colour]! : colour;

/** A piece of a sentence: text, emphasised text, or a gem with an optional number after it. */
export type Part = string | { strong: string } | { gem: Colour | number; count?: number; label?: string };

/** A noble of Splendor, or a Location of Marvel. */
export interface NobleProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  title: Title;
  noble: NobleFace;
  name: string;
  /** What a reader says: name, points, what is asked for, what is missing. */
  label: string;
  points?: number;
  /** My bonuses, for the pips. */
  bonuses?: readonly number[];
  /** "4 to go", "coming", "visits you". */
  note?: string;
  /** Who has it; the tile pales. */
  owner?: Person | null;
  /** It will come with the move in the draft: a brass ring. */
  coming?: boolean;
  selected?: boolean;
  /** A tile of a row. */
  compact?: boolean;
  /** One line: its name, and what is asked for in figures. */
  line?: boolean;
  /** Left out, the tile is no button. */
  onpick?: () => void;
}
