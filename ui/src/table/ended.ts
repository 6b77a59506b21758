// Who has won, and why, in words: points decide nothing where the others gave up or ran out of time.
import type { Outcome } from '../protocol.ts';
import { list, t } from '../words/words.svelte.ts';

const GONE = ['resigned', 'time'];

/** "Lena wins with 15"; "Lena wins" where nobody else was left. */
export function wonWords({ winners, points, termination }: Outcome, name: (seat: number) => string): string {
  const names = list(winners.map(name));
  const best = points[winners[0] ?? 0] ?? 0;
  if (winners.length > 1) return t('over.shared', { names, points: best });
  return GONE.includes(termination) ? t('over.won', { name: names }) : t('over.wins', { name: names, points: best });
}

/** How it came to that, to the one who reads it: alone against the winner, they are the one who gave up. */
export function endedBy({ winners, points, termination }: Outcome, mine: readonly number[]): string {
  const lost = points.length === 2 && mine.length === 1 && !winners.includes(mine[0]!);
  return t(`over.by.${termination}${lost && GONE.includes(termination) ? '_you' : ''}`);
}
