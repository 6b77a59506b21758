// Fingers and mouse on a postcard, without a browser: one finger points, two zoom and pan; a mouse clicks and drags.

export interface Press {
  id: number;
  x: number;
  y: number;
  mouse: boolean;
}

export interface Doing {
  /** Whether a clue may be pointed now; else one finger pans. */
  mayAim(): boolean;
  /** Whether the picture is larger than its frame, so that there is something to pan. */
  isLarge(): boolean;
  aim(x: number, y: number): void;
  /** A second finger came: the first one did not mean to point. */
  unaim(): void;
  /** Where the magnifier is needed, or null when the finger is gone. */
  glass(at: { x: number; y: number } | null): void;
  pan(dx: number, dy: number): void;
  pinch(factor: number, x: number, y: number): void;
}

/** Further than this, a click was a drag. */
const SLIP = 6;

type Mode = 'none' | 'aim' | 'click' | 'pan' | 'pinch' | 'spent';

export class Gesture {
  private readonly held = new Map<number, Press>();
  private mode: Mode = 'none';
  private start: Press | null = null;

  constructor(private readonly doing: Doing) {}

  /** Whether a finger is down already. */
  get busy(): boolean {
    return this.held.size > 0;
  }

  down(press: Press): void {
    this.held.set(press.id, press);
    if (this.held.size === 2 && !press.mouse) {
      if (this.mode === 'aim') this.doing.unaim();
      this.doing.glass(null);
      this.mode = 'pinch';
      return;
    }
    if (this.held.size > 1) return;
    this.start = press;
    if (!this.doing.mayAim()) this.mode = 'pan';
    else if (press.mouse && this.doing.isLarge()) this.mode = 'click';
    else this.point(press);
  }

  move(press: Press): void {
    const before = this.held.get(press.id);
    if (!before) return;
    const [wide, middle] = this.spread();
    this.held.set(press.id, press);
    if (this.mode === 'aim') this.point(press);
    else if (this.mode === 'click' && this.slipped(press)) this.mode = 'pan';
    else if (this.mode === 'pan') this.doing.pan(press.x - before.x, press.y - before.y);
    else if (this.mode === 'pinch') this.pinch(wide, middle);
  }

  up(press: Press): void {
    if (!this.held.delete(press.id)) return;
    if (this.mode === 'click' && !this.slipped(press)) this.doing.aim(press.x, press.y);
    this.rest();
  }

  /** The browser took the finger away: the draft stays. */
  cancel(id: number): void {
    if (this.held.delete(id)) this.rest();
  }

  private rest(): void {
    this.doing.glass(null);
    // After a pinch the other finger is still there for a moment: it must not point.
    this.mode = this.held.size ? 'spent' : 'none';
  }

  private point(press: Press): void {
    this.mode = 'aim';
    this.doing.aim(press.x, press.y);
    if (!press.mouse) this.doing.glass({ x: press.x, y: press.y });
  }

  private slipped(press: Press): boolean {
    return !this.start || Math.hypot(press.x - this.start.x, press.y - this.start.y) > SLIP;
  }

  private spread(): [number, { x: number; y: number }] {
    const [a, b] = [...this.held.values()];
    if (!a || !b) return [0, { x: a?.x ?? 0, y: a?.y ?? 0 }];
    return [Math.hypot(a.x - b.x, a.y - b.y), { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }];
  }

  private pinch(wide: number, middle: { x: number; y: number }): void {
    const [now, centre] = this.spread();
    this.doing.pan(centre.x - middle.x, centre.y - middle.y);
    if (wide > 0 && now > 0) this.doing.pinch(now / wide, centre.x, centre.y);
  }
}
