// What is said of a title that the page does not know: its own words where it brings some, else as it writes them.
import type { Outcome } from '../../protocol.ts';
import { leftWords, wonWords } from '../../table/ended.ts';
import { seatName } from '../../table/seats.ts';
import type { Session } from '../../table/session.svelte.ts';
import { language } from '../../words/words.svelte.ts';
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

/** Who has won, with how much or because the others left. */
export function ending(session: Session, outcome: Outcome): string {
  const won = wonWords(outcome, (seat) => seatName(session, seat), session.mine);
  const left = leftWords(outcome, session);
  return left ? `${won}. ${left}` : won;
}
