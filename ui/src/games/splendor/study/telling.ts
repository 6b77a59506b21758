// What puzzles say and show of moves, in the words of the review.
import type { SplendorView } from '../../../protocol.ts';
import { list, t, variant } from '../../../words/words.svelte.ts';
import type { Telling } from '../../game.ts';
import type { Box } from '../box.ts';
import { turnsIn } from '../history.ts';
import { parse } from '../moves.ts';
import { tokenWords } from '../sentences.ts';
import { ring } from './rings.ts';
import { givesBack, moveWords, placesOf } from './study.ts';
import { factWords } from './why.ts';

/** How a turn goes on, in words; that nothing more is paid with gold goes without saying. */
function restWords(box: Box, view: SplendorView, seat: number, rest: readonly string[]): string {
  const steps = rest.map(parse);
  const back = steps.map((step) => (step.kind === 'return' ? step.letter : '')).join('');
  const others = rest.filter((_, i) => steps[i]?.kind === 'gold' || steps[i]?.kind === 'noble');
  return list([
    ...others.map((move) => moveWords(box, view, seat, move)),
    ...(back ? [t(variant('review.do.return', box.title), { tokens: tokenWords(box, back) })] : []),
  ]);
}

/** A move with how its turn goes on; if nobody has read which tokens go back then, with how many. */
function wholeWords(box: Box, view: SplendorView, seat: number, move: string, rest: readonly string[] = []): string {
  const words = moveWords(box, view, seat, move);
  const then = restWords(box, view, seat, rest);
  if (then) return t('puzzle.then', { move: words, then });
  const count = givesBack(view, seat, move);
  return count ? t('puzzle.back', { move: words, count }) : words;
}

export const telling = (box: Box): Telling => ({
  moves: (view, seat, moves, rest = {}) => {
    const said = moves.map((move) => wholeWords(box, view as SplendorView, seat, move, rest[move]));
    // Two cards may be alike but for what they cost.
    return said.map((words, i) =>
      said.indexOf(words) === said.lastIndexOf(words)
        ? words
        : t('puzzle.which', { move: words, n: (moves[i] as string).at(-1) ?? '' }),
    );
  },
  turns: turnsIn,
  fact: (fact, names, you) => factWords(box, fact, names, you, 'puzzle.why'),
  ring: (view, moves) =>
    ring(
      ['.board'],
      moves.flatMap(({ move, kind, word }) =>
        placesOf(box, view as SplendorView, move).map((at) => [at, kind, word] as const),
      ),
    ),
});
