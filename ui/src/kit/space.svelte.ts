// How much space there is: the window less a phone's notch and a bar at its foot (--foot), how large its owner wants
// text, and whether fingers press.

export interface Space {
  /** CSS px to draw on. */
  width: number;
  height: number;
  /** What a notch takes on the left and below. */
  left: number;
  bottom: number;
  /** How much larger than usual people want text: a larger font of the browser, or its text zoom. */
  zoom: number;
  /** Fingers press here: buttons need room for them. */
  touch: boolean;
}

const LARGEST_ZOOM = 3;

/** The space of this window, kept up to date while somebody looks at it. */
export class Window {
  now = $state.raw<Space>({ width: 1440, height: 900, left: 0, bottom: 0, zoom: 1, touch: false });
  private readonly probe: HTMLElement | null = null;
  private readonly text: HTMLElement | null = null;

  constructor() {
    if (typeof document === 'undefined') return;
    this.probe = document.createElement('span');
    this.probe.setAttribute('aria-hidden', 'true');
    // Not innerWidth: on a phone that grows with whatever is too wide, and this decides how wide everything is.
    this.probe.style.cssText =
      'position:fixed;left:0;top:0;width:100vw;height:calc(100dvh - var(--foot,0px));visibility:hidden;pointer-events:none;z-index:-1;' +
      'padding:0 env(safe-area-inset-right,0px) env(safe-area-inset-bottom,0px) env(safe-area-inset-left,0px)';
    this.text = document.createElement('span');
    this.text.style.cssText = 'display:inline-block;font-size:1rem;line-height:1';
    this.text.textContent = 'x';
    this.probe.append(this.text);
    document.body.append(this.probe);
    this.measure();
    addEventListener('resize', this.measure);
    this.sizes?.observe(this.probe);
    this.sizes?.observe(this.text);
  }

  private readonly sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => this.measure());

  private readonly measure = (): void => {
    if (!this.probe || !this.text) return;
    const { paddingLeft, paddingRight, paddingBottom } = getComputedStyle(this.probe);
    const [left, right, bottom] = [paddingLeft, paddingRight, paddingBottom].map(
      (text) => Number.parseFloat(text) || 0,
    );
    const text = this.text.offsetHeight / 16;
    const next: Space = {
      width: this.probe.offsetWidth - left! - right!,
      height: this.probe.offsetHeight - bottom!,
      left: left!,
      bottom: bottom!,
      zoom: Math.min(LARGEST_ZOOM, Math.max(1, Math.round(text * 20) / 20)),
      touch: matchMedia('(pointer: coarse)').matches,
    };
    const same = (Object.keys(next) as (keyof Space)[]).every((key) => this.now[key] === next[key]);
    if (!same) this.now = next;
  };

  stop(): void {
    removeEventListener('resize', this.measure);
    this.sizes?.disconnect();
    this.probe?.remove();
  }
}
