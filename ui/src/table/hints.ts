// A match with hints says so.
import { t } from '../words/words.svelte.ts';
import { personAt } from './seats.ts';
import type { Session } from './session.svelte.ts';

/** "Ann asked for 3 hints."; empty if nobody has asked. */
export function hintsWords(session: Session): string {
  const asked = session.table?.hints ?? [];
  return asked
    .flatMap((count, seat) => (count > 0 ? [t('over.hints', { name: personAt(session, seat).name, count })] : []))
    .join(' ');
}
