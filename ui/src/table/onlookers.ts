// Who looks on, in words: people with a name by name, the others by number.
import { list, t } from '../words/words.svelte.ts';
import type { Session } from './session.svelte.ts';

/** Empty while nobody but perhaps oneself looks on. */
export function onlookers({ table, seat }: Pick<Session, 'table' | 'seat'>): string {
  if (!table || table.watchers <= Number(seat === null)) return '';
  const others = table.watchers - table.onlookers.length;
  const names = [...table.onlookers];
  if (others > 0) names.push(names.length ? t('page.table.others', { count: others }) : String(others));
  return t('page.table.looking', { names: list(names) });
}
