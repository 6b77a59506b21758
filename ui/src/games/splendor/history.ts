// The match so far, from the server's reports: points after each turn for the graph, the last thing each seat did.
import type { Report, SplendorView } from '../../protocol.ts';
import { type Box, card } from './box.ts';

/** Points of every seat after each entry: one row per entry, the first is all zeros. */
export function pointsOverTime(reports: readonly Report[], seats: number): number[][] {
  let now = Array.from({ length: seats }, () => 0);
  const rows = [now];
  for (const { seat, facts } of reports) {
    if (seat < 0) continue;
    now = (facts.points as number[] | undefined) ?? now;
    rows.push(now);
  }
  return rows;
}

/** Where the points of a seat came from: levels 1 to 3, nobles, the tile. */
export function sources(
  view: SplendorView,
  seat: number,
  box: Box,
): { levels: number[]; nobles: number; tile: number } {
  const levels = [0, 0, 0];
  const player = view.players[seat];
  const { noble_points, tile_points } = view.numbers;
  for (const id of player?.cards ?? []) {
    const { level, points } = card(box, id);
    levels[level - 1] = (levels[level - 1] ?? 0) + points;
  }
  return {
    levels,
    nobles: (player?.nobles.length ?? 0) * noble_points,
    tile: view.tile === seat ? tile_points : 0,
  };
}

/** A line of the log: one turn, with what its player still had to do in it. */
export interface Line {
  /** The turn as players count them; null for what is no turn, such as giving up. */
  turn: number | null;
  report: Report;
  /** Tokens given back, gold paid instead, a noble chosen. */
  after: Report[];
}

const FOLLOWS = /^(return|gold|noble) |^done$/;
const TURN = /^(take|buy|reserve) |^pass$/;

/** The match turn by turn: steps of a payment and tokens given back are no turns of their own, and leave no gaps. */
export function turnLines(reports: readonly Report[]): Line[] {
  const lines: Line[] = [];
  let turn = 0;
  for (const report of reports) {
    if (report.seat < 0) continue;
    const last = lines.at(-1);
    if (FOLLOWS.test(report.move) && last && last.report.seat === report.seat) last.after.push(report);
    else lines.push({ turn: TURN.test(report.move) ? ++turn : null, report, after: [] });
  }
  return lines;
}

/** How many turns there were, as players count them: the number of the last line that has one. */
export const turnsIn = (reports: readonly Report[]): number =>
  turnLines(reports).findLast((line) => line.turn !== null)?.turn ?? 0;

/** The first entry after the viewer's own last one: what happened since. */
export function sinceMine(reports: readonly Report[], seat: number | null): number {
  if (seat === null) return reports.length;
  for (let i = reports.length - 1; i >= 0; i--) if (reports[i]?.seat === seat) return i + 1;
  return 0;
}

/** Whether somebody moved, and not the bot that plays on for whoever gave up or ran out of time. */
export function byHand(reports: readonly Report[], { seat, n }: Report): boolean {
  return !reports.some((one) => one.seat === seat && one.n < n && /^(resign|timeout)$/.test(one.move));
}

export interface Tally {
  gems: number;
  goldUsed: number;
  saved: number;
}

/** Numbers for the result: gems taken, gold spent, what bonuses saved. */
export function tally(reports: readonly Report[], seat: number, view: SplendorView, box: Box): Tally {
  let gems = 0;
  let goldUsed = 0;
  let paid = 0;
  for (const report of reports) {
    if (report.seat !== seat) continue;
    const tokens = (report.facts.tokens as number[] | undefined) ?? [];
    if (report.move.startsWith('take ')) gems += report.move.length - 5;
    if (report.move.startsWith('buy ')) {
      paid -= tokens.slice(0, 6).reduce((a, b) => a + b, 0);
      goldUsed -= tokens[5] ?? 0;
    }
    if (report.move.startsWith('gold ')) goldUsed += 1;
  }
  const printed = (view.players[seat]?.cards ?? []).reduce(
    (sum, id) => sum + card(box, id).cost.reduce((a, b) => a + b, 0),
    0,
  );
  return { gems, goldUsed, saved: Math.max(0, printed - paid) };
}
