import { describe, expect, it } from 'vitest';
import type { Report } from '../../protocol.ts';
import { byHand, turnLines } from './history.ts';

const reports = ['take wbg', 'take ww', 'resign', 'take kk', 'take bb'].map((move, i): Report => ({
  n: i + 1,
  at: 0,
  seat: [0, 1, 0, 1, 0][i] as number,
  move,
  facts: {},
}));

describe('the log of a match that somebody gave up', () => {
  it('lays what the bot plays on to nobody', () => {
    expect(turnLines(reports).map(({ report }) => [report.move, byHand(reports, report)])).toEqual([
      ['take wbg', true],
      ['take ww', true],
      ['resign', true],
      ['take kk', true],
      ['take bb', false],
    ]);
  });
});
