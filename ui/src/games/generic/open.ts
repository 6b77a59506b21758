// The entrance of the generic table: it draws any title, with the words that the title brings itself.
import { api } from '../../api.ts';
import { later } from '../../kit/lazyImport.ts';
import { learn } from '../../words/words.svelte.ts';
import type Board from './Board.svelte';
import type { Texts } from './tell.ts';

export interface Opened {
  Board: typeof Board;
  texts: Texts;
}

export async function open(title: string): Promise<Opened> {
  const [board, titles] = await Promise.all([later(() => import('./Board.svelte')), api.titles(), learn('over')]);
  return { Board: board.default, texts: titles.find((one) => one.title === title)?.words ?? {} };
}
