// Bots as they are offered, chosen and named: "level4", or "level4:style=builder".
import type { TitleInfo } from '../protocol.ts';
import { has, t } from '../words/words.svelte.ts';

export interface BotOffer {
  name: string;
  level: number;
  /** The first is the usual one; none: there is no choice. */
  styles: string[];
  ratings: Record<string, { elo: number }>;
}

/** The levels of a title, weakest first; a server that tells no more than their names has its levels counted. */
export function offerOf(info: TitleInfo | undefined): BotOffer[] {
  const told = (info as { offer?: BotOffer[] } | undefined)?.offer;
  if (told?.length) return told;
  return (info?.bots ?? []).map((name, i) => ({ name, level: i + 1, styles: [], ratings: {} }));
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
  return style ? `${level} · ${has(`page.style.${style}`) ? t(`page.style.${style}`) : style}` : level;
}

/** A middling one, for who does not choose. */
export function usualBot(offers: readonly BotOffer[]): string {
  const wanted = ['level3', 'normal', 'greedy'].find((name) => offers.some((one) => one.name === name));
  return wanted ?? offers[0]?.name ?? 'random';
}
