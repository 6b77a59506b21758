// Pictures that could not be loaded. The browser never asks for one again; we do, once the server answers.
import { browser, type World } from './lazyImport.ts';

/** An `<img>`, or an `<image>` in a drawing. */
export type Picture = Pick<Element, 'isConnected' | 'getAttribute' | 'setAttribute' | 'removeAttribute'>;

const ADDRESSES = ['srcset', 'src', 'href'];
/** If a server that answers does not have a picture after that many requests, there is none. */
const ENOUGH = 5;
const FIRST_WAIT = 500;
const LONGEST_WAIT = 4000;

const addressOf = (picture: Picture): string => ADDRESSES.map((name) => picture.getAttribute(name) ?? '').join(' ');

/** Naming its address anew makes the browser load it anew. */
function again(picture: Picture): void {
  for (const name of ADDRESSES) {
    const address = picture.getAttribute(name);
    if (address === null) continue;
    picture.removeAttribute(name);
    picture.setAttribute(name, address);
  }
}

export class LostPictures {
  private readonly lost = new Set<Picture>();
  private readonly asked = new Map<string, number>();
  private waiting = false;

  constructor(private readonly world: Pick<World, 'answers' | 'pause'> = browser) {}

  /** A picture could not be loaded. */
  note(picture: Picture): void {
    if ((this.asked.get(addressOf(picture)) ?? 0) >= ENOUGH) return;
    this.lost.add(picture);
    if (!this.waiting) void this.bring();
  }

  private async bring(): Promise<void> {
    this.waiting = true;
    for (let wait = FIRST_WAIT; this.lost.size; wait = Math.min(wait * 2, LONGEST_WAIT)) {
      await this.world.pause(wait);
      if (!(await this.world.answers())) continue;
      const found = [...this.lost].filter((picture) => picture.isConnected);
      this.lost.clear();
      for (const address of new Set(found.map(addressOf))) this.asked.set(address, (this.asked.get(address) ?? 0) + 1);
      for (const picture of found) again(picture);
      // One that fails once more is noted before the next look.
      if (found.length) await this.world.pause(wait);
    }
    this.waiting = false;
  }
}

if (typeof document !== 'undefined') {
  const pictures = new LostPictures();
  const note = ({ target }: Event): void => {
    if (target instanceof HTMLImageElement || target instanceof SVGImageElement) pictures.note(target);
  };
  document.addEventListener('error', note, true);
}
