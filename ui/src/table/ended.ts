// Who has won, and why, in words: points decide nothing where the others gave up or ran out of time.
import type { Outcome } from '../protocol.ts';
import { list, t } from '../words/words.svelte.ts';
import { seatName } from './seats.ts';
import type { Session } from './session.svelte.ts';

const GONE = ['resigned', 'time'];

/** "Lena wins with 15"; "Lena wins" where nobody else was left; whoever reads it alone is "you". */
export function wonWords(
  { winners, points, termination }: Outcome,
  name: (seat: number) => string,
  mine: readonly number[],
): string {
  const me = mine.length === 1 && winners.includes(mine[0]!);
  const names = list(winners.filter((seat) => !me || seat !== mine[0]).map(name));
  const how = winners.length > 1 ? 'shared' : GONE.includes(termination) ? 'won' : 'wins';
  return t(`over.${how}${me ? '_you' : ''}`, { name: names, names, points: points[winners[0] ?? 0] ?? 0 });
}

/** How it came to that, and who gave up or ran out of time on the way; whoever reads it alone is "you". */
export function endedBy(outcome: Outcome, session: Pick<Session, 'table' | 'mine'>): string {
  const { termination } = outcome;
  const left = leftWords(outcome, session);
  return GONE.includes(termination) ? left : `${t(`over.by.${termination}`)} ${left}`.trim();
}

/** "Lena gave up. Wim ran out of time."; empty where everybody played on to the end. */
export function leftWords(outcome: Outcome, { table, mine }: Pick<Session, 'table' | 'mine'>): string {
  const { termination, winners, ranks } = outcome;
  const gone = ranks
    .map((rank, seat) => ({ rank, seat, info: table?.seats[seat] }))
    // A match ends so only when one seat alone is left.
    .filter(({ seat, info }) => info?.resigned || (GONE.includes(termination) && !winners.includes(seat)))
    .sort((a, b) => b.rank - a.rank)
    .map(({ seat, info }) => ({ seat, why: info?.resigned ? (info.out_of_time ? 'time' : 'resigned') : termination }));
  return GONE.flatMap((why) => {
    const these = gone.filter((one) => one.why === why).map(({ seat }) => seat);
    const me = mine.length === 1 ? these.filter((seat) => mine.includes(seat)) : [];
    const others = these.filter((seat) => !me.includes(seat));
    const names = list(others.map((seat) => seatName({ table }, seat)));
    return [
      ...(me.length ? [t(`over.by.${why}_you`)] : []),
      ...(others.length ? [t(`over.by.${why}`, { names, count: others.length })] : []),
    ];
  }).join(' ');
}
