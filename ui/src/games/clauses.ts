// One sentence made of facts: a clause each, the weightiest first.
import { language, t } from '../words/words.svelte.ts';

/** How many facts fit in a sentence that people read at a glance. */
const MOST = 2;

/** The first facts, and how likely a win is if a judge has read it, in a sentence; empty if nothing is known. */
export function clauses(facts: readonly string[], chance: number | null): string {
  const all = facts.slice(0, MOST);
  if (chance !== null) all.push(t('hint.chance', { count: Math.round(100 * chance) }));
  const text = all.join(language() === 'fr' ? '\u00a0; ' : '; ');
  return text && `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}.`;
}
