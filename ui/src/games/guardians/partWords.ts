// What lies on an island, on a postcard and before a player, and what each number means.
import type { GuardiansView } from '../../protocol.ts';
import { personAt } from '../../table/seats.ts';
import type { Session } from '../../table/session.svelte.ts';
import { list, t } from '../../words/words.svelte.ts';
import type { Box } from './box.ts';
import { stateWords } from './look.ts';
import { islandName } from './names.ts';

const PARTS = '.board [data-at^="island-"], .board [data-at^="seat-"]';

const say = (key: string, values: Record<string, string | number> = {}): string => t(`hint.part.${key}`, values);

/** The part of the table that an element lies in, and what is on it. */
export function part(box: Box, session: Session, at: Element): { of: Element; lines: string[] } | null {
  const of = at.closest<HTMLElement>(PARTS);
  const view = session.view?.view as GuardiansView | undefined;
  if (!of || !view || session.telling) return null;
  const [kind, name = ''] = (of.dataset.at ?? '').split('-');
  const lines = kind === 'island' ? islandLines(box, session, view, name) : seatLines(session, view, Number(name));
  return lines.length ? { of, lines } : null;
}

function islandLines(box: Box, session: Session, view: GuardiansView, island: string): string[] {
  const names = (seats: readonly number[]): string => list(seats.map((seat) => personAt(session, seat).name));
  const boats = view.boats.filter((boat) => boat.island === island).map((boat) => boat.seat);
  const fires = view.fires.filter((fire) => fire.island === island && !fire.wand).map((fire) => fire.seat);
  const wands = view.fires.filter((fire) => fire.island === island && fire.wand).map((fire) => fire.seat);
  const lines = [
    ...(boats.length ? [say('boats', { names: names(boats) })] : []),
    ...(fires.length ? [say('fires', { names: names(fires) })] : []),
    ...(wands.length ? [say('wand', { names: names(wands) })] : []),
  ];
  return lines.length ? [`${islandName(box, island)}.`, ...lines] : [];
}

function seatLines(session: Session, view: GuardiansView, seat: number): string[] {
  const player = view.players[seat];
  if (!player) return [];
  const { score, gold, coins } = player;
  const state = stateWords(view, seat);
  return [
    say('purse', { name: personAt(session, seat).name, score, gold, coins }),
    say('purse_goal', { goal: view.goal }),
    ...(state ? [say('purse_state', { state })] : []),
  ];
}
