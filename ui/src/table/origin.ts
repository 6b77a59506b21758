// A match that somebody began in the middle, from a moment of a review, a puzzle or the analysis board: its way back.
import { has, learn, t } from '../words/words.svelte.ts';

const kind = (origin: string): 'review' | 'board' | 'puzzle' =>
  origin.startsWith('/m/') ? 'review' : origin.startsWith('/board/') ? 'board' : 'puzzle';

let learning = false;

/** Few tables have an origin: the words for it are fetched with the first of them, and said once they are there. */
function say(key: string): string {
  if (!learning) void learn('dialogs');
  learning = true;
  return has(`dialogs.origin.${key}`) ? t(`dialogs.origin.${key}`) : '';
}

/** "Back to the review". */
export const backWords = (origin: string): string => say(`back_${kind(origin)}`);

/** "Tried from a review", for lists. */
export const fromWords = (origin: string): string => say(`from_${kind(origin)}`);
