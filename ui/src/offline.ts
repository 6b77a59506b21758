// Workers: one keeps the page itself for when the network is slow or gone; another plays tables of this device alone.
import { at } from './root.ts';

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

export function register(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !isSecureContext) return;
  navigator.serviceWorker
    .register(workerUrl(at('/sw.js')))
    .then(() => navigator.serviceWorker.ready)
    .then((ready) => setTimeout(() => ready.active?.postMessage({ keep: loaded() }), 1000))
    .catch(() => {
      // Without it the page works as well, only not offline.
    });
}
