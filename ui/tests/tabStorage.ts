// A tab's own storage, where there is no browser.
import { afterEach, beforeEach, vi } from 'vitest';

/** Give every test of a file an empty one; returns what it holds. */
export function tabStorage(): Map<string, string> {
  const stored = new Map<string, string>();
  beforeEach(() => {
    stored.clear();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
      removeItem: (key: string) => stored.delete(key),
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  return stored;
}
