import { beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../protocol.ts';
import { learn, speak } from '../words/words.svelte.ts';
import { endedBy, wonWords } from './ended.ts';

const left = { termination: 'resigned', winners: [1], ranks: [2, 1], points: [3, 0] } as unknown as Outcome;
const name = (seat: number): string => ['Lena', 'Wim', 'Noor'][seat]!;

describe('how a match ended', () => {
  beforeAll(async () => {
    await speak('en');
    await learn('over');
  });

  it('is said without points where one gave up', () => {
    expect(wonWords(left, name)).toBe('Wim wins');
    expect(wonWords({ ...left, termination: 'goal', points: [3, 15] } as Outcome, name)).toBe('Wim wins with 15');
  });

  it('tells the one who gave up that it was them, and the winner that it was the other', () => {
    expect(endedBy(left, [0])).toBe('Because you gave up.');
    expect(endedBy(left, [1])).toBe('The others gave up.');
    expect(endedBy(left, [0, 1])).toBe('The others gave up.');
    expect(endedBy({ ...left, points: [3, 0, 1], ranks: [2, 1, 3] } as Outcome, [0])).toBe('The others gave up.');
    expect(endedBy({ ...left, termination: 'goal' } as Outcome, [0])).toBe('Well played, everybody.');
  });

  it('is said in every language', async () => {
    await speak('fr');
    expect([wonWords(left, name), endedBy(left, [0])]).toEqual(['Wim gagne', 'Parce que tu as abandonné.']);
    await speak('nl');
    expect([wonWords(left, name), endedBy(left, [0])]).toEqual(['Wim wint', 'Omdat jij opgaf.']);
  });
});
