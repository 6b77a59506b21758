// Where a learner is in a lesson: from the log of the table and the kept number of the last step shown.
import type { LessonChapter, LessonInfo, LessonStep, Report } from '../protocol.ts';

export interface Place {
  /** The first and the last step that fit the table as it is. */
  first: number;
  last: number;
  /** A move that still ends the turn of the step before. */
  owed: string | null;
  /** How many moves others have made. */
  others: number;
}

/** Whether a move is the one asked for; with `near`, its numbers may be that far away. */
export function same(move: string, wanted: string, near: number): boolean {
  if (move === wanted) return true;
  const words = move.split(' ');
  const asked = wanted.split(' ');
  return (
    near > 0 &&
    words.length === asked.length &&
    words.every((word, i) => word === asked[i] || Math.abs(Number(word) - Number(asked[i])) <= near)
  );
}

/** The steps that fit what the learner has played; null if the learner played something else. */
export function place(chapter: LessonChapter, reports: readonly Report[], seat: number): Place | null {
  const standing: Report[] = [];
  for (const report of reports) {
    if (report.n <= chapter.before) continue;
    if (report.move === 'undo') standing.pop();
    else standing.push(report);
  }
  let first = 0;
  let then: readonly string[] = [];
  for (const report of standing) {
    if (report.seat !== seat) continue;
    if (then.length > 0) {
      if (report.move !== then[0]) return null;
      then = then.slice(1);
      continue;
    }
    const at = chapter.steps.findIndex((step, i) => i >= first && step.do !== '');
    const step = chapter.steps[at];
    if (!step || !same(report.move, step.do, step.near)) return null;
    first = at + 1;
    then = step.then;
  }
  const next = chapter.steps.findIndex((step, i) => i >= first && step.do !== '');
  return {
    first,
    last: next < 0 ? chapter.steps.length - 1 : next,
    owed: then[0] ?? null,
    others: standing.filter((report) => report.seat !== seat).length,
  };
}

/** The step to show: the kept one, as far as it still fits. */
export function stepAt(where: Place, kept: number): number {
  return Math.min(Math.max(kept, where.first), where.last);
}

/** How many steps come before a chapter, and how many there are in all. */
export function count(lesson: LessonInfo, chapter: string): { before: number; all: number } {
  const at = lesson.chapters.findIndex((one) => one.name === chapter);
  const sum = (chapters: readonly LessonChapter[]): number => chapters.reduce((n, one) => n + one.steps.length, 0);
  return { before: sum(lesson.chapters.slice(0, at)), all: sum(lesson.chapters) };
}

/** A step of a lesson as the learner meets it. */
export interface Moment {
  title: string;
  step: LessonStep;
  /** The step's chapter and number, as tests and styles find it. */
  name: string;
  /** How many steps of the lesson are done, of how many. */
  number: number;
  numbers: number;
  /** What ends with this step. */
  ends: 'step' | 'chapter' | 'lesson';
  /** What a learner may know already, and so leave out; empty if nothing. */
  knows: string;
  mayGoBack: boolean;
}

export function momentOf(lesson: LessonInfo, name: string, where: Place, now: number): Moment {
  const at = lesson.chapters.findIndex((one) => one.name === name);
  const chapter = lesson.chapters[at] as LessonChapter;
  const isLastChapter = at === lesson.chapters.length - 1;
  const { before, all } = count(lesson, name);
  return {
    title: lesson.title,
    step: chapter.steps[now] as LessonStep,
    name: `${name}.${now}`,
    number: before + now,
    numbers: all,
    ends: now < chapter.steps.length - 1 ? 'step' : isLastChapter ? 'lesson' : 'chapter',
    knows: now === 0 && !isLastChapter ? chapter.knows : '',
    mayGoBack: now > where.first,
  };
}

/** The moves that the learner may make at a step: the one it asks for, or none if it only shows something. */
export function allowed(step: LessonStep): readonly string[] {
  return step.do === '' ? [] : [step.do];
}
