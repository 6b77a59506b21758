// All games of the page: one folder each, of which the rest of the page knows only `index.ts`.
import type { Box, GamePage } from './game.ts';
import { generic } from './generic/index.ts';
import { guardians } from './guardians/index.ts';
import { splendor } from './splendor/index.ts';

export const GAMES: readonly GamePage[] = [splendor, guardians];

/** The boxes that the page itself brings, in the order of the shelf. */
export const BOXES: readonly Box[] = GAMES.flatMap((game) => game.boxes);

export const boxOf = (title: string): Box | undefined => BOXES.find((box) => box.title === title);

/** The game that draws a title; a title that the page does not know gets the table that draws any. */
export const gameOf = (title: string): GamePage =>
  GAMES.find((game) => game.boxes.some((box) => box.title === title)) ?? generic;
