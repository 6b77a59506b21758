import { describe, expect, it } from 'vitest';
import { say, tell } from './tell.ts';

describe('any view', () => {
  const name = (field: string): string => field.replaceAll('_', ' ');

  it('becomes lines, but for what every view has', () => {
    const view = { title: 'nim', seat: 0, heaps: [3, 4], mark: null, last_move: '', moves: ['a'], outcome: null };
    expect(tell(view, name).map((line) => `${line.name}: ${line.value}`)).toEqual([
      'heaps: 3, 4',
      'mark: –',
      'last move: –',
    ]);
  });

  it('keeps what lies deeper under its name', () => {
    const lines = tell({ players: [{ points: 1 }, { points: 2 }] }, name);
    expect(lines.map((line) => [line.depth, line.name, line.value])).toEqual([
      [0, 'players', ''],
      [1, '0', ''],
      [2, 'points', '1'],
      [1, '1', ''],
      [2, 'points', '2'],
    ]);
    expect(new Set(lines.map((line) => line.key)).size).toBe(lines.length);
  });

  it('says the words of a title in the language, else in English, else as they are written', () => {
    const texts = { en: { 'move.a': 'Take A', 'move.b': 'Take B' }, fr: { 'move.a': 'Prendre A' } };
    expect(['a', 'b', 'c'].map((move) => say(texts, 'fr', `move.${move}`, move))).toEqual(['Prendre A', 'Take B', 'c']);
  });
});
