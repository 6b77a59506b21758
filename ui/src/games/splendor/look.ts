// From a view to what the components are shown: labels, tags, what is new since my turn.
import type { Person, Reach } from '../../lib/types.ts';
import type { Report, SeatView, SplendorView } from '../../protocol.ts';
import { t, variant } from '../../words/words.svelte.ts';
import { type Box, card } from './box.ts';
import { type Price, price } from './hints.ts';
import { amounts, cardWords } from './sentences.ts';

export interface Shown {
  reach: Reach | undefined;
  tag: string;
  gold: number;
  label: string;
}

/** How a card of the market or the hand looks to a seat; `offered` where the server offers to buy it now. */
export function showCard(
  box: Box,
  id: number,
  view: SplendorView,
  seat: number | null,
  offered: boolean | null,
): Shown {
  const player = seat === null ? null : view.players[seat];
  if (!player) return { reach: undefined, tag: '', gold: 0, label: cardLabel(box, id, null) };
  const cost = price(card(box, id), player, view);
  let near = cost.reach;
  // The moves know better than arithmetic: a card that is not offered can't be bought.
  if (offered === false && near !== 'soon') near = 'far';
  const tags: Record<Price['reach'], string> = {
    free: t('page.tag.free'),
    now: t(variant('page.tag.buy', box.title)),
    gold: t(variant('page.tag.gold', box.title), { count: cost.gold }),
    soon: t('page.tag.soon'),
    far: '',
  };
  const reach: Reach = near === 'free' ? 'now' : near;
  return { reach, tag: tags[near], gold: cost.gold, label: cardLabel(box, id, cost, tags[near]) };
}

/** Level, bonus, points, cost, what it costs after bonuses, how far it is. */
export function cardLabel(box: Box, id: number, cost: Price | null, state = ''): string {
  const found = card(box, id);
  const parts = [cardWords(box, id), t('page.card.cost', { cost: amounts(box, found.cost) })];
  if (cost) {
    parts.push(
      cost.cost.some((n) => n > 0) ? t('page.card.after', { cost: amounts(box, cost.cost) }) : t('page.card.nothing'),
    );
    if (cost.gold > 0) parts.push(t('page.card.missing', { missing: amounts(box, cost.short) }));
  }
  if (found.tags > 0) parts.push(t('marvel.tags', { count: found.tags }));
  if (found.time) parts.push(t('marvel.time_icon'));
  if (state) parts.push(state);
  return `${parts.join('. ')}.`;
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

/** What the last one who touched a pile changed there: colour to seat and difference of the bank. */
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

/** The seats in the order of their turns from the one who began, for the final round. */
export function roundOrder(view: SplendorView): number[] {
  return view.players.map((_, i) => (view.first + i) % view.players.length);
}

export type People = (seat: number) => Person;

/** Bonuses and tokens of a seat in words, for readers. */
export function holdings(box: Box, player: SeatView): string {
  const bonuses = amounts(box, player.bonuses);
  const tokens = amounts(box, player.tokens);
  return `${t('page.table.bonuses', { list: bonuses || t('page.table.none') })}. ${t('page.table.tokens', { list: tokens || t('page.table.none') })}.`;
}
