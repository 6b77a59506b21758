// Whether a player may take a move back: the menu and the keys offer the same.
import type { Session } from './session.svelte.ts';

/** Whether several people play: at tables of their own, or at this device. */
export function several({ mine, table }: Pick<Session, 'mine' | 'table'>): boolean {
  return mine.length > 1 || new Set(table?.seats.flatMap((seat) => seat.who ?? [])).size > 1;
}

/** Whether an undo would be carried out now, or put to the others, whom one asks one thing at a time. */
export function mayGoBack({ view, table }: Pick<Session, 'table' | 'view'>): boolean {
  return !!(view?.can_undo || (view?.can_ask_undo && !table?.question)) && !table?.paused;
}
