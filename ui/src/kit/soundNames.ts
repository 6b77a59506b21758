/** The sounds of the table by name; the page fetches sound.ts, which makes them, for the first one. */

export const SOUNDS = [
  'chip',
  'chips',
  'slide',
  'snap',
  'bell',
  'knock',
  'thud',
  'sail',
  'ember',
  'coins',
  'tick',
  'fanfare',
] as const;

/**
 * chip: one chip, its pitch by the height of its stack; chips: two of them; slide: a card moves; snap: a card lies down;
 * bell: a noble comes; knock: your turn; thud: a refusal; sail: a boat, with its wave; ember: a fire; coins: somebody is paid;
 * tick: one of the last ten seconds; fanfare: the match is over.
 */
export type Sound = (typeof SOUNDS)[number];
