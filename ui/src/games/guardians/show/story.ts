// A resolution as a story: what the server says of it, in the order in which it happened. It knows no rule.
import type { Boat, BoatView, Clue, Discovery, Fire, GuardiansView, Mark, Resolution } from '../../../protocol.ts';
import { type Account, accounts } from './accounts.ts';

export type Step =
  /** All boats are turned over, one after the other, in the order of their landing. */
  | { kind: 'fleet'; boats: Boat[] }
  | { kind: 'no_boats' }
  /** What a guardian pointed at, beside the island that was meant. */
  | { kind: 'clues'; found: Discovery; clues: Clue[] }
  | { kind: 'found'; found: Discovery }
  /** An armed mark acts on the payment. */
  | { kind: 'mark'; found: Discovery; mark: Mark }
  | { kind: 'paid'; found: Discovery }
  /** A legend's power; as long as its choice is owed, the story stops here. */
  | { kind: 'power'; found: Discovery }
  | { kind: 'nobody'; seats: number[] }
  | { kind: 'hidden'; seats: number[] }
  /** `owner` sent the boat that lit it. */
  | { kind: 'fire'; fire: Fire; owner: number | null }
  /** Found guardians take their tokens back and guard something new. */
  | { kind: 'home'; seats: number[]; fires: boolean }
  | { kind: 'reshuffled'; deck: string }
  /** The account of the last round; those before it stand where the players rest. */
  | { kind: 'tally'; round: number; told: Account[] };

/** What was paid, or changed hands: only seats for which anything changes. */
export interface Amount {
  seat: number;
  gold: number;
  coins: number;
}

export function amounts(gold: readonly number[], coins: readonly number[]): Amount[] {
  return gold
    .map((count, seat) => ({ seat, gold: count, coins: coins[seat] ?? 0 }))
    .filter((one) => one.gold !== 0 || one.coins !== 0);
}

/** What changes hands in a step. */
export function changesOf(step: Step): Amount[] {
  if (step.kind === 'paid') return amounts(step.found.gold, step.found.coins);
  return step.kind === 'power' ? amounts(step.found.power_gold, step.found.power_coins) : [];
}

/** Excalibur says who is paid, so it comes before the payment; every other legend acts after it. */
const FIRST = 'excalibur';

function discovery(found: Discovery, clues: readonly Clue[]): Step[] {
  const power: Step[] = found.power ? [{ kind: 'power', found }] : [];
  const marks: Step[] = found.marks.map((mark) => ({ kind: 'mark', found, mark }));
  const paid: Step[] = [...marks, { kind: 'paid', found }];
  return [
    { kind: 'clues', found, clues: clues.filter((clue) => clue.seat === found.guardian) },
    { kind: 'found', found },
    ...(found.reward === FIRST ? [...power, ...paid] : [...paid, ...power]),
  ];
}

/** Each fire belongs to a boat that came close; several of a colour on one island to several boats (G55). */
function fireSteps({ fires, boats }: Resolution): Step[] {
  const left = [...boats].sort((a, b) => a.seq - b.seq);
  return fires.map((fire) => {
    const at = left.findIndex((boat) => boat.island === fire.island && boat.sought === fire.seat);
    const [boat] = at < 0 ? [] : left.splice(at, 1);
    return { kind: 'fire', fire, owner: boat?.seat ?? null };
  });
}

/** What of a view the story needs. */
type After = Pick<GuardiansView, 'phase' | 'players'>;
type Before = Pick<GuardiansView, 'clues' | 'fires'>;

function ending(resolution: Resolution, before: Before | null, after: After): Step[] {
  const found = resolution.discoveries.map((one) => one.guardian);
  const hidden = after.players.map((_, seat) => seat).filter((seat) => !found.includes(seat));
  const steps: Step[] = [];
  if (!found.length) steps.push({ kind: 'nobody', seats: hidden });
  else if (hidden.length) steps.push({ kind: 'hidden', seats: hidden });
  steps.push(...fireSteps(resolution));
  const fires = !!before?.fires.some((fire) => found.includes(fire.seat));
  if (found.length && after.phase === 'interlude') steps.push({ kind: 'home', seats: found, fires });
  steps.push(...resolution.reshuffled.map((deck): Step => ({ kind: 'reshuffled', deck })));
  if (found.length && after.phase === 'end') {
    const told = accounts(
      resolution,
      after.players.map((player) => player.score),
    ); // biome-ignore format: one line
    steps.push({ kind: 'tally', round: resolution.round, told });
  }
  return steps;
}

/** Whether a choice is owed, so that the story can't go on yet. */
export const isOwed = (resolution: Resolution): boolean => resolution.discoveries.at(-1)?.power === 'owed';

/**
 * The steps of a resolution. While a choice is owed the story stops there. Once it is made, the same steps come again
 * with the choice in the last of them, and then the rest: a viewer in the middle of it goes on from where they are.
 */
export function story(resolution: Resolution, before: Before | null, after: After): Step[] {
  const boats = [...resolution.boats].sort((a, b) => a.seq - b.seq);
  const told = resolution.discoveries.flatMap((found) => discovery(found, before?.clues ?? []));
  const steps: Step[] = [boats.length ? { kind: 'fleet', boats } : { kind: 'no_boats' }, ...told];
  return isOwed(resolution) ? steps : [...steps, ...ending(resolution, before, after)];
}

/** The board while a step is shown. */
export interface Board {
  boats: BoatView[];
  fires: Fire[];
  faceDown: string[];
  /** The island where it happens. */
  lit: string[];
  /** The boat that has just turned over. */
  now: number | null;
}

const same = (a: Fire, b: Fire): boolean => a.seat === b.seat && a.island === b.island;

/** The fires without those that were just lit: several of a colour may lie on one island (G55). */
export function less(fires: readonly Fire[], lit: readonly Fire[]): Fire[] {
  const left = [...fires];
  for (const one of lit) {
    const at = left.findLastIndex((fire) => same(one, fire));
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** Whose tokens have gone home by a step. */
const homeBy = (steps: readonly Step[], at: number): number[] =>
  steps.slice(0, at + 1).flatMap((step) => (step.kind === 'home' ? step.seats : []));

/** `turned` is how many boats show their hulls, while they turn over. */
export function boardAt(
  steps: readonly Step[],
  at: number,
  turned: number,
  resolution: Resolution,
  before: GuardiansView | null,
  after: GuardiansView,
): Board {
  const step = steps[at];
  const found = resolution.discoveries.map((one) => one.location);
  const home = homeBy(steps, at);
  const boats = [...resolution.boats].sort((a, b) => a.seq - b.seq);
  const shown = at > 0 ? boats.length : turned;
  const lit = steps.slice(0, at + 1).flatMap((one) => (one.kind === 'fire' ? [one.fire] : []));
  const fires = [...(before?.fires ?? less(after.fires, resolution.fires)), ...lit];
  return {
    boats: boats.map((boat, i) => ({ ...boat, sought: i < shown ? boat.sought : null })),
    fires: fires.filter((fire) => !home.includes(fire.seat)),
    now: step?.kind === 'fleet' ? (boats[shown - 1]?.seq ?? null) : null,
    faceDown: home.length ? after.face_down : after.face_down.filter((island) => !found.includes(island)),
    lit:
      step?.kind === 'fleet'
        ? boats.slice(Math.max(0, shown - 1), shown).map((boat) => boat.island)
        : step
          ? placeOf(step)
          : [],
  };
}

/** The island of a step, if it has one. */
export function placeOf(step: Step): string[] {
  if (step.kind === 'fire') return [step.fire.island];
  return 'found' in step ? [step.found.location] : [];
}

/** Whose story a step tells: their arrows stand out. */
export const heroOf = (step: Step | undefined): number | null => (step && 'found' in step ? step.found.guardian : null);

/**
 * The table around the board while a step is shown: as it was before the reveal, and what the story has told so far. So
 * no purse, clue, card or postcard tells the end beforehand; the state after it comes when the show is over.
 */
export function seenAt(steps: readonly Step[], at: number, before: GuardiansView, after: GuardiansView): GuardiansView {
  const told = steps.slice(0, at + 1);
  const home = homeBy(steps, at);
  const players = before.players.map((player, seat) => {
    let { gold, coins } = player;
    let [kept, armed] = [player.kept, player.armed];
    for (const step of told) {
      const change = changesOf(step).find((one) => one.seat === seat);
      if (change) [gold, coins] = [gold + change.gold, coins + change.coins];
      if (step.kind === 'mark' && step.mark.seat === seat) armed = armed.filter((name) => name !== step.mark.legend);
      if (step.kind === 'power' && step.found.power === 'kept' && step.found.guardian === seat)
        kept = [...kept, step.found.reward];
    }
    return { ...player, gold, coins, score: gold + coins, kept, armed, state: 'waiting' };
  });
  const clues = before.clues.filter((clue) => before.postcards.includes(clue.postcard) && !home.includes(clue.seat));
  const waits = told.length === steps.length && after.owing !== null;
  return {
    ...before,
    phase: 'resolve',
    clock: after.clock,
    clues,
    players,
    owing: waits ? after.owing : null,
    moves: waits ? after.moves : [],
    resolution: after.resolution,
  };
}
