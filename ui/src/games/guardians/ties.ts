// G72. Where scores are alike and legend coins decide, for any place: how many, and how many the others had.
export interface Tie {
  points: number;
  coins: number;
  /** The legend coins of those behind, the most first. */
  others: number[];
}

/** The ties that legend coins break among players, the highest score first. */
export function tiesOf(players: readonly { score: number; coins: number }[]): Tie[] {
  const scores = [...new Set(players.map((player) => player.score))].sort((a, b) => b - a);
  return scores.flatMap((points) => {
    const alike = players.filter((player) => player.score === points).map((player) => player.coins);
    const [coins = 0, ...others] = [...new Set(alike)].sort((a, b) => b - a);
    return others.length ? [{ points, coins, others }] : [];
  });
}
