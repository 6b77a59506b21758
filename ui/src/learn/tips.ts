// Which tips this device has given, and in which game somebody first met them.
import { settings } from '../settings.svelte.ts';

const KEY = 'jeton.tips';

interface Kept {
  /** The first real table against bots, by title: there tips are on unless somebody switched them off. */
  first: Record<string, string>;
  /** The tips already given: each is given once. */
  given: string[];
}

function read(): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Kept> | null;
    if (Array.isArray(found?.given))
      return {
        first: typeof found.first === 'object' ? { ...found.first } : {},
        given: found.given.filter((one) => typeof one === 'string'),
      };
  } catch {
    // Nothing readable: as on the first day.
  }
  return { first: {}, given: [] };
}

function write(kept: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that stores nothing: tips come again next time.
  }
}

/** Whether a table gives tips: as the person has chosen, else at the first one of its title. */
export function wanted(table: string, title: string): boolean {
  if (settings.tips !== 'first') return settings.tips === 'always';
  const { first, given } = read();
  if (!first[title]) write({ first: { ...first, [title]: table }, given });
  return (first[title] ?? table) === table;
}

export const given = (id: string): boolean => read().given.includes(id);

export function give(id: string): void {
  const kept = read();
  if (!kept.given.includes(id)) write({ ...kept, given: [...kept.given, id] });
}

/** Forget which tips were given: somebody asked for them again. */
export function again(): void {
  write({ ...read(), given: [] });
}
