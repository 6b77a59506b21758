// The service worker keeps the page itself for when the network is slow or gone; games always need the server.
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

export function register(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || !isSecureContext) return;
  const policies = (globalThis as unknown as { trustedTypes?: Policies }).trustedTypes;
  const url = policies
    ? policies.createPolicy('jeton-worker', { createScriptURL: (text) => text }).createScriptURL(at('/sw.js'))
    : at('/sw.js');
  navigator.serviceWorker
    .register(url as string)
    .then(() => navigator.serviceWorker.ready)
    .then((ready) => setTimeout(() => ready.active?.postMessage({ keep: loaded() }), 1000))
    .catch(() => {
      // Without it the page works as well, only not offline.
    });
}
