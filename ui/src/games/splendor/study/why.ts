// Why a move is better, in words: facts that the judge counted in lines played out. `bots/splendor/telling.py` says the
// same.
import type { Fact } from '../../../judged.ts';
import type { SplendorView } from '../../../protocol.ts';
import { has, list, t, variant } from '../../../words/words.svelte.ts';
import type { Box } from '../box.ts';
import { parse } from '../moves.ts';
import { cardWords, colourWord } from '../sentences.ts';

export type { Fact };

/** What the sentence says about those who profit from the other move. */
const OF_OTHERS = ['taken', 'loses', 'theirs'];
/** What is a number of things, not of deals. */
const SUMS = ['gain', 'cards', 'theirs'];

/**
 * A fact as a sentence: "you" for one of the seats, the others by their names. Where nothing was played, as in a puzzle,
 * `instead` has other words for what speaks of the move that was.
 */
export function factWords(
  box: Box,
  fact: Fact,
  names: readonly string[],
  you: number | null = null,
  instead = '',
): string {
  const group = OF_OTHERS.includes(fact.kind) ? 'other' : fact.seat === you ? 'you' : 'name';
  const ending = group === 'other' && fact.seat === you && fact.kind !== 'theirs' ? '_you' : '';
  // Where two play, the others are one.
  const kind = fact.kind === 'theirs' && names.length === 2 ? 'theirs_two' : fact.kind;
  const own = `${instead}.${kind}`;
  const key = instead && (has(own) || has(`${own}_other`)) ? own : `why.${group}.${kind}${ending}`;
  const said = t(variant(key, box.title), {
    name: names[fact.seat] ?? '',
    count: fact.count ?? 0,
    of: fact.of ?? 0,
    card: fact.card ? cardWords(box, fact.card) : '',
    noble: fact.noble ? t(`${box.title}.noble.${fact.noble}`) : '',
    tokens: list([...(fact.tokens ?? '')].map((letter) => colourWord(box, box.letters.indexOf(letter)))),
  });
  if (fact.other === undefined || fact.other === null || !fact.of) return t('why.alone', { fact: said });
  const other = SUMS.includes(fact.kind)
    ? fact.other
    : fact.other
      ? t('why.in', { other: fact.other })
      : t('why.in_none');
  return t('why.compared', { fact: said, other });
}

/** A move of a line, whose it is, and the hands as they are before it. */
export interface LineStep {
  seat: number;
  move: string;
  view: SplendorView;
}

/** The moves of a line with whose they are: a payment or a choice belongs to the one who moved before. */
export function lineSteps(view: SplendorView, seat: number, line: readonly string[]): LineStep[] {
  const hands = view.players.map((player) => [...player.hand]);
  let mover = seat;
  return line.map((move, i) => {
    const what = parse(move);
    if (i && ['take', 'reserve', 'buy', 'pass'].includes(what.kind)) mover = (mover + 1) % hands.length;
    const players = view.players.map((player, at) => ({ ...player, hand: [...(hands[at] ?? [])] }));
    const step = { seat: mover, move, view: { ...view, players } };
    const hand = hands[mover];
    if (what.kind === 'reserve') {
      const level = Number(what.target[0]);
      const place = what.target.includes('.') ? 4 * level + Number(what.target[2]) - 5 : -1;
      hand?.push({ level, card: place < 0 ? null : (view.market[place] ?? null), blind: place < 0 });
    }
    if (what.kind === 'buy' && what.target.startsWith('h')) hand?.splice(Number(what.target.slice(1)) - 1, 1);
    return step;
  });
}
