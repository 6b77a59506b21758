// What lies on an island, on a postcard and before a player, and what each number means.
import type { GuardiansView } from '../../protocol.ts';
import { personAt } from '../../table/seats.ts';
import type { Session } from '../../table/session.svelte.ts';
import { list, t } from '../../words/words.svelte.ts';
import type { Box } from './box.ts';
import { stateWords } from './look.ts';
import { islandName, legendName, postcardName, powerSentence, thingName } from './names.ts';

const PARTS = ['island', 'seat', 'post', 'legend'].map((kind) => `.board [data-at^="${kind}-"]`).join(', ');

const say = (key: string, values: Record<string, string | number> = {}): string => t(`hint.part.${key}`, values);

/** The part of the table that an element lies in, and what is on it. */
export function part(box: Box, session: Session, at: Element): { of: Element; lines: string[] } | null {
  const of = at.closest<HTMLElement>(PARTS);
  const view = session.view?.view as GuardiansView | undefined;
  if (!of || !view || session.telling) return null;
  const lines = linesOf(box, session, view, of.dataset.at ?? '');
  return lines.length ? { of, lines } : null;
}

/** What is said of a part, by its name: `island-`, `post-`, `legend-` or `seat-` and which one. */
export function linesOf(box: Box, session: Session, view: GuardiansView, at: string): string[] {
  const [kind, name = ''] = at.split('-');
  if (kind === 'island') return islandLines(box, session, view, name);
  if (kind === 'post') return postLines(box, session, view, name);
  if (kind === 'legend') return [`${legendName(name)}.`, powerSentence(name), say('legend')];
  return seatLines(session, view, Number(name));
}

function postLines(box: Box, session: Session, view: GuardiansView, postcard: string): string[] {
  const clues = view.clues.filter((clue) => clue.postcard === postcard);
  const leaves = view.postcards.length > 2 && view.postcards[0] === postcard;
  return [
    say('post', { title: postcardName(box, postcard) }),
    ...clues.map(({ seat, element }) =>
      t('guardians_page.clue.points', {
        name: personAt(session, seat).name,
        thing: element ? thingName(box, element) : t('guardians_page.scenery'),
      }),
    ),
    ...(leaves ? [say('post_leaves')] : []),
  ];
}

function islandLines(box: Box, session: Session, view: GuardiansView, island: string): string[] {
  const names = (seats: readonly number[]): string => list(seats.map((seat) => personAt(session, seat).name));
  const boats = view.boats.filter((boat) => boat.island === island).map((boat) => boat.seat);
  const fires = view.fires.filter((fire) => fire.island === island && !fire.wand).map((fire) => fire.seat);
  const wands = view.fires.filter((fire) => fire.island === island && fire.wand).map((fire) => fire.seat);
  const lines = [
    ...(view.face_down.includes(island) ? [say('down')] : []),
    ...(boats.length ? [say('boats', { names: names(boats) }), say('hull')] : []),
    ...(fires.length ? [say('fires', { names: names(fires) })] : []),
    ...(wands.length ? [say('wand', { names: names(wands) })] : []),
  ];
  return lines.length ? [`${islandName(box, island)}.`, ...lines] : [];
}

function seatLines(session: Session, view: GuardiansView, seat: number): string[] {
  const player = view.players[seat];
  if (!player) return [];
  const { score, gold, coins, clue_tokens: clues, fire_tokens: fires, boats_left: boats } = player;
  const info = session.table?.seats[seat];
  const left = info?.out_of_time ? 'page.table.out_of_time' : 'page.table.resigned';
  const state = info?.resigned ? t(left) : stateWords(view, seat);
  return [
    say('purse', { name: personAt(session, seat).name, score, gold, coins }),
    say('purse_goal', { goal: view.goal }),
    say('supply', { clues, fires }),
    ...(view.phase === 'search' && boats > 0 ? [say('boats_left', { count: boats })] : []),
    ...(state ? [say('purse_state', { state })] : []),
  ];
}
