import { beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../protocol.ts';
import { learn, speak } from '../words/words.svelte.ts';
import { endedBy, wonWords } from './ended.ts';
import type { Session } from './session.svelte.ts';
import { stillSeat, stillTable } from './still.ts';

const left = { termination: 'resigned', winners: [1], ranks: [2, 1], points: [3, 0] } as unknown as Outcome;
/** A table at which each seat is still there, gave up or came too late. */
const at = (mine: number[], ...seats: ('' | 'gave up' | 'late')[]): Pick<Session, 'table' | 'mine'> => ({
  mine,
  table: stillTable(
    'x',
    'splendor',
    seats.map((how, seat) => ({ ...stillSeat(name(seat)), resigned: how !== '', out_of_time: how === 'late' })),
    mine,
  ),
});
const name = (seat: number): string => ['Lena', 'Wim', 'Noor'][seat]!;

describe('how a match ended', () => {
  beforeAll(async () => {
    await speak('en');
    await learn('over');
  });

  it('is said without points where one gave up', () => {
    expect(wonWords(left, name, [])).toBe('Wim wins');
    expect(wonWords({ ...left, termination: 'goal', points: [3, 15] } as Outcome, name, [])).toBe('Wim wins with 15');
  });

  it('is said to whoever has won alone as "you"', async () => {
    const goal = { ...left, termination: 'goal', points: [3, 15] } as Outcome;
    const shared = { ...goal, winners: [0, 1], points: [15, 15] } as Outcome;
    expect(wonWords(left, name, [1])).toBe('You win');
    expect([wonWords(goal, name, [1]), wonWords(goal, name, [0])]).toEqual(['You win with 15', 'Wim wins with 15']);
    expect(wonWords(goal, name, [0, 1])).toBe('Wim wins with 15');
    expect(wonWords(shared, name, [1])).toBe('You and Lena share the victory with 15');
    await speak('fr');
    expect(wonWords(goal, name, [1])).toBe('Tu gagnes avec 15');
    await speak('nl');
    expect(wonWords(goal, name, [1])).toBe('Jij wint met 15');
    await speak('en');
  });

  it('names who gave up and whose time ran out, whoever reads it; alone, they are "you"', () => {
    expect(endedBy(left, at([0], 'gave up', ''))).toBe('You gave up.');
    expect(endedBy(left, at([1], 'gave up', ''))).toBe('Lena gave up.');
    expect(endedBy(left, at([0, 1], 'gave up', ''))).toBe('Lena gave up.');
    const three = { ...left, points: [3, 0, 1], ranks: [2, 1, 3] } as Outcome;
    expect(endedBy(three, at([0], 'gave up', '', 'gave up'))).toBe('You gave up. Noor gave up.');
    expect(endedBy(three, at([1], 'gave up', '', 'gave up'))).toBe('Noor and Lena gave up.');
    expect(endedBy(three, at([], 'gave up', '', 'late'))).toBe('Lena gave up. Noor ran out of time.');
    expect(endedBy({ ...three, termination: 'time' }, at([0], 'late', '', 'gave up'))).toBe(
      'Noor gave up. You ran out of time.',
    );
  });

  it('names who left on the way where the others played on to the end', () => {
    const played = { ...left, termination: 'goal', points: [3, 15, 1], ranks: [2, 1, 3] } as Outcome;
    expect(endedBy(played, at([0], '', '', ''))).toBe('Well played, everybody.');
    expect(endedBy(played, at([0], '', '', 'gave up'))).toBe('Well played, everybody. Noor gave up.');
    expect(endedBy(played, at([2], '', '', 'late'))).toBe('Well played, everybody. You ran out of time.');
  });

  it('is said in every language', async () => {
    const three = { ...left, points: [3, 0, 1], ranks: [2, 1, 3] } as Outcome;
    await speak('fr');
    expect([wonWords(left, name, []), endedBy(left, at([0], 'gave up', ''))]).toEqual([
      'Wim gagne',
      'Tu as abandonné.',
    ]);
    expect(endedBy(three, at([1], 'late', '', 'late'))).toBe('Noor et Lena n’avaient plus de temps.');
    await speak('nl');
    expect([wonWords(left, name, []), endedBy(left, at([0], 'gave up', ''))]).toEqual(['Wim wint', 'Jij gaf op.']);
    expect(endedBy(three, at([1], 'late', '', 'late'))).toBe('Noor en Lena hadden geen tijd meer.');
  });
});
