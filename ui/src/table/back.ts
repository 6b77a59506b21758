// Whether a player may ask for their last move back: the menu and the keys offer the same.
import { gameOf } from '../games/index.ts';
import type { Session } from './session.svelte.ts';

/** Whether several people play: at tables of their own, or at this device. */
export function several({ mine, table }: Pick<Session, 'mine' | 'table'>): boolean {
  return mine.length > 1 || new Set(table?.seats.flatMap((seat) => seat.who ?? [])).size > 1;
}

/** Several people can agree to take a move back; who is alone can do so only if nothing was revealed since. */
export function mayGoBack(session: Pick<Session, 'mine' | 'table' | 'view' | 'seat' | 'left'>): boolean {
  const { table, view } = session;
  if (table?.state !== 'playing' || session.seat === null || session.left || table.rated) return false;
  return gameOf(table.title).inTurns && !!(view?.can_undo || (several(session) && view?.n));
}
