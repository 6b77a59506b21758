// Has the clues of a match read: asks the server as soon as somebody looks, and asks again until it is done.
import { ask } from '../../../api.ts';
import type { ClueReview } from './clues.ts';

const LOOK = 700;

interface Study {
  state: string;
  done: number;
  review?: ClueReview;
}

export class ClueReading {
  review = $state.raw<ClueReview | null>(null);
  failed = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(readonly table: string) {
    void this.begin();
  }

  async begin(): Promise<void> {
    this.failed = false;
    const path = `/api/tables/${encodeURIComponent(this.table)}/review`;
    try {
      const { state } = await ask<Study>('POST', path);
      if (state === 'done') this.review = (await ask<Study>('GET', path)).review ?? null;
      else if (state === 'failed' || state === 'never') this.failed = true;
      else if (!this.#stopped) this.#timer = setTimeout(() => void this.begin(), LOOK);
    } catch {
      this.failed = true;
    }
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}
