// Having a match judged: asked for, looked after until it is done, and then fetched.
import { ask } from '../../../api.ts';
import type { Review, Study } from './study.ts';

const LOOK = 1200;

export class Judge {
  study = $state<Study | null>(null);
  review = $derived<Review | null>(this.study?.review ?? null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  /** A match that no server has is judged by nobody. */
  constructor(
    readonly table: string,
    judged = true,
  ) {
    if (judged) void this.#fetch();
  }

  get #path(): string {
    return `/api/tables/${encodeURIComponent(this.table)}/review`;
  }

  /** What was found before, or how far somebody else's wish is. */
  async #fetch(): Promise<void> {
    try {
      this.#take(await ask<Study>('GET', this.#path));
    } catch {
      this.#take({ state: 'failed', done: 0 });
    }
  }

  /** Have it judged. */
  async begin(): Promise<void> {
    try {
      const study = await ask<Study>('POST', this.#path);
      if (study.state === 'done') await this.#fetch();
      else this.#take(study);
    } catch {
      this.#take({ state: 'failed', done: 0 });
    }
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #take(study: Study): void {
    this.study = study;
    clearTimeout(this.#timer);
    const goesOn = study.state === 'waiting' || study.state === 'reading';
    if (goesOn && !this.#stopped) this.#timer = setTimeout(() => void this.begin(), LOOK);
  }
}
