// What I picked and have not sent, kept in the tab: a reloaded page goes on where it was.
import type { GuardiansView } from '../../protocol.ts';
import { keep, kept } from '../../table/kept.ts';
import type { Spot } from './clue/aim.ts';
import { colourOf } from './names.ts';

export interface Draft {
  /** The island and the player that the next boat is meant for. */
  island: string | null;
  sought: number | null;
  /** The legend in play, until its word is chosen. */
  legend: string | null;
  /** The open postcard. */
  card: string | null;
  /** What I would point at, by postcard. */
  spots: Readonly<Record<string, Spot | null>>;
}

export const EMPTY: Draft = { island: null, sought: null, legend: null, card: null, spots: {} };

/** When it was picked: another round, a clue or a boat later it means nothing any more. */
interface Moment {
  round: number;
  phase: string;
  clues: number;
  boats: number;
}

function momentOf(view: GuardiansView): Moment {
  const me = view.seat === null ? undefined : view.players[view.seat];
  return { round: view.round, phase: view.phase, clues: me?.clues_left ?? 0, boats: me?.boats_left ?? 0 };
}

const isEmpty = ({ island, sought, legend, card }: Draft): boolean =>
  island === null && sought === null && legend === null && card === null;

/** Keep a draft under the name of its table and seat; an empty one is forgotten, and one of a finished match. */
export function remember(name: string, draft: Draft, view: GuardiansView): void {
  const over = view.seat === null || view.outcome !== null;
  keep(name, over || isEmpty(draft) ? null : { draft, ...momentOf(view) });
}

const isSpot = (at: Spot | null | undefined): at is Spot => [at?.x, at?.y].every(Number.isFinite);

/** What of the kept draft is still possible. */
export function recall(name: string, view: GuardiansView): Draft {
  const { seat, moves } = view;
  const found = kept<Moment & { draft?: Partial<Draft> | null }>(name);
  const now = momentOf(view);
  if (!found?.draft || seat === null || view.outcome || found.round !== now.round || found.phase !== now.phase)
    return EMPTY;
  const { island = null, sought = null, legend = null, card = null, spots } = found.draft;
  const fits = (move: string): boolean => {
    const [verb, place, colour] = move.split(' ');
    return verb === 'boat' && (island ?? place) === place && (sought === null || colourOf(sought) === colour);
  };
  // Before my clue lies there no boat is offered, and yet I may have picked where it goes.
  const early = view.players[seat]?.state === 'needs_clue' && found.clues === now.clues;
  const boat = found.boats === now.boats && (moves.some(fits) || (early && isPlausible(view, island, sought)));
  const open = card !== null && found.clues === now.clues && view.postcards.includes(card);
  return {
    island: boat || moves.includes(`play ${legend} ${island}`) ? island : null,
    sought: boat ? sought : null,
    legend: moves.some((move) => move.split(' ')[1] === legend && move.startsWith('play ')) ? legend : null,
    card: open ? card : null,
    spots: open
      ? Object.fromEntries(
          Object.entries(spots ?? {}).filter(([one, at]) => view.postcards.includes(one) && isSpot(at)),
        )
      : {},
  };
}

function isPlausible(view: GuardiansView, island: string | null, sought: number | null): boolean {
  const there = island === null || view.board.some((cell) => cell.island === island);
  return there && (sought === null || (sought !== view.seat && sought in view.players));
}
