// How long each step of the show stays. The server counts the same times (games/guardians/showing.py) before its clock
// begins, so the show takes nobody's time to choose or to look.
import type { Step } from './story.ts';

const READING: Record<Exclude<Step['kind'], 'fleet'>, number> = {
  no_boats: 900,
  clues: 3600,
  found: 2400,
  mark: 2000,
  paid: 2400,
  power: 2600,
  nobody: 1600,
  hidden: 1600,
  fire: 1500,
  home: 1400,
  reshuffled: 1400,
  // Only after the last round, when no clock runs.
  tally: 7000,
};
const OPENING = 900;
const BOAT = 350;
const FLEET = 4200;
/** However much happened. */
const WHOLE = 34_000;
/** In a lesson, whose coach says it once more. */
export const LESSON = 15_000;
/** What goes faster than this can't be followed: then the show takes longer than there is time, and may be cut. */
const FASTEST = 0.4;

/** How long a viewer who is in no hurry looks at a step. */
export const reading = (step: Step): number =>
  step.kind === 'fleet' ? OPENING + Math.min(FLEET, BOAT * step.boats.length) : READING[step.kind];

/** How long after the opening each boat turns over: one after the other, the last a moment before the step ends. */
export const turning = (boats: number, whole: number): number => (whole * 0.82) / Math.max(1, boats);

/** The time of each step, fitted into what there is: `left` is how long until the clock begins; null if none does. */
export function paced(steps: readonly Step[], left: number | null): number[] {
  const easy = steps.map(reading);
  const all = easy.reduce((sum, one) => sum + one, 0);
  const room = Math.min(WHOLE, left ?? WHOLE);
  const pace = Math.min(1, Math.max(FASTEST, room / Math.max(1, all)));
  return easy.map((time) => time * pace);
}
