import { describe, expect, it } from 'vitest';
import type { SplendorView } from '../../../protocol.ts';
import { bands, chancesOverTime, type Decision, givesBack, nextSlip, placesOf, type Review, slips } from './study.ts';
import { asKnown } from './walk.svelte.ts';
import { lineSteps } from './why.ts';

const decision = (seat: number, verdict: Decision['verdict'], before = [0.5, 0.5]): Decision => ({
  n: 1,
  seat,
  move: 'take wbg',
  choices: 3,
  before,
  after: before,
  best: [],
  played: { move: 'take wbg', chances: before, margin: 0, lines: 1 },
  cost: 0,
  verdict,
});
const review = (...decisions: Decision[]): Review => ({ lines: 1, calibrated: 0, decisions, players: [] });

describe('a judged match', () => {
  it('ends with who won', () => {
    const outcome = { termination: 'goal', winners: [1], points: [3, 15], ranks: [2, 1] };
    expect(chancesOverTime(review(decision(0, '', [0.7, 0.3])), outcome, 2)).toEqual([
      [0.7, 0.3],
      [0, 1],
    ]);
    expect(chancesOverTime(review(decision(0, '')), null, 2)).toHaveLength(1);
  });

  it('lays bands one on another', () => {
    expect(bands([0.5, 0.25, 0.25])).toEqual([
      [0, 0.5],
      [0.5, 0.75],
      [0.75, 1],
    ]);
  });

  it('finds the slips of one or of all, and goes round', () => {
    const found = review(decision(0, ''), decision(1, 'slip'), decision(0, 'blunder'), decision(1, ''));
    expect(slips(found)).toEqual([1, 2]);
    expect(slips(found, 1)).toEqual([1]);
    expect(nextSlip([1, 2], 0)).toBe(1);
    expect(nextSlip([1, 2], 1)).toBe(2);
    expect(nextSlip([1, 2], 2)).toBe(1);
    expect(nextSlip([], 0)).toBeNull();
  });

  it('knows where on the table a move is', () => {
    const box = { letters: 'wbgrk' } as Parameters<typeof placesOf>[0];
    const view = { nobles: [4, 7] } as unknown as Parameters<typeof placesOf>[1];
    expect(placesOf(box, view, 'take bb')).toEqual(['bank-1']);
    expect(placesOf(box, view, 'take wk')).toEqual(['bank-0', 'bank-4']);
    expect(placesOf(box, view, 'buy 2.3')).toEqual(['market-6']);
    expect(placesOf(box, view, 'buy h2')).toEqual(['hand-1']);
    expect(placesOf(box, view, 'reserve 3')).toEqual(['deck-3']);
    expect(placesOf(box, view, 'noble 2')).toEqual(['noble-7']);
    expect(placesOf(box, view, 'done')).toEqual([]);
  });
});

describe('a line', () => {
  const player = (hand: unknown[]) => ({ hand });
  const view = {
    market: [11, 12, 13, 14, 21, 22, 23, 24, 31, 32, 33, 34],
    players: [player([{ level: 1, card: 5, blind: false }]), player([]), player([])],
  } as unknown as Parameters<typeof lineSteps>[0];

  it('has payments and choices with the one who moved, and everybody else in turn', () => {
    const moves = ['take wbg', 'return w', 'buy 2.1', 'gold r', 'done', 'noble 1', 'pass', 'take kk'];
    expect(lineSteps(view, 1, moves).map((step) => step.seat)).toEqual([1, 1, 2, 2, 2, 2, 0, 1]);
  });

  it('knows what is in a hand when a card is bought from it', () => {
    const steps = lineSteps(view, 0, ['reserve 2.3', 'reserve 3', 'take wbg', 'buy h2', 'pass', 'pass', 'buy h1']);
    const hand = (i: number, seat: number) => steps[i]?.view.players[seat]?.hand.map((one) => one.card);
    expect(hand(0, 0)).toEqual([5]);
    expect(hand(3, 0)).toEqual([5, 23]);
    expect(hand(3, 1)).toEqual([null]);
    expect(hand(6, 0)).toEqual([5]);
  });

  it('shows no card that only its deal has', () => {
    const seen = (market: number[], hand: number[]) =>
      ({
        market,
        prices: market.map((id) => ({ id })),
        players: [{ hand: hand.map((card) => ({ card, level: 1, blind: true })) }],
      }) as unknown as Parameters<typeof asKnown>[0];
    const found = asKnown(seen([1, 9, 3], [5, 8]), seen([1, 2, 3], [5]));
    expect(found.market).toEqual([1, 0, 3]);
    expect(found.prices[1]).toBeNull();
    expect(found.players[0]?.hand.map((one) => one.card)).toEqual([5, null]);
  });
});

it('says how many tokens a move makes one give back, Time among those that count', () => {
  const view = (tokens: number[], gold: number): SplendorView =>
    ({ players: [{ tokens }], bank: [4, 4, 4, 4, 4, gold], numbers: { limit: 10 } }) as unknown as SplendorView;
  const full = view([3, 1, 3, 0, 1, 2], 1);
  expect(['take brk', 'take rr', 'reserve 1.2', 'buy 1.2', 'pass'].map((move) => givesBack(full, 0, move))).toEqual([
    3, 2, 1, 0, 0,
  ]);
  expect(givesBack(view([3, 1, 3, 0, 1, 2], 0), 0, 'reserve 1.2')).toBe(0);
  expect(givesBack(view([2, 1, 2, 0, 1, 1, 1], 0), 0, 'take brk')).toBe(1);
  expect(givesBack(view([2, 1, 2, 0, 1, 1], 0), 0, 'take brk')).toBe(0);
});
