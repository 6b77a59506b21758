// The parts of a table that a lesson can point at, by the names that lessons use, and why a move was refused.
import type { SplendorView } from '../../protocol.ts';
import type { Refusal, Session } from '../../table/session.svelte.ts';
import { moveWords } from './advice.ts';
import { load, type Title } from './box.ts';
import { refusalWords } from './sentences.ts';

const LETTERS: Readonly<Record<string, string>> = { splendor: 'wbgrkj', marvel: 'ypbroj' };
/** The parts of a card that can have a ring. */
const RINGS: Readonly<Record<string, string>> = { price: '.strip', gem: '.bonus', points: '.pts' };

/** The tray as it says nothing else: then tips and hints are said there. */
const FREE = '.board .tray:not([data-pending], .noted) > .body';
/** Where they are said, and what of it is free: its words, or the line above what is chosen from there. */
const TRAY: Readonly<Record<string, string>> = {
  words: '.board .tray',
  all: `${FREE} > [data-idle]:only-child`,
  line: `${FREE} > :is(.hold:not(:has(.on)), .visitors:not(:has([aria-pressed='true'])))`,
};

/** How to find a part of the table of a title in the page; an empty text if it has no such part. */
export function spot(title: string, name: string): string {
  const [kind = '', which = ''] = name.split(':');
  // On a phone the reserved cards lie behind a button.
  if (kind === 'card' && which.startsWith('0.')) return `.board [data-walk="${which}"], .board button.hand`;
  if (kind === 'card') return `.board [data-walk="${which}"]`;
  if (kind === 'gem') return `.board [data-gem="${(LETTERS[title] ?? '').indexOf(which) + 1}"]`;
  if (kind === 'noble') return `.board .nobles > :nth-child(${which})`;
  if (kind === 'tile') return '.board [data-at="tile"]';
  // On a phone on its side one's own place says how full the Gauntlet is.
  if (kind === 'gauntlet') return '.board .gauntlet, .board:not(:has(.gauntlet)) .area-me';
  if (kind === 'bank') return '.board .bank';
  if (kind === 'market') return '.board .market';
  if (kind === 'goals') return '.board .f-nobles';
  if (kind === 'tray') return TRAY[which] ?? '.board .area-tray';
  if (kind === 'score') return '.board .area-me';
  if (kind === 'people') return '.board .people';
  return '';
}

/** How to find a part of something that is pointed at. */
export function ring(name: string): string {
  return RINGS[name] ?? '';
}

export const why = async (title: string, refusal: Refusal): Promise<string> => refusalWords(refusal, title);

export async function asked(title: string, session: Session, move: string): Promise<string> {
  const view = session.view?.view as SplendorView; // as it is now: it may go on while the box is fetched
  return moveWords(await load(title as Title), view, move);
}
