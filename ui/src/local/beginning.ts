// A match that begins in the middle of another one, with another deal of what its seat can't see.
import type { Game, Position } from './game.ts';
import { seedOf } from './match.ts';

export interface Beginning {
  seat: number;
  /**
   * What the option `start` of its match file says (`games/splendor/beginning.py`): it names every card of every hand.
   */
  start: string;
  /** The position itself, as the compiled rules have it. */
  begin: BigInt64Array;
}

/** Begin where somebody was to move, under a key of its own. */
export async function beginningOf(game: Game, position: Position, key: string): Promise<Beginning> {
  const seed = await seedOf(key, []);
  const [key0, key1] = new BigInt64Array(seed.slice(0, 16).buffer);
  const dealt = game.redeal(position, position.seat, key0 as bigint, key1 as bigint);
  return { seat: position.seat, start: startOf(game, dealt), begin: dealt.words };
}

function startOf(game: Game, position: Position): string {
  const view = game.view(position, null);
  const letters = `${game.data.letters}${game.data.tokens}`;
  const tokens = (counts: readonly number[]): string =>
    counts.map((n, i) => (n ? `${letters[i]}${n}` : '')).join('') || '-';
  const numbers = (found: readonly number[]): string => found.map((n) => n || '-').join(' ') || '-';
  const rows = [0, 4, 8].map((first) => numbers(view.market.slice(first, first + 4)));
  const clauses = [
    `${view.title} ${game.seats}`,
    `turn ${view.turn}`,
    `phase ${view.phase}`,
    `first ${view.first}`,
    `turns ${view.turns}`,
    `passes ${view.passes}`,
    `bank ${tokens(view.bank)}`,
    `market ${rows.join(' / ')}`,
    `nobles ${numbers(view.nobles)}`,
  ];
  if (view.tile !== null) clauses.push(`tile ${view.tile}`);
  if (view.paid.some(Boolean)) clauses.push(`paid ${tokens(view.paid)}`);
  if (view.refill !== null) clauses.push(`refill ${(view.refill >> 2) + 1}.${(view.refill & 3) + 1}`);
  view.players.forEach((player, seat) => {
    const hand = game.view(position, seat).players[seat]?.hand ?? [];
    clauses.push(
      `${seat} tokens ${tokens(player.tokens)}`,
      `${seat} cards ${numbers(player.cards)}`,
      `${seat} hand ${hand.map(({ card, blind }) => `${card}${blind ? '?' : ''}`).join(' ') || '-'}`,
      `${seat} nobles ${numbers(player.nobles)}`,
    );
  });
  return clauses.join('; ');
}
