// Zoom and pan of something large in a frame: wheel, pinch, drag, buttons; a short touch stays a click.

const MOST = 4;
const SLACK = 6;

interface Point {
  x: number;
  y: number;
}

/** How far beyond its edge what is larger than the frame can be moved. */
const SPARE = 14;

export class Pan {
  scale = $state(1);
  x = $state(0);
  y = $state(0);
  /** A drag or a pinch is going on: what lies below gets no click. */
  moving = $state(false);
  private readonly fingers = new Map<number, Point>();
  private start: Point | null = null;
  private frame: HTMLElement | null = null;

  /** `content` is as large as it is laid out at scale 1, in the middle of the frame. */
  constructor(private readonly content: () => { width: number; height: number }) {}

  /** Only where it lies: zooming lays it out larger, since a stretched picture is blurred. */
  get style(): string {
    return `translate(${this.x}px, ${this.y}px)`;
  }

  /** Whether it is larger than its frame, so that it can be moved. */
  get isLarge(): boolean {
    const { wide, tall } = this.reach();
    return wide > 0 || tall > 0;
  }

  /** Zoom by a factor around a point of the frame, its middle if none is given. */
  zoom(factor: number, at?: Point): void {
    const box = this.frame?.getBoundingClientRect();
    const unit = this.unit;
    const next = Math.min(MOST, Math.max(1, this.scale * factor));
    const point =
      at && box
        ? { x: (at.x - box.left - box.width / 2) / unit, y: (at.y - box.top - box.height / 2) / unit }
        : { x: 0, y: 0 };
    const grown = next / this.scale;
    this.x = point.x - (point.x - this.x) * grown;
    this.y = point.y - (point.y - this.y) * grown;
    this.scale = next;
    this.hold();
  }

  reset(): void {
    this.scale = 1;
    this.x = 0;
    this.y = 0;
  }

  /** Bring a part into the frame: where its middle lies, seen from the middle of the content, and how large it is. */
  bring(x: number, y: number, width: number, height: number): void {
    const into = (now: number, middle: number, part: number, frame: number): number => {
      const most = Math.max(0, (frame - part) / 2);
      return Math.min(most, Math.max(-most, middle + now)) - middle;
    };
    this.x = into(this.x, x, width, this.frame?.clientWidth ?? 0);
    this.y = into(this.y, y, height, this.frame?.clientHeight ?? 0);
    this.hold();
  }

  /** How many px of the screen one px of the frame is: the page may draw everything larger. */
  private get unit(): number {
    const { frame } = this;
    return frame?.offsetWidth ? frame.getBoundingClientRect().width / frame.offsetWidth : 1;
  }

  /** How far it can be moved: all of it into sight, and its edges to where they lie before anything is zoomed. */
  private reach(): { wide: number; tall: number } {
    const { width, height } = this.content();
    const over = (content: number, frame: number): number => {
      const hidden = content * this.scale > frame + 1 ? (content * this.scale - frame) / 2 + SPARE : 0;
      return Math.max(hidden, (content * (this.scale - 1)) / 2);
    };
    return { wide: over(width, this.frame?.clientWidth ?? 0), tall: over(height, this.frame?.clientHeight ?? 0) };
  }

  /** Move it back as far as it was moved too far. */
  private hold(): void {
    const { wide, tall } = this.reach();
    this.x = Math.min(wide, Math.max(-wide, this.x));
    this.y = Math.min(tall, Math.max(-tall, this.y));
  }

  /** Listen on a frame: `{@attach pan.attach}`. */
  readonly attach = (frame: HTMLElement): (() => void) => {
    this.frame = frame;
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      this.zoom(Math.exp(-event.deltaY * 0.0016), { x: event.clientX, y: event.clientY });
    };
    const listen = { down: this.down, move: this.move, up: this.up };
    frame.addEventListener('wheel', wheel, { passive: false });
    frame.addEventListener('pointerdown', listen.down);
    frame.addEventListener('pointermove', listen.move);
    for (const kind of ['pointerup', 'pointercancel', 'pointerleave'] as const) {
      frame.addEventListener(kind, listen.up);
    }
    frame.addEventListener('click', this.click, true);
    const resized = new ResizeObserver(() => this.hold());
    resized.observe(frame);
    return () => {
      resized.disconnect();
      frame.removeEventListener('wheel', wheel);
      frame.removeEventListener('pointerdown', listen.down);
      frame.removeEventListener('pointermove', listen.move);
      for (const kind of ['pointerup', 'pointercancel', 'pointerleave'] as const) {
        frame.removeEventListener(kind, listen.up);
      }
      frame.removeEventListener('click', this.click, true);
      this.frame = null;
    };
  };

  private readonly down = (event: PointerEvent): void => {
    // A drag with a finger ends with no click: the next press is another one, on a button too.
    if (this.fingers.size === 0) this.moving = false;
    if ((event.target as Element).closest('[data-still]')) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.start = { x: event.clientX, y: event.clientY };
  };

  private readonly move = (event: PointerEvent): void => {
    const before = this.fingers.get(event.pointerId);
    if (!before || !this.start) return;
    const now = { x: event.clientX, y: event.clientY };
    if (!this.moving && Math.hypot(now.x - this.start.x, now.y - this.start.y) < SLACK) return;
    this.moving = true;
    this.fingers.set(event.pointerId, now);
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(now.x - other.x, now.y - other.y);
      // What lies between the fingers stays there: the middle between them moves half as far as one of them.
      if (was > 0) this.zoom(is / was, { x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 });
    }
    const share = other ? 0.5 : 1;
    this.x += (share * (now.x - before.x)) / this.unit;
    this.y += (share * (now.y - before.y)) / this.unit;
    this.hold();
  };

  private readonly up = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
    if (this.fingers.size === 0) this.start = null;
  };

  private readonly click = (event: Event): void => {
    if (!this.moving) return;
    this.moving = false;
    event.stopPropagation();
    event.preventDefault();
  };
}
