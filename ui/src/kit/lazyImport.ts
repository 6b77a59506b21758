// Parts of the page that it fetches when it needs them. If the network is gone just then, nothing breaks, and the part
// comes when the server is back.
import { at } from '../root.ts';

export interface World {
  /** Does the server answer? */
  answers(): Promise<boolean>;
  /** Fetch the missing style sheets; false while some can't be fetched. */
  mend(): Promise<boolean>;
  /** The server has another page by now: load that one. */
  renew(): void;
  pause(milliseconds: number): Promise<void>;
}

// A style sheet that could not be loaded stays in the page as an empty link, and the browser does not ask for it again.
const lost = new Set<HTMLLinkElement>();
let mending: Promise<boolean> | null = null;
if (typeof document !== 'undefined') {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target);
  };
  document.addEventListener('error', note, true);
}

function again(link: HTMLLinkElement): Promise<void> {
  const fresh = link.cloneNode() as HTMLLinkElement;
  lost.delete(link);
  return new Promise((done) => {
    fresh.onload = fresh.onerror = () => done();
    link.replaceWith(fresh);
  });
}

export const browser: World = {
  async answers() {
    try {
      return (await fetch(at('/health'), { cache: 'no-store' })).ok;
    } catch {
      return false;
    }
  },
  mend() {
    mending ??= Promise.all([...lost].map(again))
      .then(() => lost.size === 0)
      .finally(() => {
        mending = null;
      });
    return mending;
  },
  renew() {
    const last = Number(sessionStorage.getItem('jeton.renewed') ?? 0);
    if (Date.now() - last < 30_000) return;
    sessionStorage.setItem('jeton.renewed', String(Date.now()));
    location.reload();
  },
  pause: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
};

/**
 * Fetch a part, as often as it takes. If the server answers twice without having it, the part belongs to an older page.
 */
export async function later<T>(load: () => Promise<T>, world: World = browser): Promise<T> {
  let missing = 0;
  for (let wait = 500; ; wait = Math.min(wait * 2, 4000)) {
    try {
      return await load();
    } catch {
      await world.pause(wait);
      const whole = await world.mend();
      missing = (await world.answers()) ? missing + 1 : 0;
      if (missing > 1 || (missing && !whole)) world.renew();
    }
  }
}
