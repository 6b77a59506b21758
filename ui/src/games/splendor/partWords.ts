// What each number on a card, a tile, a pile and a player's panel means.
import type { SplendorView } from '../../protocol.ts';
import { personAt } from '../../table/seats.ts';
import type { Session } from '../../table/session.svelte.ts';
import { capital } from '../../words/sentence.ts';
import { t, variant } from '../../words/words.svelte.ts';
import { type Box, card, GOLD, noble, TIME } from './box.ts';
import { placeOf } from './moves.ts';
import { amounts, colourWord } from './sentences.ts';

const PARTS =
  '.board [data-walk], .board [data-gem], .board [data-at^="noble-"], .board [data-at^="seat-"], .board .gauntlet, .board [data-at="tile"]';

/** What the mark above a price says, by the state of the price. */
const MARKS: Readonly<Record<string, string>> = { free: 'tick', now: 'tick', gold: 'mark_gold', soon: 'mark_soon' };

const say = (key: string, values: Record<string, string | number> = {}): string => t(`hint.part.${key}`, values);
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** The part of the table that an element lies in, and what is on it. */
export function part(box: Box, session: Session, at: Element): { of: Element; lines: string[] } | null {
  const of = at.closest<HTMLElement>(PARTS);
  const view = session.view?.view as SplendorView | undefined;
  if (!of || !view) return null;
  const { walk, gem, at: name = '' } = of.dataset;
  const number = Number(name.split('-')[1]);
  const lines =
    walk !== undefined
      ? [...cardLines(box, view, walk), ...(of.querySelector('.who') ? [say('fresh')] : [])]
      : gem !== undefined
        ? [...pileLines(box, view, Number(gem) - 1), ...(of.querySelector('.change') ? [say('change')] : [])]
        : name.startsWith('noble-')
          ? nobleLines(box, view, number)
          : name.startsWith('seat-')
            ? seatLines(box, session, view, number)
            : of.matches('[data-at="tile"]')
              ? tileLines(session, view)
              : gauntletLines(view);
  return lines.length ? { of, lines } : null;
}

export function cardLines(box: Box, view: SplendorView, walk: string): string[] {
  const [level = 0, index = 0] = walk.split('.').map(Number);
  if (level > 0 && index === 0) return [say('deck', { level: 'I'.repeat(level), left: view.decks[level - 1] ?? 0 })];
  const hand = level === 0 ? view.players[view.seat ?? 0]?.hand[index - 1] : undefined;
  const id = level === 0 ? hand?.card : view.market[placeOf(walk)];
  if (!id) return [];
  const price = level === 0 ? view.hand_prices[index - 1] : view.prices[placeOf(walk)];
  const found = card(box, id);
  const lines = [
    found.points > 0 ? say('points', { count: found.points }) : say('no_points'),
    say('bonus', { colour: colourWord(box, found.bonus) }),
    say('price', { cost: amounts(box, found.cost) }),
  ];
  if (price && sum(price.cost) < sum(found.cost))
    lines.push(sum(price.cost) > 0 ? say('after', { cost: amounts(box, price.cost) }) : say('nothing'));
  if (price) lines.push(say('bars'));
  const mark = price && MARKS[price.state];
  if (mark) lines.push(t(variant(`hint.part.${mark}`, box.title)));
  if (found.tags > 0) lines.push(say('tags', { count: found.tags }));
  if (found.time) lines.push(say('time'));
  return lines;
}

export function nobleLines(box: Box, view: SplendorView, id: number): string[] {
  const { need } = noble(box, id);
  const values = { noble: t(`${box.title}.noble.${id}`), count: view.numbers.noble_points, cost: amounts(box, need) };
  const left = view.nobles_left[view.nobles.indexOf(id)];
  return [
    say('noble', values),
    say('bonuses_count'),
    ...(left === undefined || left === 0 ? [] : [say('noble_left', { left })]),
  ];
}

function pileLines(box: Box, view: SplendorView, colour: number): string[] {
  const values = { colour: colourWord(box, colour), left: view.bank[colour] ?? 0 };
  const text = say(colour === GOLD ? 'pile_gold' : colour === TIME ? 'pile_time' : 'pile', values);
  return [capital(text)];
}

export function gauntletLines(view: SplendorView): string[] {
  const { goal, goal_bonuses: each } = view.numbers;
  const me = view.players[view.seat ?? 0];
  return [
    say('gauntlet', { count: me?.points ?? 0, goal }),
    say('gauntlet_six', { count: each }),
    say('gauntlet_tick'),
  ];
}

export function tileLines(session: Session, view: SplendorView): string[] {
  const holder = view.tile === null ? undefined : view.players[view.tile];
  return [
    say('tile', { count: view.numbers.tile_points }),
    ...(view.tile === null || !holder
      ? []
      : [say('tile_held', { name: personAt(session, view.tile).name, tags: holder.tags })]),
  ];
}

function seatLines(box: Box, session: Session, view: SplendorView, seat: number): string[] {
  const player = view.players[seat];
  if (!player) return [];
  const { goal, limit, hand } = view.numbers;
  return [
    say('seat', { name: personAt(session, seat).name, count: player.points, goal }),
    say('seat_upper'),
    say('seat_limit', { held: sum(player.tokens.slice(0, GOLD + 1)), limit }),
    say('hand', { hand: player.hand.length, most: hand }),
    ...(box.hasTime ? [say('seat_tags', { count: player.tags }), ...tileLines(session, view)] : []),
    ...(box.hasTime && seat === view.seat ? gauntletLines(view).slice(1, 2) : []),
  ];
}
