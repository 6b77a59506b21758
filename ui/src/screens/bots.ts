// Bots as people choose and name them: "level4", or "level4:style=builder".
import type { Offer, TitleInfo } from '../protocol.ts';
import { has, learn, t } from '../words/words.svelte.ts';

export type BotOffer = Pick<Offer, 'name' | 'level' | 'styles' | 'ratings'>;

/** The levels of a title, weakest first. */
export function offerOf(info: TitleInfo | undefined): readonly BotOffer[] {
  return info?.offer ?? [];
}

export function split(bot: string): { name: string; style: string | null } {
  const [name = '', style] = bot.split(':style=');
  return { name, style: style ?? null };
}

/** The usual style is left out. */
export function spell(offer: BotOffer, style: string | null): string {
  return style === null || style === offer.styles[0] ? offer.name : `${offer.name}:style=${style}`;
}

/** "Level 4, skilled", "Level 4, skilled · builder". */
export function botWords(bot: string): string {
  const { name, style } = split(bot);
  const level = has(`page.bot.${name}`) ? t(`page.bot.${name}`) : name;
  if (style === null) return level;
  void learn('making'); // seldom is a style chosen
  return `${level} · ${has(`making.style_name.${style}`) ? t(`making.style_name.${style}`) : style}`;
}

/** A middling one by default; the one chosen before if it is offered; none while nobody knows the offer. */
export function usualBot(offers: readonly BotOffer[], before?: string): string {
  const offered = (bot: string): boolean => offers.some((one) => one.name === split(bot).name);
  if (typeof before === 'string' && offered(before)) return before;
  const wanted = ['level3', 'normal', 'greedy'].find(offered);
  return wanted ?? offers[0]?.name ?? '';
}
