// How long each step of the show stays. The next search ends the show (G67, G95), so it has to be over by then.
import type { Step } from './story.ts';

const READING: Record<Step['kind'], number> = {
  boat: 800,
  no_boats: 1500,
  found: 2000,
  mark: 2000,
  paid: 2100,
  power: 2100,
  whole: 3000,
  nobody: 1500,
  hidden: 1300,
  fire: 1800,
  home: 1400,
  reshuffled: 1400,
};
/** All boats together take no longer than this, so that many of them do not make the show long. */
const FLEET = 4400;
const SHORT_FLEET = 3000;
/** Even with all the time of the world nobody wants to watch for long. */
const WHOLE = 20_000;
/** A little is left at the end, to look at the board; what comes late is shown all the same. */
const REST = 1200;
const LEAST = 4000;
/** What goes faster than this can't be followed: then it is told in fewer steps. */
const FASTEST = 0.65;

export interface Tempo {
  steps: Step[];
  /** How long each stays, in milliseconds. */
  times: number[];
}

const sum = (times: readonly number[]): number => times.reduce((all, one) => all + one, 0);

function reading(steps: readonly Step[], fleet: number): number[] {
  const boats = steps.filter((step) => step.kind === 'boat').length;
  return steps.map((step) => (step.kind === 'boat' ? Math.min(READING.boat, fleet / boats) : READING[step.kind]));
}

/** Everything about one discovery becomes one step. */
export function brief(steps: readonly Step[]): Step[] {
  const told: Step[] = [];
  for (const step of steps) {
    const last = told.at(-1);
    if (step.kind === 'found') told.push({ kind: 'whole', found: step.found, parts: [step] });
    else if ('found' in step && last?.kind === 'whole') last.parts.push(step);
    else told.push(step);
  }
  return told;
}

/** Fit a story into the time that there is: `left` is how long until the next search; null where nothing ends the show. */
export function paced(steps: Step[], left: number | null): Tempo {
  const easy = reading(steps, FLEET);
  if (left === null) return { steps, times: scaled(easy, WHOLE, FASTEST) };
  const room = Math.max(LEAST, left - REST);
  if (sum(easy) * FASTEST <= room) return { steps, times: scaled(easy, Math.min(WHOLE, room), FASTEST) };
  const fewer = brief(steps);
  return { steps: fewer, times: scaled(reading(fewer, SHORT_FLEET), room) };
}

/** No slower than it is read, and within the room, unless that were too fast. */
function scaled(times: readonly number[], room: number, fastest = 0): number[] {
  const pace = Math.min(1, Math.max(fastest, room / sum(times)));
  return times.map((time) => time * pace);
}
