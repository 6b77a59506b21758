// What things are called, in the current language: reactive, like `t`.
import { language, list, t } from '../../words/words.svelte.ts';
import type { Box, Scene, Thing } from './box.ts';

/** A letter for each name; names that begin alike get as many letters as tell them apart, two at most. */
export function initials(names: readonly string[]): string[] {
  const letters = names.map((name) => [...name.trim()]);
  const start = (at: number, count: number): string => (letters[at] ?? []).slice(0, count).join('').toLocaleLowerCase();
  return letters.map((own, at) => {
    const alike = letters.map((_, other) => other).filter((other) => other !== at && start(other, 1) === start(at, 1));
    if (!own.length || !alike.length) return own[0]?.toLocaleUpperCase() ?? '?';
    // The first letter in which it differs from all of them, else its place among them.
    const far = own.findIndex(
      (letter, i) =>
        i > 0 && alike.every((other) => letters[other]?.[i]?.toLocaleLowerCase() !== letter.toLocaleLowerCase()),
    );
    const rank = 1 + alike.filter((other) => other < at).length;
    return `${own[0]?.toLocaleUpperCase()}${far < 0 ? rank : own[far]?.toLocaleLowerCase()}`;
  }); // biome-ignore format: a table
}

/** The colour of each seat (G2), as moves spell it. */
export const COLOURS = ['blue', 'red', 'green', 'yellow', 'purple'] as const;

export const colourOf = (seat: number): string => COLOURS[seat] ?? 'blue';

export const seatOf = (colour: string): number => (COLOURS as readonly string[]).indexOf(colour);

export const colourName = (seat: number): string => t(`guardians.colour.${colourOf(seat)}`);

export const islandName = (box: Box, id: string): string => box.islands[id]?.title[language()] ?? id;

export const islandBlurb = (box: Box, id: string): string => box.islands[id]?.blurb[language()] ?? '';

export const postcardName = (box: Box, id: string): string => box.postcards[id]?.title[language()] ?? id;

export const wordOf = (box: Box, icon: string): string => box.words[icon]?.[language()] ?? icon;

/** An element of a postcard or an island by its id, if the box has it. */
export function thing(box: Box, id: string): Thing | undefined {
  const scene = id.slice(0, id.indexOf('.'));
  return (box.postcards[scene] ?? box.islands[scene])?.things.find((one) => one.id === id);
}

/** What a clue points at, in a word. */
export function thingName(box: Box, id: string): string {
  const found = thing(box, id);
  return found ? wordOf(box, found.icon) : id;
}

/** Everything that stands on a picture, for people who can't see it. */
export const sceneWords = (box: Box, scene: Scene | undefined): string =>
  list((scene?.things ?? []).map((one) => wordOf(box, one.icon)));

export const legendName = (name: string): string => t(`guardians.legend.${name}`);

export const powerWords = (name: string): string => t(`guardians.power.${name}`);

/** The same as a sentence of its own. */
export function powerSentence(name: string): string {
  const words = powerWords(name);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
