// What the others play in a lesson, as in `games/lessons.py`.
import { same } from '../learn/course.ts';
import type { LessonInfo } from '../protocol.ts';
import type { Entry } from './game.ts';

export interface ScriptChapter {
  seats: number;
  options: Record<string, unknown>;
  key: string;
  /** What was played before the learner comes: `SEAT MOVE`. */
  before: string[];
  others: Record<string, { move: string; after?: number }[]>;
}

/** A lesson with all that it takes to play it without a server. */
export interface LessonFile extends LessonInfo {
  script: { rules: number; bot: string; chapters: Record<string, ScriptChapter> };
}

const LEARNER = 0;

/** What a seat plays next; null if the lesson does not say, or the learner has left its course. */
export function replyOf(lesson: LessonFile, chapter: string, standing: readonly Entry[], seat: number): string | null {
  const script = lesson.script.chapters[chapter];
  const course = lesson.chapters
    .find((one) => one.name === chapter)
    ?.steps.flatMap((step) => (step.do ? [step.do, ...step.then].map((move) => ({ move, near: step.near })) : []));
  if (!script || !course) return null;
  const played = standing.slice(script.before.length);
  const mine = played.filter((entry) => entry.seat === LEARNER);
  const follows =
    mine.length <= course.length &&
    mine.every(({ move }, i) => same(move, course[i]?.move as string, course[i]?.near as number));
  const reply = script.others[seat]?.[played.filter((entry) => entry.seat === seat).length];
  return follows && reply && (reply.after ?? 0) <= mine.length ? reply.move : null;
}
