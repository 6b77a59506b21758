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

/** The colours that a card asks for, in their order; `printed` shows the number on the card in place of what is left. */
export function costRows(
  cost: readonly number[],
  bonuses: readonly number[] = [],
  tokens: readonly number[] = [],
  printed = false,
): CostRow[] {
  return cost.flatMap((n, colour) => {
    if (!n) return [];
    const saved = Math.min(n, bonuses[colour] ?? 0);
    const held = Math.min(n - saved, tokens[colour] ?? 0);
    return [{ colour, saved, held, missing: n - saved - held, shown: printed ? n : n - saved }];
  });
}
