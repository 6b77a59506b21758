// Facts of a move: the difference of two views of the same seat, as in `bots/splendor/facts.py`. It knows no rule.
import type { Game, Position } from '../../../local/game.ts';
import type { HintFact, Price, SplendorView } from '../../../protocol.ts';

const [GOLD, TIME] = [5, 6];

type Prices = Map<number, Price>;
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** What each card costs the viewing seat: of the market, and of its own hand. */
function pricesOf(view: SplendorView): Prices {
  const found: Prices = new Map();
  view.market.forEach((card, place) => {
    const price = view.prices[place];
    if (card && price) found.set(card, price);
  });
  view.players[view.seat ?? 0]?.hand.forEach(({ card }, i) => {
    if (card !== null) found.set(card, view.hand_prices[i] as Price);
  });
  return found;
}

/** What is true of a legal move of the seat to move, the weightiest fact first. */
export function factsOf(game: Game, position: Position, move: string): HintFact[] {
  const { cards, letters } = game.data;
  const { near, payable } = game.engine.about.judging;
  const { seat } = position;
  const [verb, target = ''] = move.split(' ') as [string, string?];
  const seen = (one: Position, viewer: number): SplendorView => game.view(one, viewer) as unknown as SplendorView;
  const play = (from: Position, what: string): Position => game.step(from, game.spelled(from).get(what) as number);

  const deal = game.redeal(position, seat, 0n, 0n);
  const before = seen(deal, seat);
  let then = play(deal, move);
  if (seen(then, seat).phase === 'pay' && seen(then, seat).moves.includes('done')) then = play(then, 'done');
  const after = seen(then, seat);
  const [me, mine] = [before.players[seat], after.players[seat]];
  if (!me || !mine) return [];
  const others = before.players.flatMap((_, other) => (other === seat ? [] : [seen(deal, other)]));
  const [was, is] = [pricesOf(before), pricesOf(after)];
  const found: HintFact[] = [];
  const tell = (code: string, values: HintFact['values'] = {}): void => void found.push({ code, values });

  /** The card that the move is about; null for one that nobody has seen. */
  const card = ((): number | null => {
    const [level, place] = target.split('.');
    if (place) return before.market[4 * (Number(level) - 1) + Number(place) - 1] ?? null;
    return target.startsWith('h') ? (me.hand[Number(target.slice(1)) - 1]?.card ?? null) : null;
  })();
  const [bonus = 0, points = 0] = card === null ? [] : (cards[card] ?? []);
  const rank = (number: number): number => 1000 * (cards[number]?.[1] ?? 0) + number;
  const lack = (view: SplendorView, price: Price): number =>
    sum(price.short) - (view.players[seat]?.tokens[GOLD] as number);
  /** Others who could buy a card of the market that the move takes away. */
  const wanted = (number: number): void => {
    for (const view of others) {
      const price = pricesOf(view).get(number);
      if (price && payable.includes(price.state) && before.market.includes(number))
        tell('wanted', { seat: view.seat ?? 0 });
    }
  };

  if (mine.meets_goal && !me.meets_goal) tell('goal', { count: mine.points });
  for (const noble of mine.nobles.filter((one) => !me.nobles.includes(one)))
    tell('noble', { noble, count: after.numbers.noble_points });
  if (after.tile === seat && before.tile !== seat) tell('tile', { count: after.numbers.tile_points });
  if ((mine.tokens[TIME] as number) > (me.tokens[TIME] as number)) tell('time');

  if (verb === 'buy' && card !== null) {
    if (points) tell('points', { count: points, total: mine.points });
    if (before.numbers.goal_bonuses > (me.bonuses[bonus] as number)) tell('needed', { colour: bonus });
    if (me.tokens.slice(0, TIME).every((count, i) => count === mine.tokens[i])) tell('free');
    before.nobles.forEach((noble, i) => {
      const at = after.nobles.indexOf(noble);
      const left = at < 0 ? 0 : (after.nobles_left[at] as number);
      if (left > 0 && left <= near && left < (before.nobles_left[i] as number))
        tell('noble_near', { noble, count: left });
    });
    wanted(card);
  }
  if (verb === 'reserve') {
    if (card !== null) {
      wanted(card);
      if (points) tell('worth', { count: points });
    }
    if ((mine.tokens[GOLD] as number) > (me.tokens[GOLD] as number)) tell('gold');
  }

  reach();
  if (verb === 'buy') {
    const fewer = [...is].filter(([number, { cost }]) => sum(cost) < sum(was.get(number)?.cost ?? []));
    if (fewer.length) tell('cheaper', { count: fewer.length });
  }
  if (verb === 'return' || verb === 'gold') {
    const letter = letters.indexOf(target);
    const colour = letter < 0 ? GOLD : letter;
    const asked = [...was.values()].filter(({ cost }) => (cost[colour] ?? 0) > 0).length;
    if (verb === 'return') tell('asked', { colour, count: colour < GOLD ? asked : 0 });
    else tell('keeps', { colour });
  }
  return found;

  /** The best card that the seat can buy afterwards and could not before; else one that is nearly so. */
  function reach(): void {
    const held = verb === 'reserve' ? card : null;
    const known = [...is].filter(([number]) => was.has(number) || number === held);
    const pays = (price: Price | undefined): boolean => price !== undefined && payable.includes(price.state);
    const opened = known.filter(([number, price]) => pays(price) && !pays(was.get(number)));
    if (after.phase === 'return') return;
    if (opened.length) {
      const [best] = opened.map(([number]) => number).sort((a, b) => rank(b) - rank(a));
      tell('opens', { card: best as number });
      return;
    }
    if (verb === 'buy') return;
    const nearer = known
      .filter(([number]) => was.has(number))
      .map(([number, price]) => ({ number, now: lack(after, price), old: lack(before, was.get(number) as Price) }))
      .filter(({ now, old }) => now < old);
    const [best] = nearer
      .filter(({ now }) => now > 0 && now <= near)
      .sort((a, b) => a.now - b.now || rank(b.number) - rank(a.number));
    if (best) tell('closer', { card: best.number, count: best.now });
    if (nearer.length) tell('nearer', { count: nearer.length });
  }
}
