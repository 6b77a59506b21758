import { untrack } from 'svelte';

// What a screen reader says about events: one polite region for the whole page.
export const said = $state<{ lines: { id: number; text: string }[] }>({ lines: [] });

let number = 0;

export function announce(text: string): void {
  if (!text) return;
  number += 1;
  const before = untrack(() => said.lines);
  said.lines = [...before.slice(-4), { id: number, text }];
}
