// Which resolution is on show: a new one plays by itself, the last one can be played again until the next search.
import type { GuardiansView, Resolution } from '../../protocol.ts';
import type { Amount } from './show/story.ts';

export interface Playing {
  resolution: Resolution;
  before: GuardiansView | null;
  after: GuardiansView;
  /** How many discoveries were shown already, where a choice had interrupted; the show begins with what it led to. */
  from: number;
}

/** What a new view brings to see: nothing where its resolution was there before. */
export function fresh(before: GuardiansView | null, after: GuardiansView): Playing | null {
  const resolution = after.resolution;
  if (!resolution || !before) return null;
  const known = before.resolution?.round === resolution.round ? before.resolution : null;
  const from = known?.discoveries.length ?? 0;
  if (known && resolution.discoveries.length === from && before.phase !== 'resolve') return null;
  return { resolution, before, after, from };
}

export class Stage {
  playing = $state.raw<Playing | null>(null);
  /** What the show has not paid yet: purses wait for it. */
  due = $state.raw<readonly Amount[]>([]);
  private last = $state.raw<Playing | null>(null);

  /** A view came. */
  take(before: GuardiansView | null, after: GuardiansView): void {
    const found = fresh(before, after);
    if (found) {
      const begun = this.last?.resolution.round === found.resolution.round ? this.last.before : found.before;
      this.playing = found;
      this.last = { ...found, before: begun, from: 0 };
    } else if (!after.resolution) {
      this.playing = null;
      this.last = null;
    } else if (this.last === null) {
      this.last = { resolution: after.resolution, before: null, after, from: 0 };
    }
  }

  readonly mayReplay = $derived.by(() => this.last !== null && this.playing === null);

  replay(): void {
    this.playing = this.last;
  }

  done(): void {
    this.playing = null;
  }
}
