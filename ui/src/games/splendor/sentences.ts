// Moves in words, from the same texts that the terminal uses.

import type { IconName } from '../../kit/icons/paths.svelte.ts';
import type { Price, Report, SplendorView } from '../../protocol.ts';
import { inTurn } from '../../words/sentence.ts';
import { has, list, t, variant } from '../../words/words.svelte.ts';
import { type Box, card, noble } from './box.ts';
import type { Line } from './history.ts';
import { type Move, parse } from './moves.ts';
import type { CardFace, Part } from './parts/types.ts';

/** "a ruby card of level 2 worth 1 point", "Thor (Reality bonus, 3 points)". */
export function cardWords(box: Box, id: number): string {
  const { level, bonus, points, name } = card(box, id);
  const values = { card: t(`${box.title}.card.${box.colours[bonus]}`), level, name: name ?? '' };
  return points > 0
    ? t(`${box.title}.card_points`, { ...values, count: points })
    : t(`${box.title}.card_plain`, values);
}

/** "2 rubies and 1 gold"; amounts by colour. */
export function amounts(box: Box, counts: readonly number[]): string {
  const parts = counts.flatMap((count, i) =>
    count > 0 ? [t(`${box.title}.amount.${box.colours[i]}`, { count })] : [],
  );
  return list(parts);
}

/** "1 gold", "2 S.H.I.E.L.D.". */
export function goldWords(box: Box, count: number): string {
  return t(`${box.title}.amount.gold`, { count });
}

export function colourWord(box: Box, colour: number): string {
  return t(`${box.title}.colour.${box.colours[colour]}`);
}

/** "diamond, sapphire and onyx", or "2 rubies". */
export function tokenWords(box: Box, letters: string): string {
  const counts = [...box.letters].map((letter) => [...letters].filter((one) => one === letter).length);
  if (counts.every((n) => n < 2)) return list([...letters].map((l) => colourWord(box, box.letters.indexOf(l))));
  return amounts(box, counts);
}

/** Tokens that go back, counted: "1 ruby and 1 gold". */
export function givenWords(box: Box, letters: string): string {
  return amounts(
    box,
    [...box.letters].map((letter) => letters.split(letter).length - 1),
  );
}

/** What a payment consists of, with gold if it was chosen: "2 rubies and 1 gold", or null for nothing. */
export function paidWords(box: Box, price: Price, gold: string): string | null {
  const swapped = price.cost.map((_, i) => [...gold].filter((one) => one === box.letters[i]).length);
  const counts = price.cost.map((n, i) => n - (price.short[i] ?? 0) - (swapped[i] ?? 0));
  return amounts(box, [...counts, price.gold + gold.length]) || null;
}

/** What I lack to buy a card: "To buy it you lack 2 rubies and 1 onyx."; with gold, how much of that it covers. */
export function lackWords(box: Box, price: Price, gold: number, missing = amounts(box, price.short)): string {
  return gold > 0 ? t(`${box.title}.do.lacks_gold`, { missing, count: gold }) : t(`${box.title}.do.lacks`, { missing });
}

/** The same as pieces to draw, the colours as gems. */
export function lackParts(box: Box, price: Price, gold: number): Part[] {
  const gems = price.short.flatMap((count, gem): Part[] => (count > 0 ? [{ gem, count }] : []));
  return lackWords(box, price, gold, GEMS)
    .split(new RegExp(`(${GEMS})`))
    .flatMap((piece) => (piece === GEMS ? gems : [piece]));
}

/** A noble for readers, and where a tile has no room: its name, its points, what it asks for, whose it is. */
export function nobleWords(box: Box, view: SplendorView, id: number, owner: string | null = null): string {
  const left = view.nobles_left[view.nobles.indexOf(id)];
  const note =
    owner !== null
      ? t('page.noble.owner', { name: owner })
      : left === undefined
        ? ''
        : left === 0
          ? t(variant('page.noble.visits', box.title))
          : t('page.noble.need', { cards: t(`${box.title}.cards`, { count: left }) });
  const points = t(`${box.title}.points`, { count: view.numbers.noble_points });
  const asks = t('page.noble.asks', { cost: amounts(box, noble(box, id).need) });
  return inTurn(t(`${box.title}.noble.${id}`), points, asks, note);
}

/** What a report says, in a sentence; `you` where the reader did it. */
export function reportWords(box: Box, report: Report, name: string, you: boolean): string {
  const move = parse(report.move);
  const who = you ? 'you' : 'log';
  const facts = report.facts;
  const tokens = (facts.tokens as number[] | undefined) ?? [];
  const say = (key: string, values: Record<string, string | number> = {}): string =>
    t(`${box.title}.${who}.${key}`, { name, ...values });
  const lines: string[] = [];
  switch (move.kind) {
    case 'take':
      lines.push(say('take', { tokens: tokenWords(box, move.letters) }));
      break;
    case 'reserve': {
      const level = Number(move.target[0]);
      const words =
        typeof facts.card === 'number' ? cardWords(box, facts.card) : t(`${box.title}.hidden_card`, { level });
      lines.push(say((tokens[5] ?? 0) > 0 ? 'reserve_gold' : 'reserve', { card: words }));
      break;
    }
    case 'buy': {
      const paid = tokens.slice(0, 6).map((n) => Math.max(0, -n));
      const words = typeof facts.card === 'number' ? cardWords(box, facts.card) : '';
      lines.push(
        paid.some((n) => n > 0)
          ? say('buy', { card: words, paid: amounts(box, paid) })
          : say('buy_free', { card: words }),
      );
      break;
    }
    case 'return':
      lines.push(say('return', { tokens: givenWords(box, move.letter) }));
      break;
    case 'gold':
      lines.push(say('gold', { token: colourWord(box, box.letters.indexOf(move.letter)) }));
      break;
    case 'pass':
      lines.push(say('pass'));
      break;
    case 'done':
    case 'noble':
      break;
    default:
      if (has(`page.log.${report.move}`)) lines.push(t(`page.log.${report.move}`, { name }));
  }
  if (facts.noble !== undefined) lines.push(say('noble', { noble: t(`${box.title}.noble.${facts.noble}`) }));
  if (box.hasTime && (tokens[6] ?? 0) > 0) lines.push(say('time'));
  if (typeof facts.tile === 'number' && facts.tile === report.seat) lines.push(say('tile'));
  return lines.join(' ');
}

const NAME = '\u0001';
const GEMS = '\u0002';

/** What a report says, as pieces to draw: the name strong, tokens as gems. */
export function reportParts(box: Box, report: Report, name: string, you: boolean): Part[] {
  const move = parse(report.move);
  const tokens = (report.facts.tokens as number[] | undefined) ?? [];
  const counted = (counts: readonly number[]): Part[] =>
    counts.flatMap((count, colour) => (count > 0 ? [{ gem: colour, count, label: colourWord(box, colour) }] : []));
  let gems: Part[] = [];
  let text = '';
  if (move.kind === 'take') {
    gems = [...move.letters].map((letter) => {
      const colour = box.letters.indexOf(letter);
      return { gem: colour, label: colourWord(box, colour) };
    });
    text = t(`${box.title}.${you ? 'you' : 'log'}.take`, { name: NAME, tokens: GEMS });
  } else if (move.kind === 'buy' && tokens.some((n) => n < 0) && typeof report.facts.card === 'number') {
    gems = counted(tokens.slice(0, 6).map((n) => -n));
    const words = { name: NAME, card: cardWords(box, report.facts.card), paid: GEMS };
    text = t(`${box.title}.${you ? 'you' : 'log'}.buy`, words);
    const rest = reportWords(box, { ...report, move: 'done' }, NAME, you);
    if (rest) text += ` ${rest}`;
  } else text = reportWords(box, report, NAME, you);
  return text.split(new RegExp(`([${NAME}${GEMS}])`)).flatMap((piece): Part[] => {
    if (piece === NAME) return [{ strong: name }];
    return piece === GEMS ? gems : piece === '' ? [] : [piece];
  });
}

/** What a narrow place says of a report: the words before the card it is about, the card to draw, and what comes after. */
export interface Brief {
  /** Stands for the words where they have no room. */
  sign?: IconName;
  parts: Part[];
  card?: CardFace | { level: number };
  /** Tokens given back in that turn, as gems: a minus goes before them. */
  given?: Part[];
  rest?: Part[];
}

const SIGNS: Partial<Record<Move['kind'], IconName>> = { take: 'plus', buy: 'check', reserve: 'bookmark' };

/** What a line says without the name at its head, which stands above it, and without its full stop. */
export function lineBrief(box: Box, { report, after }: Line, name: string): Brief {
  const said = reportBrief(box, report, name);
  const given = givenGems(box, after);
  const more = afterWords(box, after, name, false).map((text) => ` ${text}`);
  if (given.length) said.given = given;
  if (more.length) said.rest = [...(said.rest ?? []), ...more];
  return said;
}

/** What a line says with the name at its head, and apart from it the tokens given back. */
export function lineSaid(box: Box, { report, after }: Line, name: string): Pick<Brief, 'parts' | 'given'> {
  const more = afterWords(box, after, name, false).map((text) => ` ${text}`);
  return { parts: [...reportParts(box, report, name, false), ...more], given: givenGems(box, after) };
}

const givenGems = (box: Box, after: readonly Report[]): Part[] =>
  [...givenIn(after)].map((letter) => {
    const colour = box.letters.indexOf(letter);
    return { gem: colour, label: colourWord(box, colour) };
  });

function reportBrief(box: Box, report: Report, name: string): Brief {
  const all = reportParts(box, report, name, false).filter((part, i) => i > 0 || typeof part === 'string');
  const parts = all
    .map((part, i) => (typeof part === 'string' && i === all.length - 1 ? part.replace(/\.$/, '') : part))
    .filter((part) => part !== '');
  const { card: id } = report.facts;
  const move = parse(report.move);
  const sign = SIGNS[move.kind];
  const level = move.kind === 'reserve' ? Number(move.target[0]) : 0;
  const words = typeof id === 'number' ? cardWords(box, id) : t(`${box.title}.hidden_card`, { level });
  const at = parts.findIndex((part) => typeof part === 'string' && part.includes(words));
  if (at < 0) return { sign, parts };
  const [before = '', ...after] = (parts[at] as string).split(words);
  return {
    sign,
    parts: [...parts.slice(0, at), before],
    card: typeof id === 'number' ? card(box, id) : { level },
    rest: [after.join(words), ...parts.slice(at + 1)].filter((part) => part !== ''),
  };
}

/** What a line of the log says: its turn, and then what was paid with gold, chosen or given back in it. */
export function lineParts(box: Box, line: Line, name: string, you: boolean): Part[] {
  return [...reportParts(box, line.report, name, you), ...ends(box, line, name, you).map((text) => ` ${text}`)];
}

/** The same in words. */
export function lineWords(box: Box, line: Line, name: string, you: boolean): string {
  return [reportWords(box, line.report, name, you), ...ends(box, line, name, you)].join(' ');
}

function ends(box: Box, { after }: Line, name: string, you: boolean): string[] {
  const given = givenIn(after);
  const words = afterWords(box, after, name, you);
  if (given) words.push(t(`${box.title}.${you ? 'you' : 'log'}.return`, { name, tokens: givenWords(box, given) }));
  return words;
}

/** The letters of the tokens that were given back. */
const givenIn = (after: readonly Report[]): string =>
  after.flatMap(({ move }) => (move.startsWith('return ') ? [move.slice(7)] : [])).join('');

/** What followed a turn, apart from tokens given back. */
const afterWords = (box: Box, after: readonly Report[], name: string, you: boolean): string[] =>
  after
    .filter(({ move }) => !move.startsWith('return '))
    .map((one) => reportWords(box, one, name, you))
    .filter((text) => text !== '');

/** Why the server refused, a sentence and a rule at a time: out of turn also what would refuse it on my turn. */
export function refusalParts(
  refusal: { code: string; rule: string | null; values: Record<string, unknown> },
  title: string,
  /** What is missing, colour by colour: says more than that something is. */ lacking = '',
): { words: string; rule: string | null }[] {
  const { rule, values } = refusal;
  const said = (one: typeof refusal): string =>
    lacking && one.values.reason === 'cannot_pay' ? lacking : refusalWords(one, title);
  const parts = [{ words: said(refusal), rule }];
  const later = values.later as { rule: string } | undefined;
  if (later) {
    const why = said({ code: 'illegal', rule: later.rule, values: later });
    parts.push({ words: t('page.tray.later', { why }), rule: later.rule });
  }
  return parts;
}

/** Why the server refused, in a sentence, with the rule's number apart. */
export function refusalWords(
  refusal: { code: string; rule: string | null; values: Record<string, unknown> },
  title: string,
): string {
  const values = refusal.values as Record<string, string | number>;
  const reason = values.reason;
  if (typeof reason === 'string') {
    const key = variant(`reasons.${reason}`, title);
    if (has(key)) return t(key, values);
  }
  if (has(refusal.code)) return t(refusal.code, values);
  if (has(`server.no.${refusal.code}`)) return t(`server.no.${refusal.code}`, values);
  if (has(`page.no.${refusal.code}`)) return t(`page.no.${refusal.code}`, values);
  return t('page.no.other');
}
