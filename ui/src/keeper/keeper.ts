// What an admin asks of the server, and how long a ban may last.
import { ask } from '../api.ts';
import type { Desk, NewAct, PersonRow } from '../protocol.ts';

export type What = NewAct['what'];

/** Something that an admin is about to do, and to whom. */
export interface Doing {
  what: What;
  subject: string;
  name: string;
}

export const keeper = {
  desk: () => ask<Desk>('GET', '/api/admin'),
  find: (words: string) => ask<PersonRow[]>('GET', `/api/admin/people?words=${encodeURIComponent(words)}`),
  act: (act: Pick<NewAct, 'what' | 'subject'> & Partial<NewAct>) => ask<void>('POST', '/api/admin/acts', act),
};

const HOUR = 3_600_000;
/** Names of times, and how long they are; null: for good. */
export const SPANS: Readonly<Record<string, number | null>> = {
  hour: HOUR,
  day: 24 * HOUR,
  week: 7 * 24 * HOUR,
  month: 30 * 24 * HOUR,
  ever: null,
};

/** When something that begins now and lasts so long ends. */
export function ends(span: string, now: number): number | null {
  const lasts = SPANS[span];
  return lasts == null ? null : now + lasts;
}

/** Whether a ban has no end that anybody alive would see. */
export const forGood = (until: number | null): boolean => until === null || until > 32_503_680_000_000;
