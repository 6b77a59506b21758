// What is said of a title that the page does not know: its own words where it brings some, else as it writes them.
import type { Outcome } from '../../protocol.ts';
import { seatName } from '../../table/seats.ts';
import type { Session } from '../../table/session.svelte.ts';
import { language, list, t } from '../../words/words.svelte.ts';
import { say, type Texts } from './tell.ts';

export class Speech {
  constructor(readonly texts: Texts) {}

  title(title: string): string {
    return this.#word('name', title);
  }

  move(move: string): string {
    return this.#word(`move.${move}`, move);
  }

  field(field: string): string {
    return this.#word(`field.${field}`, field.replaceAll('_', ' '));
  }

  #word(key: string, plain: string): string {
    return say(this.texts, language(), key, plain);
  }
}

/** Who has won, with how much. */
export function ending(session: Session, outcome: Outcome): string {
  const names = list(outcome.winners.map((seat) => seatName(session, seat)));
  const points = outcome.points[outcome.winners[0] ?? 0] ?? 0;
  return outcome.winners.length > 1 ? t('over.shared', { names, points }) : t('over.wins', { name: names, points });
}
