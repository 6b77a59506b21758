// The small table with the match that bots have played on it.
import { later } from '../../../kit/lazyImport.ts';
import { type Drawn, unfold } from '../../../living/steps.ts';
import type { Title } from '../box.ts';

export { default } from './Living.svelte';

const MATCHES: Record<Title, () => Promise<{ default: readonly unknown[] }>> = {
  splendor: () => import('./splendor.json'),
  marvel: () => import('./marvel.json'),
};

/** What lies on the table after each move. */
export const states = async (title: Title): Promise<Drawn[]> => unfold((await later(MATCHES[title])).default);
