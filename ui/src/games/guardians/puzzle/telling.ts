// What clue puzzles say and show: islands for moves, and what speaks for one.
import './rings.css';
import { list, t } from '../../../words/words.svelte.ts';
import type { Telling } from '../../game.ts';
import type { Box } from '../box.ts';
import { islandName, postcardName, seatOf, thingName } from '../names.ts';

const islandOf = (move: string): string => move.split(' ')[1] ?? '';

export const telling = (box: Box): Telling => ({
  moves: (_view, _seat, moves) => moves.map((move) => islandName(box, islandOf(move))),
  about: (move) => seatOf(move.split(' ')[2] ?? ''),
  fact: ({ kind, values }) => {
    const said: Record<string, string | number> = { ...values };
    for (const key of ['island', 'other']) if (key in said) said[key] = islandName(box, String(said[key]));
    if ('card' in said) said.card = postcardName(box, String(said.card));
    if ('thing' in said) said.thing = thingName(box, String(said.thing));
    if ('things' in said)
      said.things = list(
        String(said.things)
          .split(' ')
          .map((one) => thingName(box, one)),
      );
    return `${t(`puzzle.why.${kind}`, said)}.`;
  },
  ring: (_view, moves) => {
    const frame = requestAnimationFrame(() => {
      for (const { move, kind, word } of moves.toReversed()) {
        const island = document.querySelector<HTMLElement>(`.board [data-at="island-${islandOf(move)}"]`);
        if (!island) continue;
        island.dataset.judge = kind;
        island.dataset.judgeWord = word;
      }
    });
    return () => {
      cancelAnimationFrame(frame);
      for (const island of document.querySelectorAll<HTMLElement>('.hex[data-judge]')) {
        delete island.dataset.judge;
        delete island.dataset.judgeWord;
      }
    };
  },
});
