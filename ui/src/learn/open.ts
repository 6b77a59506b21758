// The door of lessons: the coach, what it says and its words are fetched when somebody learns.
import type { LessonInfo } from '../protocol.ts';
import { learn } from '../words/words.svelte.ts';
import Coach from './Coach.svelte';
import { fetchLesson } from './lessons.ts';

export async function open(title: string): Promise<{ Coach: typeof Coach; lesson: LessonInfo }> {
  const [lesson] = await Promise.all([fetchLesson(title), learn('learn')]);
  return { Coach, lesson };
}
