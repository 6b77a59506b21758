// Lessons: what they say, and a table to play one at, on this device or, if it can't, on the server.
import { api, ask, local, told } from '../api.ts';
import { gameOf } from '../games/index.ts';
import { beSomebody, shownName } from '../person.svelte.ts';
import type { Done, LessonInfo, NewLesson } from '../protocol.ts';
import { go } from '../route.svelte.ts';
import { offerOf, usualBot } from '../screens/bots.ts';
import { habits } from '../screens/habits.ts';
import { fresh, request, sitDown } from '../screens/making.ts';

export const fetchLesson = (title: string): Promise<LessonInfo> => told<LessonInfo>(`lessons/${title}`);

/** Sit down to a lesson, or to a chapter of it; `here` if no server can be asked. */
export async function startLesson(title: string, chapter = '', here = false): Promise<void> {
  if (here || gameOf(title).inPage) {
    try {
      return go(`/t/${await (await local()).study(title, chapter, shownName())}`);
    } catch (error) {
      if (here) throw error;
    }
  }
  await beSomebody();
  const wanted: NewLesson = { title, chapter };
  const done = await ask<Done>('POST', '/api/lessons', wanted);
  go(`/t/${done.id}`);
}

/** A real game of what was learnt: as few others as it takes, all of them bots as on the first screen. */
export async function playFirst(title: string, here: boolean): Promise<void> {
  const info = (await api.titles()).find((one) => one.title === title);
  const seats = Math.min(...(info?.seats ?? [2]));
  const bot = usualBot(offerOf(info), habits().bots?.[title]);
  await sitDown(request(title, seats, Array(seats - 1).fill(bot), [], fresh()), here);
}

const KEY = 'jeton.lesson';

/** What this device keeps of a lesson: the step on show, and whether the learner left it. */
export interface KeptLesson {
  table: string;
  at: number;
  left: boolean;
}

export function kept(table: string): KeptLesson {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as KeptLesson | null;
    if (found?.table === table) return found;
  } catch {
    // Nothing readable: begin at the first step that fits.
  }
  return { table, at: 0, left: false };
}

export function keep(what: KeptLesson): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(what));
  } catch {
    // A browser that stores nothing: after a reload the lesson goes on where the table is.
  }
}
