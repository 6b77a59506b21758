// From the picks so far and the moves the server offers: what can be picked next, and which move is complete. If you
// change this file: the page holds no rules. All it knows is which texts are in `moves`.
import { parse, sorted } from './moves.ts';

export interface Draft {
  /** Letters of the tokens to take, or to give back, in the order they were picked. */
  letters: string;
  /** A card ("2.3", "h1") or a deck ("2"). */
  target: string | null;
  /** What is done with the card. */
  verb: 'buy' | 'reserve' | null;
  /** The place of the chosen noble. */
  noble: number | null;
  /** Letters whose tokens gold replaces, one for each token. */
  gold: string;
}

export const EMPTY: Draft = { letters: '', target: null, verb: null, noble: null, gold: '' };

export function isEmpty(draft: Draft): boolean {
  return draft.letters === '' && draft.target === null && draft.noble === null;
}

/** What the moves offer beside the draft. */
export interface Offer {
  /** Colours that can be taken next. */
  take: Set<string>;
  buy: Set<string>;
  reserve: Set<string>;
  /** Tokens that can be given back. */
  give: Set<string>;
  nobles: Set<number>;
  /** Colours that gold can replace now. */
  gold: Set<string>;
  canPass: boolean;
}

export function offer(draft: Draft, moves: readonly string[]): Offer {
  const found: Offer = {
    take: new Set(),
    buy: new Set(),
    reserve: new Set(),
    give: new Set(),
    nobles: new Set(),
    gold: new Set(),
    canPass: false,
  };
  for (const text of moves) {
    const move = parse(text);
    if (move.kind === 'take') {
      const rest = without(move.letters, draft.letters);
      if (rest !== null) for (const letter of rest) found.take.add(letter);
    } else if (move.kind === 'buy' || move.kind === 'reserve') found[move.kind].add(move.target);
    else if (move.kind === 'return') found.give.add(move.letter);
    else if (move.kind === 'gold') found.gold.add(move.letter);
    else if (move.kind === 'noble') found.nobles.add(move.place);
    else if (move.kind === 'pass') found.canPass = true;
  }
  return found;
}

/** What picked tokens still lack to be a move. */
export interface Lack {
  /** So many other colours. */
  colours: number;
  /** Or the same colour once more. */
  again: boolean;
}

/** What the tokens of a draft lack; null if they are a move, or can't become one. */
export function lack(draft: Draft, moves: readonly string[]): Lack | null {
  const found: Lack = { colours: Number.POSITIVE_INFINITY, again: false };
  for (const text of moves) {
    const move = parse(text);
    const rest = move.kind === 'take' ? without(move.letters, draft.letters) : null;
    if (rest === '') return null;
    if (rest === null) continue;
    if (draft.letters.includes(rest)) found.again = true;
    else found.colours = Math.min(found.colours, rest.length);
  }
  return draft.letters === '' || !Number.isFinite(found.colours) ? null : found;
}

/** The move that the draft is, if the server offers it. */
export function complete(draft: Draft, moves: readonly string[], order: string): string | null {
  const text = spelled(draft, order);
  return text !== null && moves.includes(text) ? text : null;
}

/** The draft in notation, whether or not it may be played: the server is asked about it. */
export function spelled(draft: Draft, order: string): string | null {
  if (draft.noble !== null) return `noble ${draft.noble}`;
  if (draft.target !== null) return draft.verb === null ? null : `${draft.verb} ${draft.target}`;
  return draft.letters === '' ? null : `take ${sorted(draft.letters, order)}`;
}

/** The draft with one more token. */
export function addLetter(draft: Draft, letter: string): Draft {
  return { ...EMPTY, letters: draft.letters + letter };
}

/** The draft with one token less: the last one of that letter. */
export function dropLetter(draft: Draft, letter: string): Draft {
  const at = draft.letters.lastIndexOf(letter);
  return at < 0 ? draft : { ...draft, letters: draft.letters.slice(0, at) + draft.letters.slice(at + 1) };
}

/** The draft of a card: to buy it if that is offered, else to reserve it if that is. */
export function chooseCard(target: string, moves: readonly string[], verb?: 'buy' | 'reserve'): Draft {
  const { buy, reserve } = offer(EMPTY, moves);
  const likely = verb ?? (buy.has(target) ? 'buy' : reserve.has(target) ? 'reserve' : null);
  return { ...EMPTY, target, verb: likely };
}

/** A draft made while others think, now that the turn has come: as it is, or null if it became impossible. */
export function stillPossible(draft: Draft, moves: readonly string[], order: string): Draft | null {
  if (isEmpty(draft)) return draft;
  if (complete(draft, moves, order) !== null) return draft;
  if (draft.target !== null && draft.verb === null) {
    const again = chooseCard(draft.target, moves);
    return again.verb === null ? null : again;
  }
  if (draft.letters !== '' && draft.target === null) {
    const fits = moves.some((text) => {
      const move = parse(text);
      return move.kind === 'take' && without(move.letters, draft.letters) !== null;
    });
    return fits ? draft : null;
  }
  return null;
}

/** What is left of `letters` without those of `used`; null if they are not all in there. */
function without(letters: string, used: string): string | null {
  let rest = letters;
  for (const letter of used) {
    const at = rest.indexOf(letter);
    if (at < 0) return null;
    rest = rest.slice(0, at) + rest.slice(at + 1);
  }
  return rest;
}
