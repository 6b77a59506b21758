// From a view to what the components show: labels, tags, what is new since my turn.

import type { Person } from '../../kit/person.ts';
import type { Price, Report, SeatView, SplendorView } from '../../protocol.ts';
import { inTurn } from '../../words/sentence.ts';
import { t, variant } from '../../words/words.svelte.ts';
import { type Box, card } from './box.ts';
import type { Reach } from './parts/types.ts';
import { amounts, cardWords, goldWords } from './sentences.ts';

export interface Shown {
  reach: Reach | undefined;
  tag: string;
  gold: number;
  label: string;
}

/** How a card looks to the viewer, given its price; without a price, or if no card can be chosen, it is just a card. */
export function showCard(box: Box, id: number, price: Price | null, lit = true): Shown {
  if (!price || !lit) return { reach: undefined, tag: '', gold: 0, label: cardLabel(box, id, price) };
  const tag = stateWords(box, price);
  const reach: Reach = price.state === 'free' ? 'now' : price.state;
  const said =
    price.state === 'gold' ? t(variant('page.tag.gold_said', box.title), { gold: goldWords(box, price.gold) }) : tag;
  return { reach, tag, gold: price.gold, label: cardLabel(box, id, price, said) };
}

function stateWords(box: Box, price: Price): string {
  switch (price.state) {
    case 'free':
      return t('page.tag.free');
    case 'now':
      return t(variant('page.tag.buy', box.title));
    case 'gold':
      return t(variant('page.tag.gold', box.title), { count: price.gold });
    case 'soon':
      return t('page.tag.soon');
    default:
      return '';
  }
}

/** Level, bonus, points, cost, what it costs after bonuses, how far it is. */
export function cardLabel(box: Box, id: number, price: Price | null, state = ''): string {
  const found = card(box, id);
  const parts = [cardWords(box, id), t('page.card.cost', { cost: amounts(box, found.cost) })];
  if (price) {
    const left = amounts(box, price.cost);
    parts.push(left ? t('page.card.after', { cost: left }) : t('page.card.nothing'));
    if (price.gold > 0) parts.push(t('page.card.missing', { missing: amounts(box, price.short) }));
  }
  if (found.tags > 0) parts.push(t('marvel.tags', { count: found.tags }));
  if (found.time) parts.push(t('marvel.time_icon'));
  if (state) parts.push(state);
  return inTurn(...parts);
}

/** One colour of a payment: coloured tokens, and gold that it needs there anyway. */
export interface PayRow {
  colour: number;
  tokens: number;
  gold: number;
}

export function payment(price: Price): PayRow[] {
  return price.cost.flatMap((n, colour) => {
    const gold = price.short[colour] ?? 0;
    return n ? [{ colour, tokens: n - gold, gold }] : [];
  });
}

/** Places of the market with a card that came since a report, and who caused it. */
export function freshCards(reports: readonly Report[], view: SplendorView): Map<number, number> {
  const found = new Map<number, number>();
  for (const { seat, facts } of reports) {
    const revealed = (facts.revealed ?? {}) as Record<string, number>;
    for (const [place, id] of Object.entries(revealed)) {
      if (view.market[Number(place)] === id) found.set(Number(place), seat);
    }
  }
  return found;
}

/** What the last seat that touched a pile changed there: colour to seat and difference of the bank. */
export function bankChanges(reports: readonly Report[]): Map<number, { seat: number; by: number }> {
  const found = new Map<number, { seat: number; by: number }>();
  for (const { seat, facts } of reports) {
    ((facts.tokens ?? []) as number[]).forEach((n, colour) => {
      if (n !== 0) found.set(colour, { seat, by: -n });
    });
  }
  return found;
}

export function signed(n: number): string {
  return n < 0 ? `−${-n}` : `+${n}`;
}

/**
 * The round that is being played, or that was the last one once the match is over: the table and the result agree, also
 * if somebody gave up before anybody had moved in it.
 */
export function roundsPlayed(view: SplendorView): number {
  const seats = view.players.length;
  const broken = ['resigned', 'time'].includes(view.outcome?.termination ?? '');
  return view.outcome && !broken ? Math.ceil(view.turns / seats) : Math.floor(view.turns / seats) + 1;
}

/** The seats in the order of their turns from the one who began, for the final round. */
export function roundOrder(view: SplendorView): number[] {
  return view.players.map((_, i) => (view.first + i) % view.players.length);
}

export type People = (seat: number) => Person;

/** What broke a tie on points (S28 to S30, M16), of those who played to the end; null if nothing did. */
export function tieBreak(view: SplendorView, gone: (seat: number) => boolean): 'goal' | 'tile' | 'cards' | null {
  const { outcome, players } = view;
  const winner = outcome?.winners[0];
  if (!outcome || winner === undefined || ['resigned', 'time'].includes(outcome.termination)) return null;
  const rivals = players.filter(
    (_, seat) => outcome.points[seat] === outcome.points[winner] && !outcome.winners.includes(seat) && !gone(seat),
  );
  const best = players[winner]!;
  const close = rivals.filter((one) => one.meets_goal === best.meets_goal);
  if (!close.length) return rivals.length ? 'goal' : null;
  return view.tile === winner ? 'tile' : 'cards';
}

/** Bonuses and tokens of a seat in words, for readers. */
export function holdings(box: Box, player: SeatView): string {
  const bonuses = amounts(box, player.bonuses);
  const tokens = amounts(box, player.tokens);
  return `${t('page.table.bonuses', { list: bonuses || t('page.table.none') })}. ${t('page.table.tokens', { list: tokens || t('page.table.none') })}.`;
}
