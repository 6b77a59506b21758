// The same as Python says: `tests/wasm/test_page.py` writes matches down with all that it says of them, and runs this.
import { describe, expect, test, vi } from 'vitest';
import { factsOf } from '../src/games/splendor/judge/facts.ts';
import type { Decision, Review } from '../src/judged.ts';
import { beginningOf } from '../src/local/beginning.ts';
import { type About, Engine } from '../src/local/engine.ts';
import { Game, type Position } from '../src/local/game.ts';
import { type Header, Match } from '../src/local/match.ts';
import { inflate } from '../src/local/net.ts';
import { Reader } from '../src/local/reading.ts';
import { Judge } from '../src/local/review.ts';
import { Thinker } from '../src/local/thinker.ts';
import type { HintFact } from '../src/protocol.ts';

interface Case {
  header: Header;
  log: [seat: number, move: string][];
  facts: Record<string, HintFact[]>[];
  hints: [n: number, hint: { move: string; facts: HintFact[]; chance: number }][];
  lines: number;
  review: Review;
}

// By a name of its own: the page is checked without Node's types.
const NODE_FILES = 'node:fs';
const { readFileSync, writeFileSync } = await import(/* @vite-ignore */ NODE_FILES);
const ENGINE = new URL('../../src/jeton/server/engine/', import.meta.url);
const folder = (globalThis as unknown as { process: { env: Record<string, string> } }).process.env.JETON_CASES;
const cases: Case[] = folder ? JSON.parse(readFileSync(`${folder}/cases.json`, 'utf8')) : [];

async function opened({ header, log }: Case) {
  const about = JSON.parse(readFileSync(new URL('engine.json', ENGINE), 'utf8')) as About;
  const engine = await Engine.make(about, readFileSync(new URL(about.files.engine as string, ENGINE)));
  const game = new Game(engine, header.title, header.options, header.seats);
  const match = await Match.begin(game, header.key, header.nonces);
  for (const [seat, move] of log) match.append(0, seat, move);
  const packed = readFileSync(`${folder}/${header.title}-${header.seats}.net`) as Uint8Array<ArrayBuffer>;
  const thinker = new Thinker(game, await inflate(packed as unknown as ArrayBuffer));
  return { game, match, judge: new Judge(new Reader(thinker.desk)) };
}

/** Numbers may differ in their last digits: the browser has its own exponential function for curves. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'number' ? Number(one.toPrecision(9)) : one)));

test.skipIf(folder)('has cases where Python has written some', () => expect(cases).toEqual([]));

vi.setConfig({ testTimeout: 120_000 });

describe.skipIf(!folder).each(cases.map((one) => [`${one.header.title} ${one.header.seats}`, one] as const))(
  '%s',
  (_, given) => {
    test('facts of moves', async () => {
      const { game, match } = await opened(given);
      given.facts.forEach((told, n) => {
        const { before } = match.log[n] as (typeof match.log)[0];
        for (const [move, facts] of Object.entries(told))
          expect([n, move, factsOf(game, before, move)]).toEqual([n, move, facts]);
      });
    });

    test('a match that begins in the middle has a start that Python reads', async () => {
      const { game, match } = await opened(given);
      const found = [];
      for (const [n, { before }] of match.live.entries()) {
        const key = n.toString(16).padStart(32, '0');
        const { seat, start, begin } = await beginningOf(game, before, key);
        const header = { ...match.header, options: { ...match.header.options, start }, key };
        const again = await Match.begin(
          new Game(game.engine, header.title, header.options, header.seats),
          key,
          [],
          begin,
        );
        again.append(0, seat, game.view(before, seat).moves[0] as string);
        found.push({ seat, seen: game.view(before, seat), begin: [...begin].map(String), file: await again.file() });
      }
      writeFileSync(`${folder}/begun-${match.header.title}-${match.header.seats}.json`, JSON.stringify(found));
    });

    test('hints', async () => {
      const { match, judge } = await opened(given);
      for (const [n, hint] of given.hints) {
        const { before } = match.log[n] as (typeof match.log)[0];
        expect(rounded(await judge.hint(before, n + 1, BigInt(n + 7), given.lines))).toEqual(rounded(hint));
      }
    });

    test('a review', async () => {
      const { match, judge } = await opened(given);
      const judged: Decision[] = [];
      for (const { n, move } of given.review.decisions)
        judged.push(await judge.decision(match.log[n - 1]?.before as Position, n, move, given.lines));
      const found = judge.summedUp(match.header.seats, judged, given.lines);
      const { lines, calibrated, decisions } = given.review;
      expect(rounded(found.decisions)).toEqual(rounded(decisions));
      expect(rounded({ ...found, decisions: [] })).toMatchObject({ lines, calibrated });
      expect(rounded(found.players)).toMatchObject(
        given.review.players.map(({ accuracy, slips, mistakes, blunders }) => ({
          accuracy: rounded(accuracy),
          slips,
          mistakes,
          blunders,
        })),
      );
    });
  },
);
