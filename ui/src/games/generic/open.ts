// The entrance of the generic table and its replay: they draw any title, with the words that the title brings itself.
import { api } from '../../api.ts';
import { later } from '../../kit/lazyImport.ts';
import { learn } from '../../words/words.svelte.ts';
import { type Loaded, loaded, type ReplayProps, type TableProps } from '../game.ts';
import type { Texts } from './tell.ts';

async function textsOf(title: string): Promise<Texts> {
  const [titles] = await Promise.all([api.titles(), learn('over')]);
  return titles.find((one) => one.title === title)?.words ?? {};
}

export async function open(title: string): Promise<Loaded<TableProps>> {
  const [board, texts] = await Promise.all([later(() => import('./Board.svelte')), textsOf(title)]);
  return loaded<TableProps, TableProps & { texts: Texts }>(board.default, { texts });
}

export async function openReplay(title: string): Promise<Loaded<ReplayProps>> {
  const [replay, texts] = await Promise.all([later(() => import('./Replay.svelte')), textsOf(title)]);
  return loaded<ReplayProps, ReplayProps & { texts: Texts }>(replay.default, { texts });
}
