// Which resolution is on show, and where its story stands: a new one plays by itself, the last one can be played again
// until the next search. What the table shows meanwhile follows from here.
import type { Clue, GuardiansView, Report, Resolution } from '../../protocol.ts';
import { keep, kept } from '../../table/kept.ts';
import { openOf, type ToldSoFar, viewBefore } from './show/before.ts';
import { type Board, boardAt, heroOf, isOwed, type Step, seenAt, story } from './show/story.ts';
import { paced } from './show/tempo.ts';

export interface Playing {
  resolution: Resolution;
  /** The last view before the reveal, if there is one. */
  before: GuardiansView | null;
  after: GuardiansView;
}

/** Whether the story stops at a choice. If the match is over, since the others have left, nobody makes it any more. */
const stopsAtChoice = ({ resolution, after }: Playing): boolean => isOwed(resolution) && !after.outcome;

/** What a new view brings to see; nothing if its resolution was there before. */
export function fresh(before: GuardiansView | null, after: GuardiansView): Playing | null {
  const resolution = after.resolution;
  if (!resolution || !before) return null;
  const known = before.resolution?.round === resolution.round ? before.resolution : null;
  const settled = known !== null && isOwed(known) && !isOwed(resolution);
  if (known && known.discoveries.length === resolution.discoveries.length && !settled) return null;
  return { resolution, before, after };
}

/**
 * The view before a reveal with the clues of the entries that led to it: a clue can be the last move of a search, and its
 * guardian's clues have gone home before anybody saw it.
 */
export function completed(before: GuardiansView, reports: readonly Report[]): GuardiansView {
  const clues: Clue[] = [];
  for (const { seat, move, facts } of reports) {
    const [verb, postcard = '', x = '', y = ''] = move.split(' ');
    if (verb !== 'clue') continue;
    const element = (facts.element as string | null | undefined) ?? null;
    const seq = before.seq + clues.length + 1;
    clues.push({ seat, postcard, x: Number(x), y: Number(y), element, seq, round: before.round });
  }
  const known = (clue: Clue): boolean =>
    before.clues.some(
      (one) => one.seat === clue.seat && one.postcard === clue.postcard && one.x === clue.x && one.y === clue.y,
    );
  const fresh = before.phase === 'search' ? clues.filter((clue) => !known(clue)) : [];
  return fresh.length ? { ...before, clues: [...before.clues, ...fresh] } : before;
} // biome-ignore format: one thought a line

export class Stage {
  playing = $state.raw<Playing | null>(null);
  at = $state(0);
  /** How many boats show their hulls, while they turn over. */
  turned = $state(0);
  private halted = $state(false);
  /** How long each step stays; steps told before a choice came in between do not count again. */
  times = $state.raw<number[]>([]);
  private last = $state.raw<Playing | null>(null);

  /** `name` is that under which the tab keeps how far the story has got; null keeps nothing. */
  constructor(private readonly name: () => string | null = () => null) {}

  get paused(): boolean {
    return this.halted;
  }

  set paused(on: boolean) {
    if (on === this.halted) return;
    this.halted = on;
    this.keep();
  }

  readonly steps = $derived.by((): Step[] => {
    const { playing } = this;
    return playing ? story(playing.resolution, playing.before, playing.after) : [];
  });
  readonly step = $derived.by(() => this.steps[this.at] as Step | undefined);
  /** Whether the story waits for somebody's choice, and has come to it. */
  readonly waits = $derived.by(() => this.playing !== null && stopsAtChoice(this.playing) && this.isLast);
  readonly board = $derived.by((): Board | null => {
    const { playing } = this;
    return playing && boardAt(this.steps, this.at, this.turned, playing.resolution, playing.before, playing.after);
  });
  /** The table as the page shows it now, or null for as it is. */
  readonly seen = $derived.by((): GuardiansView | null => {
    const { playing } = this;
    return playing?.before ? seenAt(this.steps, this.at, playing.before, playing.after) : null;
  });
  /** Whose arrows stand out. */
  readonly hero = $derived.by(() => heroOf(this.step));
  readonly mayReplay = $derived.by(() => this.last !== null && this.playing === null);

  private get isLast(): boolean {
    return this.at >= this.steps.length - 1;
  }

  /** A view came; `left` is how long the show may take, null for as long as it likes. */
  take(
    before: GuardiansView | null,
    after: GuardiansView,
    left: number | null = null,
    reports: readonly Report[] = [],
  ): void {
    const found = fresh(before && after.resolution ? completed(before, reports) : before, after);
    if (found) this.tell(found, left);
    else if (!after.resolution) {
      this.playing = null;
      this.last = null;
      this.keep();
    } else if (this.last === null) {
      this.resume(after.resolution, after, left);
    } else if (this.last.resolution.round === after.resolution.round) {
      this.last = { ...this.last, resolution: after.resolution, after };
      if (this.playing) this.playing = this.last;
    }
  }

  /**
   * The page was loaded since the reveal: go on with its story from the step that this tab had reached, or halt there if
   * it was halted. Where none is known, it begins while there is time for it.
   */
  private resume(resolution: Resolution, after: GuardiansView, left: number | null): void {
    const name = this.name();
    const found = name === null ? null : kept<ToldSoFar>(name);
    const told = found?.round === resolution.round ? found : null;
    const last = { resolution, before: viewBefore(resolution, after, told), after };
    this.last = last;
    const halted = told?.paused === true;
    if (told ? told.over || (left === 0 && !halted) : !left || !after.clock?.begins) return;
    this.begin(last, Number(told?.at) || 0, left);
    if (halted && this.at === 0) this.turned = Math.min(Number(told.turned) || 0, resolution.boats.length);
    this.paused = halted;
  }

  /** Keep how far the story has got for a reloaded page. */
  private keep(): void {
    const [name, last] = [this.name(), this.last];
    if (name === null) return;
    const told: ToldSoFar | null = last && {
      round: last.resolution.round,
      at: this.at,
      over: this.playing === null,
      paused: this.halted,
      turned: this.turned,
      open: last.before && openOf(last.before),
    };
    keep(name, told);
  }

  /** Begin a new story; or go on with the rest of one that had stopped at a choice, from where it is shown. */
  private tell(found: Playing, left: number | null): void {
    const known = this.last?.resolution.round === found.resolution.round ? this.last : null;
    const told = known ? story(known.resolution, known.before, known.after).length - 1 : 0;
    const from = known ? (this.playing ? this.at : told) : 0;
    const next = known ? { ...found, before: known.before } : found;
    this.last = next;
    this.begin(next, from, left);
  }

  private begin(playing: Playing, from: number, left: number | null): void {
    const steps = story(playing.resolution, playing.before, playing.after);
    from = Math.max(0, Math.min(from, steps.length - 1));
    this.times = [...steps.slice(0, from).map(() => 0), ...paced(steps.slice(from), left)];
    if (!this.playing || from === 0) {
      this.paused = false;
      this.turned = from ? playing.resolution.boats.length : 0;
    }
    this.playing = playing;
    this.at = from;
    this.keep();
  }

  /** Show a step; beyond the last one the show is over, unless it waits for a choice. */
  go(to: number): void {
    if (to >= this.steps.length) {
      if (!this.waits) this.done();
      return;
    }
    this.at = Math.max(0, to);
    this.turned = this.at === 0 ? this.turned : (this.playing?.resolution.boats.length ?? 0);
    this.keep();
  }

  /** Go to the end; an owed choice still shows, and what follows it is then told by itself. */
  skip(): void {
    this.paused = false;
    if (this.playing && stopsAtChoice(this.playing)) this.go(this.steps.length - 1);
    else this.done();
  }

  replay(): void {
    if (this.last) this.begin(this.last, 0, null);
  }

  done(): void {
    this.playing = null;
    this.keep();
  }
}
