// Who sits where, by name.
import type { Person } from '../kit/person.ts';
import { botName } from './names.ts';
import type { Session } from './session.svelte.ts';

export function seatName(session: Session, seat: number): string {
  const info = session.table?.seats[seat];
  if (!info) return '';
  return info.kind === 'bot' ? info.name || botName('', seat) : info.name;
}

export function personAt(session: Session, seat: number): Person {
  const info = session.table?.seats[seat];
  return { seat, name: seatName(session, seat), bot: info?.kind === 'bot' || !!info?.stand_in };
}
