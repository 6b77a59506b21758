// A match that somebody began in the middle, from a moment of a review, a puzzle or the analysis board: its way back.
import { t } from '../words/words.svelte.ts';

const kind = (origin: string): 'review' | 'board' | 'puzzle' =>
  origin.startsWith('/m/') ? 'review' : origin.startsWith('/board/') ? 'board' : 'puzzle';

/** "Back to the review". */
export const backWords = (origin: string): string => t(`page.origin.back_${kind(origin)}`);

/** "Tried from a review", for lists. */
export const fromWords = (origin: string): string => t(`page.origin.from_${kind(origin)}`);
