// Where friends at other devices reach the server. On its own machine people came by `localhost`, which would lead a
// friend's phone to that phone: there the server says which address to hand out.
import { api } from '../api.ts';
import type { Reach } from '../protocol.ts';
import { ROOT, SITE } from '../root.ts';

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

let found: Reach | null =
  typeof location !== 'undefined' && LOOPBACK.test(location.hostname) && !SITE ? null : { address: null, alone: false };
let asked: Promise<void> | undefined;

/** What the server has said; null while nobody has asked. */
export const reached = (): Reach | null => found;

/** Ask the server, once; if it does not answer, links stay as they are. */
export function askReach(): Promise<void> {
  if (found) return Promise.resolve();
  asked ??= api.reach().then(
    (said) => {
      found = said;
    },
    () => {
      asked = undefined;
    },
  );
  return asked;
}

/** A link of ours as others can open it. */
export function forOthers(link: string): string {
  return found?.address ? found.address + link.slice((location.origin + ROOT).length) : link;
}
