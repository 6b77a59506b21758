// Follows what a step is about with light, and finds the bubble's place beside it, in the first form that hides nothing.
import { tick, untrack } from 'svelte';
import { FORMS, type Form, holes, placeBubble, type Rect } from './placing.ts';

/** What a step is about: the parts to light, the part to ring, and all that the bubble says of them, in one text. */
export interface Subject {
  lit: readonly Element[];
  ringed: Element | null;
  said: string;
}

const NARROW = 640;
/** How often the table is looked at; it may still be on its way to its place. */
const LOOK_MS = 150;
/** How long a finger may be gone before its click comes. */
const CLICK_MS = 400;
const NARROW_FORMS: readonly Form[] = ['wide', 'low', 'least', 'answer'];

const rectOf = (element: Element): Rect => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
};

export class Placing {
  /** The bubble as it is drawn. */
  bubble = $state<HTMLElement | null>(null);
  screen = $state.raw({ width: innerWidth, height: innerHeight });
  ringed = $state.raw<Rect | null>(null);
  #lit = $state.raw<Rect[]>([]);
  #size = $state.raw({ width: 392, height: 200 });
  #form = $state(0);
  #seen = '';
  #held = false;

  readonly narrow = $derived(this.screen.width < NARROW);
  readonly #forms = $derived<readonly Form[]>(this.narrow ? NARROW_FORMS : FORMS);
  readonly form = $derived(this.#forms[this.#form] ?? 'wide');
  readonly holes = $derived(holes(this.#lit, this.screen));
  readonly placed = $derived(placeBubble(this.#size, this.screen, this.holes));

  constructor(private readonly subject: () => Subject) {}

  /** Look where everything is now, and place the bubble anew if something has moved. */
  look = (): void => untrack(() => this.#measure());

  /** Something is down on the bubble: until its click has come the bubble stays, or the click would go beside it. */
  hold = (): void => {
    this.#held = true;
    const done = new AbortController();
    const release = (): void => {
      this.#held = false;
      done.abort();
      this.look();
    };
    addEventListener('click', release, { signal: done.signal });
    addEventListener('pointercancel', release, { signal: done.signal });
    addEventListener('pointerup', () => setTimeout(() => done.signal.aborted || release(), CLICK_MS), {
      signal: done.signal,
    });
  };

  /** Look again and again until the returned function is called; at first in every frame. */
  follow(): () => void {
    let frame = 0;
    const often = (frames = 20): void => {
      cancelAnimationFrame(frame);
      this.look();
      if (frames > 0) frame = requestAnimationFrame(() => often(frames - 1));
    };
    const resized = (): void => often();
    often();
    const timer = setInterval(this.look, LOOK_MS);
    addEventListener('resize', resized);
    addEventListener('scroll', this.look, true);
    return () => {
      cancelAnimationFrame(frame);
      clearInterval(timer);
      removeEventListener('resize', resized);
      removeEventListener('scroll', this.look, true);
    };
  }

  #measure(): void {
    if (this.#held) return;
    const { lit, ringed, said } = this.subject();
    const rects = lit.map(rectOf);
    const around = ringed ? rectOf(ringed) : null;
    const seen = JSON.stringify([said, rects, around, innerWidth, innerHeight]);
    if (seen !== this.#seen) {
      this.#seen = seen;
      this.#lit = rects;
      this.ringed = around;
      this.screen = { width: innerWidth, height: innerHeight };
      this.#form = 0;
    }
    // As it is drawn: in a large window it has grown.
    const drawn = this.bubble ? rectOf(this.bubble) : null;
    if (!drawn) return;
    const grew = drawn.width !== this.#size.width || drawn.height !== this.#size.height;
    if (grew) this.#size = { width: drawn.width, height: drawn.height };
    const least = this.placed.hidden === 0 || this.#form === this.#forms.length - 1;
    if (this.bubble?.classList.contains(this.form) && !least) this.#form += 1;
    else if (!grew) return;
    void tick().then(this.look);
  }
}
