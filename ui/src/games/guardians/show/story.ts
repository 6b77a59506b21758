// A resolution as a story: what the server tells of it, in the order in which it happened. No rule is known here.
import type { Boat, BoatView, Discovery, Fire, GuardiansView, Mark, Resolution } from '../../../protocol.ts';

export type Step =
  /** A boat is turned over; `order` is its place among all of the round. */
  | { kind: 'boat'; boat: Boat; order: number }
  | { kind: 'no_boats' }
  | { kind: 'found'; found: Discovery }
  /** An armed mark acts on the payment. */
  | { kind: 'mark'; found: Discovery; mark: Mark }
  | { kind: 'paid'; found: Discovery }
  | { kind: 'power'; found: Discovery }
  /** A discovery told at once, where time is short: `parts` are the steps that it stands for. */
  | { kind: 'whole'; found: Discovery; parts: Step[] }
  | { kind: 'nobody'; seats: number[] }
  | { kind: 'hidden'; seats: number[] }
  /** `owner` sent the boat that lit it. */
  | { kind: 'fire'; fire: Fire; owner: number | null }
  /** Found guardians take their tokens back and guard something new. */
  | { kind: 'home'; seats: number[] }
  | { kind: 'reshuffled'; deck: string };

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

/** The same seat is paid twice in a step: its changes count as one. */
function together(all: Amount[], one: Amount): Amount[] {
  const known = all.find(({ seat }) => seat === one.seat);
  if (!known) return [...all, { ...one }];
  [known.gold, known.coins] = [known.gold + one.gold, known.coins + one.coins];
  return all;
}

/** What changes hands in a step. */
export function changesOf(step: Step): Amount[] {
  if (step.kind === 'whole') return step.parts.flatMap(changesOf).reduce(together, []);
  if (step.kind === 'paid') return amounts(step.found.gold, step.found.coins);
  return step.kind === 'power' ? amounts(step.found.power_gold, step.found.power_coins) : [];
}

/** Excalibur says who is paid, so it comes before the payment; every other legend acts after it. */
const FIRST = 'excalibur';

function discovery(found: Discovery): Step[] {
  const power: Step[] = found.power ? [{ kind: 'power', found }] : [];
  const marks: Step[] = found.marks.map((mark) => ({ kind: 'mark', found, mark }));
  const paid: Step[] = [...marks, { kind: 'paid', found }];
  return [{ kind: 'found', found }, ...(found.reward === FIRST ? [...power, ...paid] : [...paid, ...power])];
}

/** The resolution went on after a choice that its first part was still owed: only what is new. */
function continued({ discoveries }: Resolution, from: number): Step[] {
  const owed = discoveries[from - 1];
  const settled: Step[] = owed && owed.chosen !== null ? [{ kind: 'power', found: owed }] : [];
  return [...settled, ...discoveries.slice(from).flatMap(discovery)];
}

function ending(resolution: Resolution, after: Pick<GuardiansView, 'phase' | 'players'>): Step[] {
  const found = resolution.discoveries.map((one) => one.guardian);
  const hidden = after.players.map((_, seat) => seat).filter((seat) => !found.includes(seat));
  const steps: Step[] = [];
  if (!found.length) steps.push({ kind: 'nobody', seats: hidden });
  else if (hidden.length) steps.push({ kind: 'hidden', seats: hidden });
  for (const fire of resolution.fires) {
    const boat = resolution.boats.find((one) => one.island === fire.island && one.sought === fire.seat);
    steps.push({ kind: 'fire', fire, owner: boat?.seat ?? null });
  }
  if (found.length && after.phase === 'interlude') steps.push({ kind: 'home', seats: found });
  return [...steps, ...resolution.reshuffled.map((deck): Step => ({ kind: 'reshuffled', deck }))];
}

/**
 * The steps of a resolution. `from` is how many discoveries were shown before: a choice that was owed may split a
 * resolution in two. While one is owed, the story stops there.
 */
export function story(resolution: Resolution, after: Pick<GuardiansView, 'phase' | 'players'>, from = 0): Step[] {
  const boats = [...resolution.boats].sort((a, b) => a.seq - b.seq);
  const opening: Step[] = boats.length
    ? boats.map((boat, i) => ({ kind: 'boat', boat, order: i + 1 }))
    : [{ kind: 'no_boats' }];
  const middle = from ? continued(resolution, from) : [...opening, ...resolution.discoveries.flatMap(discovery)];
  const owed = resolution.discoveries.at(-1)?.power === 'owed';
  return owed ? middle : [...middle, ...ending(resolution, after)];
}

/** What each seat will still get or lose after a step: purses that show the end already would spoil the show. */
export function dueAfter(steps: readonly Step[], at: number, seats: number): Amount[] {
  const due = Array.from({ length: seats }, (_, seat) => ({ seat, gold: 0, coins: 0 }));
  for (const step of steps.slice(at + 1)) {
    for (const { seat, gold, coins } of changesOf(step)) {
      const one = due[seat];
      if (one) [one.gold, one.coins] = [one.gold + gold, one.coins + coins];
    }
  }
  return due;
}

/** A purse before what is still due. */
export function lessDue<T extends { gold: number; coins: number; score: number }>(
  purse: T,
  due: Amount | undefined,
): T {
  if (!due) return purse;
  const [gold, coins] = [purse.gold - due.gold, purse.coins - due.coins];
  return { ...purse, gold, coins, score: gold + coins };
}

/** The board while a step is shown. */
export interface Board {
  boats: BoatView[];
  fires: Fire[];
  faceDown: string[];
  /** The island where it happens. */
  lit: string[];
}

const same = (a: Fire, b: Fire): boolean => a.seat === b.seat && a.island === b.island;

/** The fires without those that were just lit: several of a colour may lie on one island (G55). */
function less(fires: readonly Fire[], lit: readonly Fire[]): Fire[] {
  const left = [...fires];
  for (const one of lit) {
    const at = left.findLastIndex((fire) => same(one, fire));
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

function fires(
  steps: readonly Step[],
  at: number,
  resolution: Resolution,
  before: readonly Fire[] | null,
  after: readonly Fire[],
): Fire[] {
  const known = before ?? less(after, resolution.fires);
  const lit = steps.slice(0, at + 1).flatMap((step) => (step.kind === 'fire' ? [step.fire] : []));
  const all = [...known, ...lit];
  const home = steps.slice(0, at + 1).flatMap((step) => (step.kind === 'home' ? step.seats : []));
  return all.filter((fire) => !home.includes(fire.seat) || after.some((one) => same(one, fire)));
}

export function boardAt(
  steps: readonly Step[],
  at: number,
  resolution: Resolution,
  before: GuardiansView | null,
  after: GuardiansView,
): Board {
  const step = steps[at];
  const covered = new Set(steps.slice(at + 1).flatMap((one) => (one.kind === 'boat' ? [one.boat.seq] : [])));
  const found = resolution.discoveries.map((one) => one.location);
  const turned = steps.slice(0, at + 1).some((one) => one.kind === 'home');
  const boats = [...resolution.boats].sort((a, b) => a.seq - b.seq);
  return {
    boats: boats.map((boat) => ({ ...boat, sought: covered.has(boat.seq) ? null : boat.sought })),
    fires: fires(steps, at, resolution, before?.fires ?? null, after.fires),
    faceDown: turned ? after.face_down : after.face_down.filter((island) => !found.includes(island)),
    lit: step ? placeOf(step) : [],
  };
}

/** The island of a step, if it has one. */
export function placeOf(step: Step): string[] {
  if (step.kind === 'boat') return [step.boat.island];
  if (step.kind === 'fire') return [step.fire.island];
  return 'found' in step ? [step.found.location] : [];
}
