// The parts of the table that a lesson can point at, in any of its shapes, by the names that lessons use, and why a
// move was refused.
import type { Refusal } from '../../table/session.svelte.ts';
import { load } from './box.ts';
import { refusalWords } from './say.ts';

const PARTS: Readonly<Record<string, string>> = {
  act: '.board .do',
  people: '.board .people',
  postcards: '.board .posts',
  secret: '.board .secret, .board .my',
};

/** How to find a part of the table in the page; an empty text if it has no such part. */
export function spot(_title: string, name: string): string {
  const [kind = '', which = ''] = name.split(':');
  return kind === 'island' ? `[data-at="island-${which}"]` : (PARTS[kind] ?? '');
}

/** No part of what a lesson points at has a ring of its own. */
export const ring = (): string => '';

export const why = async (_title: string, refusal: Refusal): Promise<string> => refusalWords(await load(), refusal);
