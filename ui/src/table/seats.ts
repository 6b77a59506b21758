// Who sits where, by name.
import type { Person } from '../kit/person.ts';
import type { ChatMessage } from '../protocol.ts';
import { t } from '../words/words.svelte.ts';
import { unnamed } from './names.ts';
import type { Session } from './session.svelte.ts';

export function seatName(session: Pick<Session, 'table'>, seat: number): string {
  const info = session.table?.seats[seat];
  if (!info) return '';
  return info.name || unnamed(info.kind, seat);
}

/** That it is the turn of a seat of this page: where several people share the device, whose. */
export function turnWords(
  session: Pick<Session, 'table' | 'mine'>,
  seat: number | null,
  own = 'page.turn.yours',
): string {
  return seat !== null && session.mine.length > 1 ? t('page.turn.of', { name: seatName(session, seat) }) : t(own);
}

export function personAt(session: Session, seat: number): Person {
  const info = session.table?.seats[seat];
  return { seat, name: seatName(session, seat), bot: info?.kind === 'bot' || !!info?.stand_in };
}

/** Who said something: where they sit now, under the name they had then; seats may have been removed since. */
export function author(session: Session, { who, name, seat }: ChatMessage): Person {
  const seats = session.table?.seats ?? [];
  const named = seats.findIndex((one) => one.who === who && one.name === name);
  const at = named < 0 ? seats.findIndex((one) => one.who === who) : named;
  return { seat: at < 0 ? seat : at, name: name || seatName(session, at < 0 ? seat : at) };
}
