// Who sits where, by name.
import type { Person } from '../lib/types.ts';
import type { Session } from '../session.svelte.ts';
import { t } from '../words/words.svelte.ts';
import { botName } from './names.ts';

/** Names of those who share this device, kept on it: the server knows only whose device it is. */
function names(table: string): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(`jeton.names.${table}`) ?? '{}') as Record<string, string>;
  } catch {
    return {};
  }
}

export function seatName(session: Session, seat: number): string {
  const info = session.table?.seats[seat];
  if (!info) return '';
  if (info.kind === 'bot') return botName('', seat);
  const shared = session.mine.length > 1 && session.mine.includes(seat);
  if (shared) return names(session.id)[seat] ?? t('page.home.player', { number: seat + 1 });
  return info.name;
}

export function personAt(session: Session, seat: number): Person {
  const info = session.table?.seats[seat];
  return { seat, name: seatName(session, seat), bot: info?.kind === 'bot' || !!info?.stand_in };
}
