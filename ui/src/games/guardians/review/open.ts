// The entrance of looking back: the page fetches its code, the box and the words together, when somebody looks back.
import { learn } from '../../../words/words.svelte.ts';
import { type Loaded, loaded, type ReplayProps } from '../../game.ts';
import { load } from '../box.ts';
import Review from './Review.svelte';

export async function open(): Promise<Loaded<ReplayProps>> {
  const [box] = await Promise.all([load(), learn('guardians', 'guardians_page', 'clues')]);
  return loaded<ReplayProps, ReplayProps & { box: typeof box }>(Review, { box });
}
