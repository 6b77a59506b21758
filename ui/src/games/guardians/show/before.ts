// The table before a reveal, for a page that did not see it: it was loaded since. What the tab has kept tells it, else
// what is still known from the view after the reveal.
import type { GuardiansSeat, GuardiansView, Resolution } from '../../../protocol.ts';
import { less } from './story.ts';

/** What the tab keeps of the view before a reveal: what everybody could see, and nobody's secret. */
type Open = Pick<
  GuardiansView,
  'players' | 'clues' | 'fires' | 'postcards' | 'effects' | 'location_deck' | 'reward_deck' | 'postcard_deck'
>;

/** How far a page has told a reveal. */
export interface ToldSoFar {
  round: number;
  at: number;
  over: boolean;
  /** Whether somebody halted it, and how many boats had turned over by then. */
  paused: boolean;
  turned: number;
  /** Null if this page did not see it either. */
  open: Open | null;
}

export function openOf(before: GuardiansView): Open {
  const { players, clues, fires, postcards, effects, location_deck, reward_deck, postcard_deck } = before;
  return { players, clues, fires, postcards, effects, location_deck, reward_deck, postcard_deck };
}

const sum = (all: readonly (number | undefined)[]): number => all.reduce<number>((sum, one) => sum + (one ?? 0), 0);
/** A player's purse and legends without what a reveal changed. */
function earlier(player: GuardiansSeat, seat: number, { discoveries }: Resolution): GuardiansSeat {
  const gold = player.gold - sum(discoveries.flatMap((one) => [one.gold[seat], one.power_gold[seat]]));
  const coins = player.coins - sum(discoveries.flatMap((one) => [one.coins[seat], one.power_coins[seat]]));
  const got = discoveries.flatMap((one) => (one.guardian === seat && one.power === 'kept' ? [one.reward] : []));
  const kept = player.kept.filter((legend) => !got.includes(legend));
  const used = discoveries.flatMap((one) => one.marks.flatMap((mark) => (mark.seat === seat ? [mark.legend] : [])));
  return { ...player, gold, coins, score: gold + coins, kept, armed: [...player.armed, ...used] };
}

/** What of the table before a reveal follows from the table after it. */
function guessed(resolution: Resolution, after: GuardiansView): Open {
  const clues = [...after.clues, ...resolution.clues];
  const stayed = after.phase === 'interlude' ? after.postcards.slice(0, -1) : after.postcards;
  const aside = clues.map((clue) => clue.postcard).filter((one) => !after.postcards.includes(one));
  return {
    ...openOf(after),
    players: after.players.map((player, seat) => earlier(player, seat, resolution)),
    clues,
    fires: less(after.fires, resolution.fires),
    postcards: [...new Set([...aside, ...stayed])],
  };
}

function isWhole(open: Open | null | undefined, after: GuardiansView): open is Open {
  const lists = open ? [open.players, open.clues, open.fires, open.postcards, open.effects] : [];
  return lists.length > 0 && lists.every(Array.isArray) && open?.players.length === after.players.length;
}

/** The view before a reveal; `told` is what the tab kept of it. */
export function viewBefore(resolution: Resolution, after: GuardiansView, told: ToldSoFar | null): GuardiansView {
  const mine = resolution.discoveries.find(({ guardian }) => guardian === after.seat);
  return {
    ...after,
    ...(isWhole(told?.open, after) ? told.open : guessed(resolution, after)),
    phase: 'search',
    round: resolution.round,
    boats: resolution.boats.map((boat) => ({ ...boat, sought: boat.seat === after.seat ? boat.sought : null })),
    hand: mine ? { location: mine.location, reward: mine.reward } : after.hand,
    guarded: [],
    resolution: null,
    owing: null,
    moves: [],
    outcome: null,
  };
}
