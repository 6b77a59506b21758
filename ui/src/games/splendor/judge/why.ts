// Why a move is better: facts counted in lines played out, as in `bots/splendor/why.py`. It knows no rule.
import type { Fact } from '../../../judged.ts';
import type { Game, Position } from '../../../local/game.ts';
import { knownCards, type PlayedLine } from '../../../local/reading.ts';
import type { SplendorView } from '../../../protocol.ts';

interface Gain {
  turn: number;
  seat: number;
  number: number;
  bought: boolean;
}

/** What happened in a line: `bots/splendor/playing_out.py`, `Story`. */
interface Story {
  cards: Gain[];
  nobles: Gain[];
  points: number[];
  atOnce: number;
  returned: number;
  winners: number[];
  firstLeft: number[];
  spent: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** What happens in a line, read off what everybody may see, and off the buyer's hand. */
export function told(game: Game, { deal, actions }: PlayedLine): Story {
  const seen = (): SplendorView => game.view(at, at.seat) as unknown as SplendorView;
  let at = deal;
  const mover = at.seat;
  let view = seen();
  const had = view.players.map(({ points }) => points);
  const story: Story = {
    cards: [],
    nobles: [],
    points: [],
    atOnce: 0,
    returned: 0,
    winners: [],
    firstLeft: [],
    spent: 0,
  };
  let turn = 1;
  actions.forEach((action, i) => {
    const { seat } = at;
    if (i && seat === mover && view.phase === game.engine.about.play) turn += 1;
    const before = view;
    const move = view.moves[game.actions(at).indexOf(action)] as string;
    at = game.step(at, action);
    view = seen();
    const card = cardOf(before, seat, move);
    if (card) story.cards.push({ turn, seat, number: card, bought: move.startsWith('buy') });
    for (const noble of view.players[seat]?.nobles ?? [])
      if (!before.players[seat]?.nobles.includes(noble)) story.nobles.push({ turn, seat, number: noble, bought: true });
    if (seat === mover && turn === 1) {
      story.atOnce = (view.players[mover]?.points ?? 0) - (had[mover] as number);
      story.returned += Number(move.startsWith('return'));
    }
    if (i === 0) {
      story.firstLeft = view.bank;
      const held = (one: SplendorView): number => sum(one.players[mover]?.tokens.slice(0, 6) ?? []);
      story.spent = held(before) - held(view);
    }
  });
  story.points = view.players.map(({ points }, seat) => points - (had[seat] as number));
  story.winners = view.outcome?.winners ?? [];
  return story;
}

/** The card that a move buys, or reserves from the market. */
function cardOf(view: SplendorView, seat: number, move: string): number | null {
  const [verb, rest = ''] = move.split(' ') as [string, string?];
  if (verb === 'buy' && rest.startsWith('h')) return view.players[seat]?.hand[Number(rest.slice(1)) - 1]?.card ?? null;
  const [level, place] = rest.split('.');
  return (verb === 'buy' || verb === 'reserve') && place
    ? (view.market[4 * Number(level) + Number(place) - 5] ?? null)
    : null;
}

type Weighed = [weight: number, fact: Fact];
type Holds = (story: Story) => boolean;

/** What speaks for a move, the most telling fact first; `others` are the same deals after another move. */
export function why(
  game: Game,
  position: Position,
  move: string,
  lines: readonly PlayedLine[],
  others: readonly PlayedLine[],
): Fact[] {
  const { why: numbers } = game.engine.about.judging;
  const { letters, cards } = game.data;
  const view = game.view(position, position.seat) as unknown as SplendorView;
  const mover = view.turn;
  const [own, other] = [lines.map((line) => told(game, line)), others.map((line) => told(game, line))];
  const found: Weighed[] = [];
  const tell = (weight: number, fact: Fact | null): void => {
    if (fact) found.push([weight, fact]);
  };
  /** That something holds in many lines, and in clearly fewer of the others. */
  const counted = (kind: string, seat: number, stories: Story[], than: Story[], holds: Holds): Fact | null => {
    const [count, less] = [stories.filter(holds).length, than.filter(holds).length];
    const few = count < numbers.often * stories.length;
    if (!stories.length || few || (than.length && count - less < numbers.apart * stories.length)) return null;
    return { kind, seat, count, of: stories.length, ...(than.length ? { other: less } : {}) };
  };

  const won = (seat: number): Holds => {
    return ({ winners }) => winners.length === 1 && winners[0] === seat;
  };
  tell(100, counted('wins', mover, own, other, won(mover)));
  for (let seat = 0; seat < game.seats; seat++)
    if (seat !== mover && other.length) tell(90, counted('loses', seat, other, own, won(seat)));

  const atOnce = new Set(own.map((one) => one.atOnce));
  const [count = 0] = atOnce;
  if (atOnce.size === 1 && count > 0 && other.every((one) => one.atOnce < count))
    tell(40 + count, { kind: 'points', seat: mover, count });
  const back = new Set(other.map((one) => one.returned));
  const [gives = 0] = back;
  if (back.size === 1 && gives > 0 && own.length && own.every((one) => one.returned === 0))
    tell(12 + gives, { kind: 'gives', seat: mover, count: gives });

  for (const card of [...knownCards(view as never)].sort((a, b) => a - b)) {
    const worth = 20 + 5 * (cards[card]?.[1] ?? 0);
    const mine = (turns: number[]): Holds => {
      return (one) =>
        one.cards.some((g) => g.number === card && g.bought && g.seat === mover && turns.includes(g.turn));
    };
    const next = counted('next', mover, own, other, mine([2]));
    if (next) tell(worth + (next.count as number), { ...next, card });
    const soon = counted('soon', mover, own, other, mine([2, 3]));
    if (soon) tell(worth - 4 + (soon.count as number), { ...soon, card });
    const wanted = own.filter((one) => one.cards.some((g) => g.number === card && g.seat === mover)).length;
    if (!other.length || !view.market.includes(card) || !wanted) continue;
    const taken = other.flatMap((one) => one.cards.filter((g) => g.number === card && g.turn === 1));
    for (const seat of [...new Set(taken.map((g) => g.seat))].sort((a, b) => a - b)) {
      if (seat === mover) continue;
      const took: Holds = (one) => one.cards.some((g) => g.number === card && g.seat === seat && g.turn === 1);
      const fact = counted('taken', seat, other, own, took);
      if (fact) tell(worth + wanted, { ...fact, card });
    }
  }
  for (const noble of view.nobles.filter(Boolean)) {
    const visited: Holds = (one) => one.nobles.some((g) => g.number === noble && g.seat === mover);
    const fact = counted('noble', mover, own, other, visited);
    if (fact) tell(30 + (fact.count as number), { ...fact, noble });
  }
  if (own.length && other.length) {
    const scale = own.length / 10;
    const compare = (kind: string, weight: number, least: number, seat: number, more: number, less: number): void => {
      if (more - less >= least * scale) tell(weight, { kind, seat, count: more, of: own.length, other: less });
    };
    const gained = (stories: Story[]): number => sum(stories.map((one) => one.points[mover] as number));
    const bought = (stories: Story[]): number =>
      sum(stories.map((one) => one.cards.filter((g) => g.bought && g.seat === mover).length));
    const theirs = (stories: Story[]): number => sum(stories.map((one) => sum(one.points))) - gained(stories);
    compare('gain', 10, numbers.points, mover, gained(own), gained(other));
    compare('cards', 9, numbers.cards, mover, bought(own), bought(other));
    compare('theirs', 8, numbers.points, -1, theirs(other), theirs(own));
  }
  const [verb, rest = ''] = move.split(' ') as [string, string?];
  if (verb === 'take' && own[0]) {
    const { firstLeft } = own[0];
    const gone = [...letters].filter((letter, i) => rest.includes(letter) && firstLeft[i] === 0).join('');
    if (gone) tell(5, { kind: 'last', seat: mover, tokens: gone });
  }
  if (verb === 'buy' && own.length && own.every((one) => one.spent === 0)) tell(6, { kind: 'free', seat: mover });
  return weightiest(found, numbers.most);
}

const SUMS = ['gain', 'cards', 'theirs'];

/** The weightiest ones, no two of them about the same thing. */
function weightiest(found: readonly Weighed[], most: number): Fact[] {
  const kept: Fact[] = [];
  const seen = new Set<string>();
  for (const [, fact] of [...found].sort(([a], [b]) => b - a)) {
    const about = fact.kind === 'taken' ? 'taken' : fact.card ? `card ${fact.card}` : `${fact.kind} ${fact.noble ?? 0}`;
    const covered =
      SUMS.includes(fact.kind) && kept.some(({ kind }) => kind === 'wins' || kind === 'loses' || SUMS.includes(kind));
    if (seen.has(about) || covered) continue;
    seen.add(about);
    kept.push(fact);
  }
  return kept.slice(0, most);
}
