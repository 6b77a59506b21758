// Who sits at one device, who looks on, who said what, and how a finished game is told.
import { beforeAll, describe, expect, it } from 'vitest';
import { person } from '../src/person.svelte.ts';
import type { ChatMessage, Me, TableMessage, TableRow, ViewMessage } from '../src/protocol.ts';
import { usualBot } from '../src/screens/bots.ts';
import { score, winners } from '../src/screens/finished.ts';
import { read } from '../src/settings.svelte.ts';
import { mayGoBack } from '../src/table/back.ts';
import { cover, isCovered, isDrawn, isSecret } from '../src/table/curtain.ts';
import { rowPeople } from '../src/table/names.ts';
import { onlookers } from '../src/table/onlookers.ts';
import { author, seatName, turnWords } from '../src/table/seats.ts';
import { Session } from '../src/table/session.svelte.ts';
import { learn, speak } from '../src/words/words.svelte.ts';

beforeAll(async () => {
  await speak('en');
  await learn('review');
});

const table = (more: object): TableMessage =>
  ({ options: {}, seats: [], watchers: 0, onlookers: [], ...more }) as never;
const view = (...hands: (number | null)[][]): ViewMessage =>
  ({ view: { players: hands.map((hand) => ({ hand: hand.map((card) => ({ card, level: 1 })) })) } }) as never;

describe('somebody whose name nobody knows', () => {
  const seats = [
    { kind: 'human', name: 'Ann' },
    { kind: 'human', name: '' },
    { kind: 'bot', name: '' },
    { kind: 'empty', name: '' },
  ];

  it('is called by the seat at a table and in a list, a bot by a name of its own', () => {
    const session = new Session('match');
    session.table = table({ seats });

    expect(seats.map((_, seat) => seatName(session, seat))).toEqual(['Ann', 'Player 2', 'Vesper', '']);
    expect(rowPeople({ players: seats } as never).map((one) => one.name)).toEqual(['Ann', 'Player 2', 'Vesper']);
  });
});

describe('whose turn it is', () => {
  it('is said by name where several people share the device', () => {
    const session = new Session('match');
    session.table = table({ seats: [{ name: 'Ann' }, { name: 'Bea' }] });

    session.mine = [1];
    expect(turnWords(session, 1)).toBe('Your turn');
    session.mine = [0, 1];
    expect(turnWords(session, 1)).toBe('Bea is playing');
  });
});

describe('the move to take back', () => {
  const offer = (more: object, at: object = {}): boolean =>
    mayGoBack({ view: { can_undo: false, can_ask_undo: false, ...more } as never, table: table(at) });

  it('is offered only where the undo is not bound to be refused', () => {
    expect(offer({ can_undo: true })).toBe(true);
    expect(offer({ can_ask_undo: true })).toBe(true);
    expect(offer({ n: 9 }, { state: 'playing', seats: [{ who: 'ann' }, { who: 'ben' }] })).toBe(false);
    expect(offer({ can_undo: true }, { paused: true })).toBe(false);
    const question = { what: 'pause' } as never;
    expect(offer({ can_ask_undo: true }, { question })).toBe(false);
    expect(offer({ can_undo: true }, { question })).toBe(true); // nobody has to be asked
  });
});

describe('the curtain of one device', () => {
  it('falls where the next hand is secret', () => {
    expect(isSecret({}, view([], [7, 9]).view, 1)).toBe(false);
    expect(isSecret({}, view([], [7, null]).view, 1)).toBe(true); // reserved blind
    expect(isSecret({}, view([null], [7]).view, 1)).toBe(false); // somebody else's
    expect(isSecret({ visible: false }, view([], []).view, 1)).toBe(true);
    expect(isSecret({}, { players: [{}, {}] }, 1)).toBe(true); // Guardians: all is secret
    expect(isSecret({}, { heap: 3 }, 1)).toBe(true); // a title that says nothing of hands
  });

  it('leaves cards face down that a seat alone may know, until it looks alone', () => {
    const hand = [
      { card: 7, level: 1, blind: false },
      { card: 50, level: 2, blind: true },
    ];
    const report = (seat: number, move: string, card: number) => ({
      n: 1,
      at: 0,
      seat,
      move,
      facts: { card, gold: 1 },
    });
    const message = {
      seat: 1,
      view: { bank: [4], players: [{ hand: [] }, { hand }] },
      reports: [report(1, 'reserve 1.2', 7), report(1, 'reserve 2', 50), report(0, 'buy 2.1', 60)],
    } as never as ViewMessage;
    const seen = cover(message, {});
    const cards = (one: ViewMessage) =>
      (one.view as { players: { hand: { card: number | null }[] }[] }).players[1]!.hand;
    expect(cards(seen).map(({ card }) => card)).toEqual([7, null]);
    expect(seen.reports.map(({ facts }) => facts.card)).toEqual([7, null, 60]);
    expect([isCovered(message.view, 1), isCovered(seen.view, 1), isCovered(seen.view, 0)]).toEqual([
      false,
      true,
      false,
    ]);
    expect(cards(cover(message, { visible: false })).map(({ card }) => card)).toEqual([null, null]);
    expect(cover({ ...message, seat: 0 }, {})).toEqual({ ...message, seat: 0 }); // nothing of its own to hide
  });

  it('is a setting', () => {
    const open = view([], [7]);
    expect((['always', 'secret', 'never'] as const).map((one) => isDrawn(one, table({}), open, 1))).toEqual([
      true,
      false,
      false,
    ]);
    expect(isDrawn('never', table({ options: { visible: false } }), open, 1)).toBe(false);
    expect([read(null).curtain, read('{"curtain":"never"}').curtain, read('{"curtain":7}').curtain]).toEqual([
      'secret',
      'never',
      'secret',
    ]);
  });
});

describe('onlookers', () => {
  it('are told by name, and counted where they have none', () => {
    const told = (watchers: number, names: string[], seat: number | null = 0, mine: number[] = []) =>
      onlookers({ table: table({ watchers, onlookers: names }), seat, mine: seat === null ? mine : [seat] });
    expect(told(0, [])).toBe('');
    expect(told(1, [], null)).toBe(''); // only I
    expect(told(2, [], null)).toBe('looking on: 1');
    expect(told(1, [], null, [0])).toBe('looking on: 1'); // I play, and this is my big screen
    person.me = { name: 'Eve' } as Me;
    expect(told(1, ['Eve'], null)).toBe('');
    expect(told(2, ['Eve', 'Eve'], null)).toBe('looking on: Eve');
    expect(told(3, ['Eve', 'Tom'], null)).toBe('looking on: Tom and 1 other');
    person.me = null;
    expect(told(2, ['Eve', 'Tom'])).toBe('looking on: Eve and Tom');
    expect(told(3, ['Eve', 'Tom'])).toBe('looking on: Eve, Tom and 1 other');
    expect(told(5, ['Eve'])).toBe('looking on: Eve and 4 others');
  });
});

describe('what was said', () => {
  const session = new Session('t');
  const line = (who: string, name: string, seat: number): ChatMessage =>
    ({ t: 'chat', at: seat, who, name, seat, preset: null, text: 'x' }) as ChatMessage;
  const seats = (...all: [string, string][]): void => {
    session.table = table({ seats: all.map(([who, name]) => ({ kind: 'human', who, name })) });
  };

  it('stays its author\u2019s when seats are removed or change hands', () => {
    seats(['a', 'Ann'], ['b', 'Ben'], ['a', 'Ada']);
    expect(author(session, line('b', 'Ben', 3))).toEqual({ seat: 1, name: 'Ben' });
    expect(author(session, line('a', 'Ada', 0))).toEqual({ seat: 2, name: 'Ada' }); // two at one device
    expect(author(session, line('a', 'Anna', 1))).toEqual({ seat: 0, name: 'Anna' }); // had another name then
    expect(author(session, line('e', 'Eve', 1))).toEqual({ seat: 1, name: 'Eve' }); // gone
    expect(author(session, line('b', '', 0))).toEqual({ seat: 1, name: 'Ben' }); // told by an older server
  });

  it('is mine or muted by who said it, not by where', () => {
    seats(['a', 'Ann'], ['b', 'Ben']);
    session.mine = [1];
    expect([session.isMine(line('b', 'Ben', 0)), session.isMine(line('a', 'Ann', 1))]).toEqual([true, false]);
    session.mute(0, true);
    expect(session.muted).toEqual(['a']);
    session.mute(0, false);
    expect(session.muted).toEqual([]);
  });
});

describe('a finished game', () => {
  const row = (points: number[], won: number[]): TableRow =>
    ({ players: ['Ann', 'Ben', 'Eve'].map((name) => ({ kind: 'human', name })), points, winners: won }) as never;

  it('says who won and the score, the best first', () => {
    expect([winners(row([9, 15, 12], [1])), score(row([9, 15, 12], [1]))]).toEqual([
      'Ben won',
      'Ben 15, Eve 12, Ann 9',
    ]);
    expect(score(row([15, 15, 3], [1]))).toBe('Ben 15, Ann 15, Eve 3'); // decided by cards
    expect(winners(row([15, 15, 3], [0, 1]))).toBe('Ann and Ben shared the victory');
    expect(winners(row([0, 0, 0], []))).toBe('');
  });
});

describe('home', () => {
  it('offers the bot that was chosen before, where there is one of that name', () => {
    const offers = ['level1', 'level3', 'level5'].map((name, level) => ({ name, level, styles: [], ratings: {} }));
    expect(usualBot(offers)).toBe('level3');
    expect(usualBot(offers, 'level5:style=builder')).toBe('level5:style=builder');
    expect([usualBot(offers, 'hard'), usualBot([], 'hard')]).toEqual(['level3', '']);
  });
});
