import { expect, test } from 'vitest';
import { parse } from '../src/route.svelte.ts';
import { halves, inviteLink, plain, spelled, strange, wanted } from '../src/table/join.ts';

test.each([
  ['bcdfgh', 'BCDFGH'],
  [' BCD fgh ', 'BCDFGH'],
  ['bcd-fgh', 'BCDFGH'],
  ['B C D F G H', 'BCDFGH'],
  ['https://games.example/j/bcdfgh', 'BCDFGH'],
  ['games.example/j/BCD-FGH/', 'BCDFGH'],
])('%s is a code', (typed, code) => {
  expect(wanted(typed)).toEqual({ code });
});

test.each([
  ['https://games.example/t/Ab_-23456789xyzZ', 'Ab_-23456789xyzZ', null],
  ['http://192.168.1.5:8000/t/Ab_-23456789xyzZ?display', 'Ab_-23456789xyzZ', null],
  [' https://games.example/t/Ab_-23456789xyzZ?c=bcdfgh', 'Ab_-23456789xyzZ', 'BCDFGH'],
  ['Ab_-23456789xyzZ', 'Ab_-23456789xyzZ', null],
])('%s names a table', (typed, table, code) => {
  expect(wanted(typed)).toEqual({ table, code });
});

test.each(['', 'bcd', 'bcdfgo', 'hello there', 'https://games.example/j/never'])('%s leads nowhere', (typed) => {
  expect(wanted(typed)).toBeNull();
});

test.each([
  ['ABCDEF', ['A', 'E']],
  ['bcd-fgo', ['O']],
  ['https://games.example/j/Quibbl', ['Q', 'U', 'I', 'L']],
  ['bcdfgh', []],
  ['bcdf12', []],
  ['abc', []],
])('%s has letters that no code has', (typed, letters) => {
  expect(strange(typed)).toEqual(letters);
});

test('a code is spelled for who listens and halved for who reads', () => {
  expect(spelled('BCDFGH')).toBe('B, C, D, F, G, H');
  expect(halves('BCDFGH')).toEqual(['BCD', 'FGH']);
  expect(plain('i1')).toBeNull();
});

test('the link of a public table carries the code, that of a private one need not', () => {
  expect(inviteLink('https://g', { id: 'T', public: true, code: 'BCDFGH' })).toBe('https://g/t/T?c=BCDFGH');
  expect(inviteLink('https://g', { id: 'T', public: false, code: 'BCDFGH' })).toBe('https://g/t/T');
});

test('a short address asks for the table of its code', () => {
  expect(parse('/j/bcdfgh', '', '')).toEqual({ screen: 'home', join: 'bcdfgh' });
  expect(parse('/', '', '')).toEqual({ screen: 'home' });
});
