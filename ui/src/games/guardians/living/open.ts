// The small table with the match that bots have played on it.
import { type Drawn, unfold } from '../../../living/steps.ts';
import match from './guardians.json';

export { default } from './Living.svelte';

/** What lies on the table after each move. */
export const states: readonly Drawn[] = unfold(match);
