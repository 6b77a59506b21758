// What puzzles say and show of moves, in the words of the review.
import type { SplendorView } from '../../../protocol.ts';
import { t } from '../../../words/words.svelte.ts';
import type { Telling } from '../../game.ts';
import type { Box } from '../box.ts';
import { ring } from './rings.ts';
import { givesBack, moveWords, placesOf } from './study.ts';
import { factWords } from './why.ts';

/** A move with what it makes one give back: which tokens those are is a choice of its own. */
function wholeWords(box: Box, view: SplendorView, seat: number, move: string): string {
  const words = moveWords(box, view, seat, move);
  const count = givesBack(view, seat, move);
  return count ? t('puzzle.back', { move: words, count }) : words;
}

export const telling = (box: Box): Telling => ({
  moves: (view, seat, moves) => {
    const said = moves.map((move) => wholeWords(box, view as SplendorView, seat, move));
    // Two cards may be alike but for what they cost.
    return said.map((words, i) =>
      said.indexOf(words) === said.lastIndexOf(words)
        ? words
        : t('puzzle.which', { move: words, n: (moves[i] as string).at(-1) ?? '' }),
    );
  },
  fact: (fact, names, you) => factWords(box, fact, names, you, 'puzzle.why'),
  ring: (view, moves) =>
    ring(
      ['.board'],
      moves.flatMap(({ move, kind, word }) =>
        placesOf(box, view as SplendorView, move).map((at) => [at, kind, word] as const),
      ),
    ),
});
