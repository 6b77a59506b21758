// Stepping through a finished match: by keys, by itself, and with an address that follows.
import { at } from '../root.ts';

const SPEED_MS = 1100;
const REST_MS = 120;

/** What somebody steps along: the moves of a match, of a line that leaves it, or its clues. */
export interface Path {
  readonly place: number;
  readonly last: number;
  go: (to: number) => void;
}

/** Whether a key is meant for the review, and not for a field, a dialog or the browser. */
export function isForReview(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(event.target as Element).closest('input, select, textarea, dialog');
}

/** Step along a path if the key says so; returns whether it did. */
export function stepByKey(key: string, path: Path): boolean {
  if (key === 'ArrowRight') path.go(path.place + 1);
  else if (key === 'ArrowLeft') path.go(path.place - 1);
  else if (key === 'Home') path.go(0);
  else if (key === 'End') path.go(path.last);
  else return false;
  return true;
}

/** Steps that can also go by themselves. A component makes it, and it ends with the component. */
export class Stepping {
  playing = $state(false);
  #following: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: string,
    readonly path: Path,
  ) {
    $effect(() => {
      if (!this.playing) return;
      const timer = setInterval(() => {
        path.go(path.place + 1);
        if (path.place === path.last) this.playing = false;
      }, SPEED_MS);
      return () => clearInterval(timer);
    });
    $effect(() => () => clearTimeout(this.#following));
  }

  toggle(): void {
    if (!this.playing && this.path.place === this.path.last) this.path.go(0);
    this.playing = !this.playing;
  }

  /** Take a key that steps, or that plays by itself; returns whether it was one. */
  key(event: KeyboardEvent): boolean {
    if (stepByKey(event.key, this.path)) return true;
    if (event.key !== ' ' || (event.target as Element).closest('button, a')) return false;
    this.toggle();
    return true;
  }

  /** The address follows once somebody rests: browsers refuse hundreds of addresses in a few seconds. */
  remember(step: number): void {
    clearTimeout(this.#following);
    const address = at(`/m/${this.table}/${step}`);
    this.#following = setTimeout(() => history.replaceState(history.state, '', address), REST_MS);
  }
}
