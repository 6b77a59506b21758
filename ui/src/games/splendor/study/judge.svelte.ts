// Has a match judged: asks for it, asks again until it is done, and then fetches the result.
import { ask, isLocal, local } from '../../../api.ts';
import type { Review, Study } from './study.ts';

const LOOK = 1200;

export class Judge {
  study = $state<Study | null>(null);
  review = $derived<Review | null>(this.study?.review ?? null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;

  constructor(readonly table: string) {
    void this.#fetch();
  }

  get #path(): string {
    return `/api/tables/${encodeURIComponent(this.table)}/review`;
  }

  /** What was found before, here or there, or how far somebody else's wish is. */
  async #fetch(): Promise<void> {
    try {
      const there: Study = isLocal(this.table) ? { state: 'none', done: 0 } : await ask<Study>('GET', this.#path);
      const review = there.state === 'none' ? await (await local()).reviewed(this.table).catch(() => null) : null;
      this.#take(review ? { state: 'done', done: 1, review } : there);
    } catch {
      this.#take({ state: 'failed', done: 0 });
    }
  }

  /** Have this device judge it; if it can't, the server that has the match. */
  async begin(): Promise<void> {
    const told = (done: number): void => this.#take({ state: 'judging', done });
    told(0);
    try {
      const { judge, judgeThere } = await local();
      const review = await (isLocal(this.table) ? judge : judgeThere)(this.table, told);
      if (review) {
        this.study = { state: 'done', done: 1, review };
        return;
      }
    } catch {
      // The server may still know how.
    }
    await this.askServer();
  }

  /** Have the server judge it: then others find it, too. */
  async askServer(): Promise<void> {
    try {
      if (isLocal(this.table)) throw new Error('only this device has it');
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
    if (goesOn && !this.#stopped) this.#timer = setTimeout(() => void this.askServer(), LOOK);
  }
}
