// What a table of Splendor or Marvel needs, loaded when somebody sits down at one.
import Board from './Board.svelte';
import { type Box, load, type Title } from './box.ts';

export async function open(title: Title): Promise<{ Board: typeof Board; box: Box }> {
  return { Board, box: await load(title) };
}
