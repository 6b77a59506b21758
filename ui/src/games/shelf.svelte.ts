// The shelf: the boxes that the page brings, and those that the server has beside them.
import type { TitleInfo } from '../protocol.ts';
import { language } from '../words/words.svelte.ts';
import type { Box } from './game.ts';
import { BOXES, boxOf } from './index.ts';

let brought = $state.raw<readonly TitleInfo[]>([]);

/** Remember the titles of the server that the page has no table of its own for. */
export function bring(titles: readonly TitleInfo[]): void {
  brought = titles.filter(({ title }) => !boxOf(title));
}

/** A word of a title that brings its own, in the language of the page or else in English. */
export function broughtWord(title: string, key: string): string | undefined {
  const words = brought.find((one) => one.title === title)?.words;
  return words?.[language()]?.[key] ?? words?.en?.[key];
}

function boxFrom({ title, seats }: TitleInfo): Box {
  const name = broughtWord(title, 'name') ?? title;
  return {
    title,
    name,
    seats: [Math.min(...seats), Math.max(...seats)],
    minutes: 0,
    age: 0,
    edge: '#4b1f3a',
    rules: '',
  };
}

export const shelf = (): readonly Box[] => [...BOXES, ...brought.map(boxFrom)];
