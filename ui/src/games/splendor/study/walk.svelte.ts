// A line that leaves the match, walked on the board: what could have followed, as far as anybody could know.
import { ask, isLocal, local } from '../../../api.ts';
import type { Report, SplendorView } from '../../../protocol.ts';

export interface Followed {
  views: SplendorView[];
  reports: Report[];
}

/** The cards that a seat could name: on the table and in hands. */
const known = (view: SplendorView): Set<number> =>
  new Set([...view.market, ...view.players.flatMap((player) => player.hand.map((one) => one.card ?? 0))]);

/** A view of a line without the cards that only its deal has: their places are empty, and in hands they lie face down. */
export function asKnown(view: SplendorView, first: SplendorView): SplendorView {
  const names = known(first);
  return {
    ...view,
    market: view.market.map((id) => (names.has(id) ? id : 0)),
    prices: view.prices.map((price, place) => (names.has(view.market[place] ?? 0) ? price : null)),
    players: view.players.map((player) => ({
      ...player,
      hand: player.hand.map((one) => (one.card !== null && names.has(one.card) ? one : { ...one, card: null })),
    })),
  };
}

export class Walk {
  line = $state.raw<readonly string[]>([]);
  found = $state.raw<Followed | null>(null);
  /** How many moves of the line were played; 0 is the moment that it leaves. */
  at = $state(0);
  busy = $state(false);

  constructor(readonly table: string) {}

  /** Follow a line from a moment of the match; returns whether that was possible. */
  async begin(step: number, line: readonly string[]): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    const moves = [...line];
    try {
      const found = isLocal(this.table)
        ? await (await local()).follow<Followed>(this.table, step, moves)
        : await ask<Followed>('POST', `/api/tables/${encodeURIComponent(this.table)}/line`, { step, moves });
      const first = found.views[0] as SplendorView;
      this.line = line;
      this.found = { ...found, views: found.views.map((view) => asKnown(view, first)) };
      this.at = 0;
      return true;
    } catch {
      return false;
    } finally {
      this.busy = false;
    }
  }

  end(): void {
    this.found = null;
    this.line = [];
    this.at = 0;
  }
}
