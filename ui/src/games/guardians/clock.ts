// The game's own clock: how long until it strikes, by the server's time.
import type { Clock } from '../../protocol.ts';

/** Milliseconds until `due`; `skew` is the server's time minus ours. */
export function left(due: number | null, skew: number, now: number): number | null {
  return due === null ? null : Math.max(0, due - now - skew);
}

/**
 * Milliseconds until the clock begins to count, while the page shows a reveal; until it strikes if it has no beginning.
 */
export function untilClock(clock: Clock | null, due: number | null, skew: number, now: number): number | null {
  if (clock === null || due === null) return null;
  return left(clock.begins ? due - (clock.at - clock.begins) : due, skew, now);
}

/** "0:38". */
export function minutes(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
