import type { PriceTag } from './types.ts';

/** How one colour of a cost is shown: ticks saved by bonuses, held as tokens, still missing, and the big number. */
export interface CostRow {
  /** Index among the title's five colours. */
  colour: number;
  saved: number;
  held: number;
  missing: number;
  /** 0: covered, shown as a check. */
  shown: number;
}

/**
 * The colours that a card asks for, in their order; without a price nothing is saved or held. `printed` shows the number
 * on the card in place of what is left.
 */
export function costRows(cost: readonly number[], price: PriceTag | null = null, printed = false): CostRow[] {
  return cost.flatMap((n, colour) => {
    if (!n) return [];
    const left = price?.cost[colour] ?? n;
    const missing = price?.short[colour] ?? n;
    return [{ colour, saved: n - left, held: left - missing, missing, shown: printed ? n : left }];
  });
}
