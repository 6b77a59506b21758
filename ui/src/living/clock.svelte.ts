// Whether the tables of the first screen move: not for people who want less motion, nor while nobody looks, nor once
// somebody has stopped them.
import { habits, keepHabit } from '../screens/habits.ts';
import { mayMove } from '../settings.svelte.ts';

export const clock = $state({ on: habits().still === undefined ? mayMove() : !habits().still, awake: true });

/** Stop the tables, or let them go on; the device remembers it. */
export function turn(): void {
  clock.on = !clock.on;
  keepHabit({ still: !clock.on });
}

document.addEventListener('visibilitychange', () => {
  clock.awake = !document.hidden;
});
