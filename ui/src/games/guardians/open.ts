// The entrance of the table: the page fetches its code, its box and its words together, when somebody sits down at one.

import type { Component } from 'svelte';
import { later } from '../../kit/lazyImport.ts';
import type { Session } from '../../table/session.svelte.ts';
import { learn } from '../../words/words.svelte.ts';
import { type Box, load } from './box.ts';

export interface Opened {
  Board: Component<{ session: Session; box: Box; display: boolean }>;
  box: Box;
}

export async function open(): Promise<Opened> {
  const [board, box] = await Promise.all([
    later(() => import('./Board.svelte')),
    load(),
    learn('guardians', 'guardians_page', 'over'),
  ]);
  return { Board: board.default, box };
}
