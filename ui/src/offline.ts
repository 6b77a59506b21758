// Workers: one keeps the page itself for a slow or missing network; another plays tables of this device alone.
import { hasLocal } from './api.ts';
import { at, SITE } from './root.ts';

interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): unknown;
  };
}

/** What the page has fetched so far. */
function loaded(): string[] {
  return performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname);
}

let policy: ReturnType<Policies['createPolicy']> | undefined;

/** The address of a worker of ours, for a page that trusts no other text; the only such policy there is. */
export function workerUrl(address: string): string {
  const policies = (globalThis as unknown as { trustedTypes?: Policies }).trustedTypes;
  policy ??= policies?.createPolicy('jeton-worker', { createScriptURL: (text) => text });
  return (policy?.createScriptURL(address) ?? address) as string;
}

/** Have the worker keep what the page was made of; if matches are played here, all of it and the engine, too. */
function keep(whole: boolean, nets: readonly string[]): void {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ keep: loaded(), whole, nets }));
}

/** What the browser knows of the network; many know nothing. */
interface Network {
  saveData?: boolean;
  type?: string;
  effectiveType?: string;
}

/** Whether data is dear here: somebody pays for it, or it is slow. Undefined if the browser does not say. */
export function isDear(network: Network | undefined): boolean | undefined {
  return network && (!!network.saveData || network.type === 'cellular' || /2g/.test(network.effectiveType ?? ''));
}
const dear = (): boolean | undefined => isDear((navigator as { connection?: Network }).connection);

/** From now on keep everything that matches on this device need: this net, and all others unless data is dear. */
export function keepForLater(net: string): void {
  keep(true, dear() ? [net] : [net, '*']);
}

const KEPT = 'jeton.kept';
/** Whether this device has stored all that matches, lessons and puzzles need. */
export const isKept = (): boolean => localStorage.getItem(KEPT) !== null;

/** How long after opening the page stores what somebody may want without a network. */
const LATER = 4000;

export function register(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !isSecureContext) return;
  const installed = matchMedia('(display-mode: standalone)').matches;
  addEventListener('appinstalled', () => keep(true, ['*']));
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (!data?.kept) return;
    localStorage.setItem(KEPT, '1');
    document.documentElement.dataset.kept = '';
  });
  // People who have only opened the page find it without a network as well. If data is dear, not before a match; if the
  // browser does not say, with the nets of two seats. Without workers the page could play nothing by itself.
  const plays = typeof Worker !== 'undefined';
  const nets = installed || dear() === false ? ['*'] : ['-2'];
  const wanted = SITE || installed || hasLocal();
  navigator.serviceWorker
    .register(workerUrl(at('/sw.js')))
    .then(() => {
      setTimeout(() => keep(wanted, installed ? ['*'] : []), 1000);
      if (plays && !dear()) setTimeout(() => keep(true, nets), LATER);
    })
    .catch(() => {
      // Without it the page works as well, but not offline.
    });
}
