// A position that somebody sets up, as parts that can be changed, and as the text that the rules read (`beginning.py`).
import type { Box } from '../box.ts';
import { TIME } from '../box.ts';

export interface SetupSeat {
  tokens: number[];
  cards: number[];
  /** As the text has them: `45`, `45?` for one from a deck, `?2` for one that nobody can name. */
  hand: string[];
  nobles: number[];
}

export interface Setup {
  seats: number;
  turn: number;
  first: number;
  /** How many of each token there are in all. */
  piles: number[];
  market: number[];
  nobles: number[];
  tile: number | null;
  players: SetupSeat[];
}

const KINDS = 7;
const TAGS = 3;
const numbers = (text: string): number[] =>
  text.split(/\s+/).flatMap((word) => (/^\d+$/.test(word) ? [Number(word)] : []));

function tokens(text: string, letters: string): number[] {
  const found = Array<number>(KINDS).fill(0);
  for (const [, letter, count] of text.matchAll(/([a-z])(\d+)/g)) {
    const kind = letters.indexOf(letter as string);
    if (kind >= 0) found[kind] = Number(count);
  }
  return found;
}

/** The parts of a text; what it does not say is empty. */
export function read(box: Box, text: string): Setup {
  const clauses = new Map<string, string>();
  for (const clause of text.split(';')) {
    const found = clause.trim().match(/^(\d+ [a-z]+|[a-z]+)\s*(.*)$/);
    if (found) clauses.set(found[1] as string, found[2] as string);
  }
  const one = (name: string): string => clauses.get(name) ?? '';
  const seats = Math.min(4, Math.max(2, Number(one(box.title)) || 2));
  const players = Array.from({ length: seats }, (_, seat) => ({
    tokens: tokens(one(`${seat} tokens`), box.letters),
    cards: numbers(one(`${seat} cards`)),
    hand: one(`${seat} hand`)
      .split(/\s+/)
      .filter((word) => /\d/.test(word)),
    nobles: numbers(one(`${seat} nobles`)),
  }));
  const bank = tokens(one('bank'), box.letters);
  const market = one('market')
    .replaceAll('/', ' ')
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => Number(word) || 0);
  return {
    seats,
    turn: Number(one('turn')) || 0,
    first: Number(one('first')) || 0,
    piles: bank.map((left, kind) => left + players.reduce((sum, player) => sum + (player.tokens[kind] ?? 0), 0)),
    market: Array.from({ length: 12 }, (_, place) => market[place] ?? 0),
    nobles: numbers(one('nobles')),
    tile: one('tile') === '' || one('tile') === '-' ? null : Number(one('tile')),
    players,
  };
}

/** What lies in the bank: all that nobody has. */
export const bankOf = ({ piles, players }: Setup): number[] =>
  piles.map((pile, kind) => pile - players.reduce((sum, player) => sum + (player.tokens[kind] ?? 0), 0));

/** The fewest turns after which it can be this seat's turn: each brings a card, or three tokens. */
export function turnsOf({ seats, first, turn, players }: Setup): number {
  const needed = players.map(
    (player) =>
      player.cards.length + player.hand.length + Math.ceil(player.tokens.slice(0, 5).reduce((a, b) => a + b, 0) / 3),
  );
  for (let turns = (turn - first + seats) % seats; ; turns += seats) {
    const had = (seat: number): number =>
      Math.floor(turns / seats) + Number((seat - first + seats) % seats < turns % seats);
    if (needed.every((least, seat) => had(seat) >= least)) return turns;
  }
}

/** What follows from the rest: time tokens come with their icon, and the tile lies with the most tags. */
export function settled(box: Box, setup: Setup): Setup {
  if (!box.hasTime) return setup;
  const cards = setup.players.map((player) => player.cards.map((id) => box.cards[id - 1]));
  const players = setup.players.map((player, seat) => {
    const held = [...player.tokens];
    held[TIME] = Number(cards[seat]?.some((one) => one?.time) ?? false);
    return { ...player, tokens: held };
  });
  const tags = cards.map((own) => own.reduce((sum, one) => sum + (one?.tags ?? 0), 0));
  const most = Math.max(...tags);
  const holder = setup.tile !== null && tags[setup.tile] === most ? setup.tile : tags.indexOf(most);
  return { ...setup, players, tile: most >= TAGS ? holder : null };
}

export function write(box: Box, setup: Setup): string {
  const spell = (counts: readonly number[]): string =>
    counts.map((count, kind) => (count > 0 ? `${box.letters[kind]}${count}` : '')).join('') || '-';
  const list = (found: readonly (number | string)[]): string => found.map((one) => one || '-').join(' ') || '-';
  const rows = [0, 4, 8].map((from) => list(setup.market.slice(from, from + 4)));
  const clauses = [
    `${box.title} ${setup.seats}`,
    `turn ${setup.turn}`,
    'phase play',
    `first ${setup.first}`,
    `turns ${turnsOf(setup)}`,
    'passes 0',
    `bank ${spell(bankOf(setup))}`,
    `market ${rows.join(' / ')}`,
    `nobles ${list(setup.nobles)}`,
    ...(setup.tile === null ? [] : [`tile ${setup.tile}`]),
    ...setup.players.flatMap((player, seat) => [
      `${seat} tokens ${spell(player.tokens)}`,
      `${seat} cards ${list([...player.cards].sort((a, b) => a - b))}`,
      `${seat} hand ${list(player.hand)}`,
      `${seat} nobles ${list(player.nobles)}`,
    ]),
  ];
  return clauses.join('; ');
}

/** The cards that lie nowhere yet. */
export function freeCards(box: Box, { market, players }: Setup): number[] {
  const used = new Set([
    ...market,
    ...players.flatMap((player) => [...player.cards, ...player.hand.map((one) => Number.parseInt(one, 10))]),
  ]);
  return box.cards.map((one) => one.id).filter((id) => !used.has(id));
}

/** The nobles that lie nowhere yet; of a tile with two faces, neither is free once one lies somewhere. */
export function freeNobles(box: Box, { nobles, players }: Setup): number[] {
  const tile = (id: number): number => (box.hasTime ? Math.floor((id - 1) / 2) : id);
  const used = new Set([...nobles, ...players.flatMap((player) => player.nobles)].map(tile));
  return box.nobles.map((one) => one.id).filter((id) => !used.has(tile(id)));
}
