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

/** From now on everything is kept that matches on this device take: this net, and all others unless data is dear. */
export function keepForLater(net: string): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  keep(true, connection?.saveData ? [net] : [net, '*']);
}

export function register(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !isSecureContext) return;
  const installed = matchMedia('(display-mode: standalone)').matches;
  addEventListener('appinstalled', () => keep(true, ['*']));
  navigator.serviceWorker
    .register(workerUrl(at('/sw.js')))
    .then(() => setTimeout(() => keep(SITE || installed || hasLocal(), installed ? ['*'] : []), 1000))
    .catch(() => {
      // Without it the page works as well, only not offline.
    });
}
