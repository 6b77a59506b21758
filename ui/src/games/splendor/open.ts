// What a table of Splendor or Marvel needs, loaded when somebody sits down at one.
import { later } from '../../kit/lazyImport.ts';
import { learn } from '../../words/words.svelte.ts';
import { loadPictures } from './art/lazyPictures.svelte.ts';
import Board from './Board.svelte';
import { type Box, load, type Title } from './box.ts';
import { loadSeats } from './parts/lazySeats.svelte.ts';

export async function open(title: Title): Promise<{ Board: typeof Board; box: Box }> {
  void loadPictures();
  void learn('reasons'); // why moves are refused: nobody waits for it
  // Marvel's own part is there before the table is drawn; Splendor does without it.
  const goal = title === 'marvel' ? later(() => import('./Goal.svelte')) : null;
  const [box] = await Promise.all([load(title), loadSeats(), goal]);
  return { Board, box };
}
