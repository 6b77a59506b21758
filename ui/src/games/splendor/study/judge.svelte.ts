// Having a match judged: asked for, looked after until it is done, and then fetched.
import { ask, isLocal, local } from '../../../api.ts';
import type { Review, Study } from './study.ts';

const LOOK = 1200;

export class Judge {
  study = $state<Study | null>(null);
  review = $derived<Review | null>(this.study?.review ?? null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  /** A match that no server has is judged by this device. */
  constructor(readonly table: string) {
    void this.#fetch();
  }

  get #path(): string {
    return `/api/tables/${encodeURIComponent(this.table)}/review`;
  }

  /** What was found before, or how far somebody else's wish is. */
  async #fetch(): Promise<void> {
    try {
      if (isLocal(this.table)) {
        const review = await (await local()).reviewed(this.table);
        this.#take(review ? { state: 'done', done: 1, review } : { state: 'none', done: 0 });
        return;
      }
      this.#take(await ask<Study>('GET', this.#path));
    } catch {
      this.#take({ state: 'failed', done: 0 });
    }
  }

  /** Have it judged. */
  async begin(): Promise<void> {
    try {
      if (isLocal(this.table)) {
        const told = (done: number): void => this.#take({ state: 'judging', done });
        told(0);
        const review = await (await local()).judge(this.table, told);
        this.study = { state: 'done', done: 1, review };
        return;
      }
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
