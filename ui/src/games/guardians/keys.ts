// What the keys of a keyboard do at the table.
import type { Which } from './Dialogs.svelte';
import type { Desk } from './moveDraft.svelte.ts';

interface Doors {
  /** A resolution is on show: nobody acts. */
  telling: boolean;
  point(): void;
  /** Look at the own island, or away from it. */
  peek(): void;
  open(which: Which): void;
}

/** Do what a key means, if nothing else has it. */
export function press(event: KeyboardEvent, desk: Desk, doors: Doors): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (target.closest('input, textarea, select, .chat, dialog')) return;
  const key = event.key.toLowerCase();
  const seat = desk.others[Number(key) - 1];
  if (/^[1-4]$/.test(key) && seat !== undefined && desk.view.phase === 'search' && !doors.telling) desk.pickSeat(seat);
  else if (key === 'c' && desk.mayPoint) doors.point();
  else if (key === 'p') doors.peek();
  else if (key === 'r' && desk.mayBeReady) desk.send('ready');
  else if (key === 'l') doors.open('log');
  else if (key === 'escape' && !doors.telling) desk.clear();
  else if (key === '?') doors.open('keys');
  else if (key === 'enter' && desk.canSail && !target.closest('button:not(.hex), a')) desk.sail();
  else if (key.startsWith('arrow') && !target.closest('.sea, dialog, ol'))
    document.querySelector<HTMLElement>('.hex[tabindex="0"]')?.focus();
  else return;
  event.preventDefault();
}
