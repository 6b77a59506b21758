// Workers: one keeps the page itself for when the network is slow or gone; another plays tables of this device alone.
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

/** The address of a worker of ours, as a page takes it that trusts no other text; the one such policy there is. */
export function workerUrl(address: string): string {
  const policies = (globalThis as unknown as { trustedTypes?: Policies }).trustedTypes;
  policy ??= policies?.createPolicy('jeton-worker', { createScriptURL: (text) => text });
  return (policy?.createScriptURL(address) ?? address) as string;
}

/** Have the worker keep what the page was made of; all of it and the engine, too, where matches are played here. */
function keep(whole: boolean, nets: readonly string[]): void {
  void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage({ keep: loaded(), whole, nets }));
}

/** What the browser knows of the network; many know nothing. */
interface Network {
  saveData?: boolean;
  type?: string;
  effectiveType?: string;
}

/** Whether data is dear here: somebody pays for it, or it comes slowly. Undefined where the browser does not say. */
export function isDear(network: Network | undefined): boolean | undefined {
  return network && (!!network.saveData || network.type === 'cellular' || /2g/.test(network.effectiveType ?? ''));
}
const dear = (): boolean | undefined => isDear((navigator as { connection?: Network }).connection);

/** From now on everything is kept that matches on this device take: this net, and all others unless data is dear. */
export function keepForLater(net: string): void {
  keep(true, dear() ? [net] : [net, '*']);
}

const KEPT = 'jeton.kept';
/** Whether all that matches, lessons and puzzles take was kept on this device. */
export const isKept = (): boolean => localStorage.getItem(KEPT) !== null;

/** How long after it was opened a page keeps what it may be asked for without a network. */
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
  // Who has only opened the page finds it without a network as well: where data is dear not before a match, and where
  // the browser does not say so with the nets of two seats. Without workers nothing could be played by itself.
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
      // Without it the page works as well, only not offline.
    });
}
