// Lessons on the server: what they say, and a table to play one at.
import { ask } from '../api.ts';
import { beSomebody } from '../person.svelte.ts';
import type { Done, LessonInfo, NewLesson } from '../protocol.ts';
import { go } from '../route.svelte.ts';

export const fetchLesson = (title: string): Promise<LessonInfo> => ask<LessonInfo>('GET', `/api/lessons/${title}`);

/** Sit down to a lesson, or to a chapter of it. */
export async function startLesson(title: string, chapter = ''): Promise<void> {
  await beSomebody();
  const wanted: NewLesson = { title, chapter };
  const done = await ask<Done>('POST', '/api/lessons', wanted);
  go(`/t/${done.id}`);
}

const KEY = 'jeton.lesson';

/** What this device keeps of a lesson: the step that is shown, and whether it was left. */
export interface Kept {
  table: string;
  at: number;
  left: boolean;
}

export function kept(table: string): Kept {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null;
    if (found?.table === table) return found;
  } catch {
    // Nothing that can be read: from the first step that fits.
  }
  return { table, at: 0, left: false };
}

export function keep(what: Kept): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(what));
  } catch {
    // A browser that keeps nothing: after a reload the lesson goes on where the table is.
  }
}
