// How a finished game ended, in words and figures, for lists.
import type { TableRow } from '../protocol.ts';
import { lent } from '../study/stats.ts';
import { rowPeople } from '../table/names.ts';
import { list, t } from '../words/words.svelte.ts';

/** "Lena 15, Otto 12", the best first, as the result ranks them: equal points may be different ranks. */
export function score(row: TableRow): string {
  // this device may have kept an old match without its ranks
  const rank = (seat: number): number => row.ranks?.[seat] ?? (row.winners?.includes(seat) ? 1 : 2);
  const people = rowPeople(row).map((one) => ({ ...one, points: row.points?.[one.seat] ?? 0 }));
  people.sort((a, b) => rank(a.seat) - rank(b.seat) || b.points - a.points);
  return people.map(({ name, points }) => `${name} ${points}`).join(', ');
}

/** "A bot played the rest for Lena"; empty if everybody played to the end. */
export function lentWords(row: TableRow): string {
  const names = rowPeople(row).flatMap((one) => (lent(row, one.seat) ? [one.name] : []));
  return names.length ? t('review.lent', { names: list(names) }) : '';
}

/** "Lena won"; empty if nobody did. */
export function winners(row: TableRow): string {
  const names = rowPeople(row).flatMap((one) => (row.winners?.includes(one.seat) ? [one.name] : []));
  if (!names.length) return '';
  return t(names.length > 1 ? 'review.shared' : 'review.won', { names: list(names) });
}
