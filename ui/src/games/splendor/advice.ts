// What is said beside a table of Splendor or Marvel: hints in words, and tips. All of it is in the view.
import type { HintFact, Price, SplendorView } from '../../protocol.ts';
import { personAt } from '../../table/seats.ts';
import type { Session } from '../../table/session.svelte.ts';
import { t, variant } from '../../words/words.svelte.ts';
import { clauses } from '../clauses.ts';
import type { Advice, Said } from '../game.ts';
import { type Box, GOLD, noble } from './box.ts';
import { parse, placeOf } from './moves.ts';
import { part } from './partWords.ts';
import { amounts, cardWords, colourWord, paidWords, tokenWords } from './sentences.ts';

/** How many of my turns pass before the tips mention reserving: first things first. */
const SETTLED = 2;

export function advice(box: Box): Advice {
  return {
    hint: (session, { move, facts, chance }) => {
      const view = session.view?.view as SplendorView;
      const said = facts.map((fact) => factWords(box, session, fact));
      const words = moveWords(box, view, move);
      return {
        id: 'hint',
        words: buysFromHand(move) ? t('hint.from_hand', { move: words }) : words,
        why: clauses(said, chance),
        point: pointsOf(move),
      };
    },
    part: (session, at) => part(box, session, at),
    tips: (session) => tips(box, session),
  };
}

function factWords(box: Box, session: Session, { code, values }: HintFact): string {
  const { card, noble, colour, seat, ...rest } = values as Record<string, number>;
  const words: Record<string, string | number> = { ...rest };
  if (card !== undefined) words.card = cardWords(box, card);
  if (noble !== undefined) words.noble = t(`${box.title}.noble.${noble}`);
  if (colour !== undefined) words.colour = colourWord(box, colour);
  if (seat !== undefined) words.name = personAt(session, seat).name;
  return t(variant(`hint.fact.${code}`, box.title), words);
}

/** Where a card lies, as the table's own walk counts: the hand is row 0, and a deck the first of its row. */
const placed = (target: string): string =>
  `card:${inHand(target) ? `0.${target.slice(1)}` : target.includes('.') ? target : `${target}.0`}`;

/** Whether a move buys one's own reserved card: a card of the market may have the same colour and level. */
function buysFromHand(text: string): boolean {
  const move = parse(text);
  return move.kind === 'buy' && inHand(move.target);
}

/** The parts of the table that a move is about. */
function pointsOf(text: string): string[] {
  const move = parse(text);
  if (move.kind === 'take') return [...new Set(move.letters)].map((letter) => `gem:${letter}`);
  if (move.kind === 'buy' || move.kind === 'reserve') return [placed(move.target)];
  if (move.kind === 'noble') return [`noble:${move.place}`];
  return ['tray'];
}

export function moveWords(box: Box, view: SplendorView, text: string): string {
  const move = parse(text);
  const pre = `${box.title}.do`;
  switch (move.kind) {
    case 'take':
      return t(`${pre}.take`, { tokens: tokenWords(box, move.letters) });
    case 'return':
      return t(`${pre}.return`, { tokens: tokenWords(box, move.letter) });
    case 'gold':
      return t(`${pre}.gold`, { token: colourWord(box, box.letters.indexOf(move.letter)) });
    case 'noble':
      return t(`${pre}.noble`, { noble: t(`${box.title}.noble.${view.nobles[move.place - 1]}`) });
    case 'buy':
    case 'reserve': {
      const id = cardAt(view, move.target);
      if (id === null) return t(`${pre}.reserve_deck`, { level: move.target });
      const price = priceAt(view, move.target);
      const paid = move.kind === 'buy' && price ? paidWords(box, price, '') : null;
      const verb = move.kind === 'reserve' ? 'reserve' : paid ? 'buy' : 'buy_free';
      return t(`${pre}.${verb}`, { card: cardWords(box, id), paid: paid ?? '' });
    }
    default:
      return t(`${pre}.${text}`);
  }
}

const inHand = (target: string): boolean => target.startsWith('h');

function cardAt(view: SplendorView, target: string): number | null {
  if (inHand(target)) return view.players[view.seat ?? 0]?.hand[Number(target.slice(1)) - 1]?.card ?? null;
  return target.includes('.') ? (view.market[placeOf(target)] ?? null) : null;
}

function priceAt(view: SplendorView, target: string): Price | null {
  const price = inHand(target) ? view.hand_prices[Number(target.slice(1)) - 1] : view.prices[placeOf(target)];
  return price ?? null;
}

function tips(box: Box, session: Session): Said[] {
  const view = session.view?.view as SplendorView;
  const me = view.seat === null ? undefined : view.players[view.seat];
  if (!me || view.outcome) return [];
  const said: Said[] = [];
  const say = (id: string, point: string, values: Record<string, string | number> = {}): void => {
    said.push({ id: `${box.title}.${id}`, words: t(variant(`hint.tip.${id}`, box.title), values), point: [point] });
  };
  const goal = view.players.findIndex((player, seat) => player.meets_goal && seat !== view.seat);
  if (goal >= 0) say('last', 'tray', { name: personAt(session, goal).name });
  if (!session.myTurn) return said;
  const held = me.tokens.slice(0, GOLD + 1).reduce((a, b) => a + b, 0);
  if (view.phase === 'return') say('give', 'tray', { held, limit: view.numbers.limit, count: view.owed });
  if (view.phase !== 'play') return said;
  // What says "this" speaks of what I have chosen, if I have chosen anything.
  const { chosen } = session;
  for (const text of view.moves) {
    const move = parse(text);
    if (move.kind !== 'buy' || (chosen && chosen !== move.target)) continue;
    const price = priceAt(view, move.target);
    const kinds: Readonly<Record<string, string>> = { free: 'free', now: 'buy', gold: 'gold' };
    const kind = price && kinds[price.state];
    if (kind && !said.some(({ id }) => id === `${box.title}.${kind}`))
      say(kind, placed(move.target), { paid: amounts(box, price.cost) });
  }
  const near = view.nobles_left.indexOf(1);
  const visitor = near < 0 ? undefined : view.nobles[near];
  if (visitor) {
    const lacks = noble(box, visitor).need.findIndex((need, colour) => need > (me.bonuses[colour] ?? 0));
    const values = { noble: t(`${box.title}.noble.${visitor}`), colour: colourWord(box, lacks) };
    say('near', `noble:${near + 1}`, values);
  }
  const pair = view.moves
    .map(parse)
    .find((move) => move.kind === 'take' && /^(.)\1$/.test(move.letters) && move.letters.startsWith(chosen));
  if (pair?.kind === 'take') say('pair', `gem:${pair.letters[0]}`);
  const turns = Math.floor(view.turns / view.players.length);
  const kept = keepable(view, chosen);
  if (turns >= SETTLED && kept && (view.bank[GOLD] ?? 0) > 0) {
    // The tray names both verbs where a card could be bought too; else choosing it is enough, and the rest is to confirm.
    const button = t(view.moves.includes(`buy ${kept}`) ? 'page.tray.reserve' : 'page.tray.confirm');
    say('reserve', `card:${kept}`, { button });
  }
  return said;
}

/** A card that could be reserved, the chosen one if there is one: rather one that I can't buy anyway. */
function keepable(view: SplendorView, chosen: string): string | undefined {
  const all = view.moves.flatMap((move) =>
    /^reserve \d\.\d$/.test(move) && (!chosen || move.endsWith(` ${chosen}`)) ? [move.slice(8)] : [],
  );
  return all.find((target) => !view.moves.includes(`buy ${target}`)) ?? all[0];
}
