// The draft of a move, kept in the tab: a reloaded page goes on where it was.
import type { SplendorView, ViewMessage } from '../../protocol.ts';
import { keep, kept } from '../../table/kept.ts';
import { placeOf } from './moves.ts';
import { type Draft, isEmpty, stillPossible } from './pick.ts';

interface Kept {
  draft: Draft;
  /** The entry after which it was made, and what was due then. */
  n: number;
  phase: string;
  /** The card it is about, if that lies on the table. */
  card: number | null;
}

function cardOf(draft: Draft, view: SplendorView): number | null {
  return draft.target?.includes('.') ? (view.market[placeOf(draft.target)] ?? null) : null;
}

/** Keep a draft under the name of its table and seat; an empty one is forgotten. */
export function remember(name: string, draft: Draft, message: ViewMessage): void {
  const view = message.view as SplendorView;
  const what: Kept = { draft, n: message.n, phase: view.phase, card: cardOf(draft, view) };
  keep(name, isEmpty(draft) ? null : what);
}

/** The kept draft, if it still means the same; null if there is none. */
export function recall(name: string, order: string, message: ViewMessage): Draft | null {
  const view = message.view as SplendorView;
  try {
    const { draft, n, phase, card } = kept<Kept>(name) as Kept;
    if (phase !== view.phase || card !== cardOf(draft, view)) return null;
    if (n === message.n) return draft;
    const mine = view.seat !== null && message.actors.includes(view.seat);
    return stillPossible(draft, mine ? view.moves : view.plans, order);
  } catch {
    return null;
  }
}
