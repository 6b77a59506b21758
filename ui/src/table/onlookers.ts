// Who else looks on, in words: people with a name by name, the others by number.
import { person } from '../person.svelte.ts';
import { list, t } from '../words/words.svelte.ts';
import type { Session } from './session.svelte.ts';

/** Empty while nobody but perhaps oneself looks on. */
export function onlookers({ table, seat, mine }: Pick<Session, 'table' | 'seat' | 'mine'>): string {
  if (!table) return '';
  const names = [...table.onlookers];
  let others = table.watchers - names.length;
  if (seat === null && !mine.length) {
    // I am one of them; a big screen of somebody who plays is not
    const me = person.me ? names.indexOf(person.me.name) : -1;
    if (me >= 0) names.splice(me, 1);
    else others -= 1;
  }
  if (others > 0) names.push(names.length ? t('page.table.others', { count: others }) : String(others));
  return names.length ? t('page.table.looking', { names: list(names) }) : '';
}
