// The door of lessons: the coach, what it says and its words are fetched when somebody learns.
import type { Spots } from '../games/game.ts';
import { gameOf } from '../games/index.ts';
import type { LessonInfo } from '../protocol.ts';
import { learn } from '../words/words.svelte.ts';
import Coach from './Coach.svelte';
import { fetchLesson } from './lessons.ts';

/** A table that a lesson can't point at. */
const NOWHERE: Spots = { spot: () => '', ring: () => '' };

export async function open(title: string): Promise<{ Coach: typeof Coach; lesson: LessonInfo; spots: Spots }> {
  const found = gameOf(title).spots?.();
  const [lesson, spots] = await Promise.all([fetchLesson(title), found ?? NOWHERE, learn('learn')]);
  return { Coach, lesson, spots };
}
