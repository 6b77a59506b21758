// The entrance of lessons: the page fetches the coach, what it says and its words when somebody learns.
import type { Advice, Spots } from '../games/game.ts';
import { gameOf } from '../games/index.ts';
import type { LessonInfo } from '../protocol.ts';
import { learn } from '../words/words.svelte.ts';
import Coach from './Coach.svelte';
import Explain from './Explain.svelte';
import Helper from './Helper.svelte';
import { fetchLesson } from './lessons.ts';

/** A table that a lesson can't point at. */
const NOWHERE: Spots = { spot: () => '', ring: () => '' };

/** What is said beside a table: hints and tips against bots, and what its parts mean, in its game's words. */
export async function openHelper(
  title: string,
): Promise<{ Helper: typeof Helper; Explain: typeof Explain; advice: Advice; spots: Spots } | null> {
  const game = gameOf(title);
  if (!game.advice) return null;
  const [advice, spots] = await Promise.all([game.advice(title), game.spots?.() ?? NOWHERE, learn('hint')]);
  return { Helper, Explain, advice, spots };
}

export async function open(title: string): Promise<{ Coach: typeof Coach; lesson: LessonInfo; spots: Spots }> {
  const found = gameOf(title).spots?.();
  const [lesson, spots] = await Promise.all([fetchLesson(title), found ?? NOWHERE, learn('learn', 'hint')]);
  return { Coach, lesson, spots };
}
