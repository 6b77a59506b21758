// The notation of moves, taken apart: see src/jeton/games/splendor/moves.py. It knows no rule.

export type Move =
  | { kind: 'take'; letters: string }
  | { kind: 'reserve' | 'buy'; target: string }
  | { kind: 'return' | 'gold'; letter: string }
  | { kind: 'noble'; place: number }
  | { kind: 'pass' | 'done' | 'other' };

/** A card's place: "2.3" on the table, "h1" in hand, "2" the deck of level 2. */
export function place(level: number, index: number): string {
  return `${level}.${index + 1}`;
}

/** The place of a card of the market in the view's list: "2.3" is the seventh. */
export function placeOf(target: string): number {
  const [level, index] = target.split('.').map(Number);
  return ((level ?? 0) - 1) * 4 + (index ?? Number.NaN) - 1;
}

/** Where keys begin to walk through the market: at its first card, or at the lowest deck where none is left. */
export function firstPlace(market: readonly number[]): string {
  const at = market.findIndex((id) => id > 0);
  return at < 0 ? '1.0' : place(Math.floor(at / 4) + 1, at % 4);
}

export function parse(text: string): Move {
  const [verb, rest = ''] = text.split(' ');
  switch (verb) {
    case 'take':
      return { kind: 'take', letters: rest };
    case 'reserve':
    case 'buy':
      return { kind: verb, target: rest };
    case 'return':
    case 'gold':
      return { kind: verb, letter: rest };
    case 'noble':
      return { kind: 'noble', place: Number(rest) };
    case 'pass':
    case 'done':
      return { kind: verb };
    default:
      return { kind: 'other' };
  }
}

/** Letters in the order of the title's colours. */
export function sorted(letters: string, order: string): string {
  return [...letters].sort((a, b) => order.indexOf(a) - order.indexOf(b)).join('');
}
