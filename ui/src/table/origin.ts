// A match that somebody began in the middle, to try a moment of a review or to play on from a puzzle: its way back.
import { t } from '../words/words.svelte.ts';

const kind = (origin: string): 'review' | 'puzzle' => (origin.startsWith('/m/') ? 'review' : 'puzzle');

/** "Back to the review". */
export const backWords = (origin: string): string => t(`page.origin.back_${kind(origin)}`);

/** "Tried from a review", for lists. */
export const fromWords = (origin: string): string => t(`page.origin.from_${kind(origin)}`);
