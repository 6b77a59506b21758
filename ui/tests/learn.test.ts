// Lessons on the page: which step is shown, and where the bubble goes.
import { describe, expect, test } from 'vitest';
import { spot } from '../src/games/splendor/spots.ts';
import { allowed, count, momentOf, place, same, stepAt } from '../src/learn/course.ts';
import { darkness, holes, placeBubble } from '../src/learn/placing.ts';
import type { LessonChapter, LessonInfo, LessonStep, Report } from '../src/protocol.ts';

const step = (words: string, move = '', then: string[] = []): LessonStep => ({
  topic: '',
  words,
  point: [],
  ring: '',
  picture: '',
  do: move,
  near: 0,
  then,
  press: '',
  others: 0,
});
const chapter: LessonChapter = {
  name: 'first',
  before: 2,
  knows: '',
  steps: [step('a'), step('b', 'take wbg'), step('c'), step('d', 'buy 1.1', ['done']), step('e')],
};
const said = (n: number, seat: number, move: string): Report => ({ n, at: 0, seat, move, facts: {} });
const BEFORE = [said(1, 0, 'take wbg'), said(2, 1, 'take wbg')];

describe('a moment', () => {
  const second: LessonChapter = { ...chapter, name: 'second', knows: 'rules', steps: [step('f'), step('g')] };
  const third: LessonChapter = { ...second, name: 'third', steps: [step('h')] };
  const lesson: LessonInfo = { title: 'splendor', chapters: [chapter, second, third] };
  const where = { first: 0, last: 1, owed: null, others: 0 };

  test('says how far the lesson is, what ends with it, and whether there is a way back', () => {
    const moment = momentOf(lesson, 'second', where, 1);

    expect(moment).toMatchObject({ name: 'second.1', number: 6, numbers: 8, ends: 'chapter', mayGoBack: true });
    expect(momentOf(lesson, 'first', { ...where, first: 1 }, 1)).toMatchObject({ ends: 'step', mayGoBack: false });
    expect(momentOf(lesson, 'third', where, 0)).toMatchObject({ ends: 'lesson', number: 7 });
  });

  test('lets a learner leave a chapter out at its beginning, if another follows', () => {
    expect(momentOf(lesson, 'second', where, 0).knows).toBe('rules');
    expect(momentOf(lesson, 'second', where, 1).knows).toBe('');
    expect(momentOf(lesson, 'third', where, 0).knows).toBe('');
  });
});

describe('the step', () => {
  test('begins with what is shown before the first move', () => {
    expect(place(chapter, BEFORE, 0)).toEqual({ first: 0, last: 1, owed: null, others: 0 });
  });

  test('goes on behind each move of the learner, not behind those of others', () => {
    const played = [...BEFORE, said(3, 0, 'take wbg'), said(4, 1, 'take rr')];
    expect(place(chapter, played, 0)).toEqual({ first: 2, last: 3, owed: null, others: 1 });
    const bought = [...played, said(5, 0, 'buy 1.1')];
    expect(place(chapter, bought, 0)).toEqual({ first: 4, last: 4, owed: 'done', others: 1 });
    expect(place(chapter, [...bought, said(6, 0, 'done')], 0)).toEqual({ first: 4, last: 4, owed: null, others: 1 });
    expect(place(chapter, [...bought, said(6, 0, 'gold w')], 0)).toBeNull();
  });

  test('comes back when a move is taken back', () => {
    const played = [...BEFORE, said(3, 0, 'take wbg'), said(4, 0, 'undo')];
    expect(place(chapter, played, 0)).toEqual({ first: 0, last: 1, owed: null, others: 0 });
  });

  test('is none where something else was played', () => {
    expect(place(chapter, [...BEFORE, said(3, 0, 'take rr')], 0)).toBeNull();
  });

  test('takes a move whose numbers are close, where it says so', () => {
    const wanted = 'clue dream_bedroom 0.4 0.2';
    expect(same('clue dream_bedroom 0.45 0.18', wanted, 0.08)).toBe(true);
    expect(same('clue dream_bedroom 0.5 0.2', wanted, 0.08)).toBe(false);
    expect(same('clue night_train 0.4 0.2', wanted, 0.08)).toBe(false);
    expect(same('clue dream_bedroom 0.45 0.18', wanted, 0)).toBe(false);
  });

  test('is the one that was kept, as far as it fits', () => {
    expect([0, 2, 3, 9].map((kept) => stepAt({ first: 2, last: 3, owed: null, others: 0 }, kept))).toEqual([
      2, 2, 3, 3,
    ]);
  });

  test('allows its own move, or none', () => {
    expect(chapter.steps.map(allowed)).toEqual([[], ['take wbg'], [], ['buy 1.1'], []]);
  });

  test('is counted over all chapters', () => {
    const lesson = { title: 'splendor', chapters: [chapter, { ...chapter, name: 'end' }] };
    expect(count(lesson, 'end')).toEqual({ before: 5, all: 10 });
  });
});

describe('the bubble', () => {
  const size = { width: 392, height: 200 };
  const window = { width: 1440, height: 900 };
  const clear = (x: number, y: number, width: number, height: number, w = window): boolean => {
    const lit = { x, y, width, height };
    const { x: left, y: top } = placeBubble(size, w, [lit]);
    const apart = left >= x + width || left + size.width <= x || top >= y + height || top + size.height <= y;
    return apart && left >= 0 && top >= 0 && left + size.width <= w.width && top + size.height <= w.height;
  };

  test('lies beside what is lit, wherever that is', () => {
    for (let x = 0; x <= 1300; x += 100) for (let y = 0; y <= 700; y += 100) expect(clear(x, y, 140, 190)).toBe(true);
  });

  test('goes above or below on a phone', () => {
    const phone = { width: 416, height: 844 };
    for (let y = 0; y <= 700; y += 50) expect(clear(160, y, 90, 120, phone)).toBe(true);
  });

  test('points at what it is about', () => {
    const placed = placeBubble(size, window, [{ x: 600, y: 300, width: 140, height: 190 }]);
    expect(placed).toMatchObject({ side: 'right', x: 754 });
    expect(placed.y + placed.tip).toBe(395);
  });

  test('lies at the foot where nothing is lit', () => {
    expect(placeBubble(size, window, [])).toEqual({ x: 524, y: 676, side: 'none', tip: 0, hidden: 0 });
  });

  test('lies above my tokens where it points at the tray below them', () => {
    const tray = { x: 0, y: 730, width: 390, height: 114 };
    const mine = { x: 9, y: 652, width: 372, height: 74 };
    const { y } = placeBubble({ width: 340, height: 118 }, { width: 390, height: 844 }, [tray, mine]);
    expect(y + 118).toBeLessThanOrEqual(mine.y);
  });

  test('leaves the bank free that lies beside a card', () => {
    const card = { x: 685, y: 261, width: 135, height: 183 };
    const bank = { x: 833, y: 60, width: 88, height: 580 };
    const tray = { x: 973, y: 345, width: 383, height: 300 };
    const { x } = placeBubble({ width: 340, height: 184 }, { width: 1366, height: 657 }, [card, tray, bank]);
    expect(x + 340).toBeLessThanOrEqual(card.x);
    expect(spot('splendor', 'bank')).toBe('.board .bank');
  });
});

describe('the darkness', () => {
  const window = { width: 100, height: 100 };
  test('has one hole for what touches, and none off the screen', () => {
    const lit = [
      { x: 10, y: 10, width: 10, height: 10 },
      { x: 30, y: 10, width: 10, height: 10 },
      { x: 200, y: 10, width: 10, height: 10 },
      { x: -20, y: 80, width: 140, height: 30 },
    ];
    expect(holes(lit, window)).toEqual([
      { x: 3, y: 3, width: 45, height: 25 },
      { x: 3, y: 72, width: 94, height: 25 },
    ]);
  });

  test('is the whole screen where nothing is lit', () => {
    expect(darkness(window, [])).toBe('M0 0H100V100H0Z');
  });
});

test('parts are found by the names of lessons', () => {
  expect(spot('splendor', 'card:2.3')).toContain('[data-walk="2.3"]');
  expect(spot('splendor', 'card:2.3')).not.toContain('hand');
  expect(spot('splendor', 'card:0.2')).toBe('.board [data-walk="0.2"], .board button.hand');
  expect(spot('splendor', 'gem:k')).toContain('[data-gem="5"]');
  expect(spot('splendor', 'nowhere')).toBe('');
});
