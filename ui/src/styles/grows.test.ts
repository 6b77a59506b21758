import { describe, expect, test } from 'vitest';

/** Every screen that is no table: its bar grows by itself, what stands under it has to ask. */
const screens = import.meta.glob(['../screens/*.svelte', '../keeper/Keeper.svelte', '../games/*/Result.svelte'], {
  query: '?raw',
  import: 'default',
  eager: true,
}) as Record<string, string>;
const pages = Object.entries(screens).filter(([, text]) => text.includes('<main id="main"'));

describe('in a large window', () => {
  test('there are pages to look at', () => {
    expect(pages.length).toBeGreaterThan(12);
  });

  test.each(pages)('%s is drawn larger, unless it is a television', (_, text) => {
    const mains = [...text.matchAll(/<main id="main"[^>]*>/g)].map(([main]) => main);
    const whole = /<div class="[^"]*\bgrows\b/.test(text);
    expect(mains.filter((main) => !whole && !main.includes('grows'))).toEqual([]);
  });
});
