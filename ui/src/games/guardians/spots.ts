// The parts of the table that a lesson can point at, in any of its shapes, by the names that lessons use, and why a move
// was refused.
import type { Refusal, Session } from '../../table/session.svelte.ts';
import { moveWords } from './advice.ts';
import { load } from './box.ts';
import { islandName } from './names.ts';
import { picture as printed } from './pictures.ts';
import { refusalWords } from './say.ts';

const PARTS: Readonly<Record<string, string>> = {
  act: '.board .do',
  sea: '.board .sea .plane',
  people: '.board .people',
  postcards: '.board .posts',
  secret: '.board .secret, .board .my',
  'tray:words': '.board .act',
  // Nothing is picked, asked or answered: of what there is to do, the words can be others.
  'tray:all': '.board .act:not([data-show], [data-pending], :has(.to, .note)):has(.due, .now, .next, .piles, .owing)',
};

/** How to find a part of the table in the page; an empty text if it has no such part. */
export function spot(_title: string, name: string): string {
  const [kind = '', which = ''] = name.split(':');
  if (kind === 'island') return `[data-at="island-${which}"]`;
  return kind === 'whom' ? `.board .act .targets [data-seat="${which}"]` : (PARTS[name] ?? PARTS[kind] ?? '');
}

/** Of all islands one, by its name. */
export const ring = (name: string): string => spot('', name);

export const why = async (_title: string, refusal: Refusal): Promise<string> => refusalWords(await load(), refusal);

export const asked = async (_title: string, session: Session, move: string): Promise<string> =>
  moveWords(await load(), session, move);

/** An island by its name: `island:fairy_glade`. */
export async function picture(_title: string, name: string): Promise<{ src: string; words: string }> {
  const island = name.slice(name.indexOf(':') + 1);
  return { src: printed('islands', island), words: islandName(await load(), island) };
}
