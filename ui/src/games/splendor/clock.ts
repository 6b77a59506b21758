// Clocks as they run on between two views.
import type { Clocks } from '../../protocol.ts';

/** Milliseconds that a seat's clock shows now, `seenAt` being when the view came. */
export function timeLeft(clocks: Clocks, seat: number, seenAt: number, now: number): number {
  const left = clocks.left[seat] ?? 0;
  return Math.max(0, clocks.running.includes(seat) ? left - (now - seenAt) : left);
}

/** "4:32", "1:02:05", "2 d". */
export function clockText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= 172_800) return `${Math.floor(seconds / 86_400)} d`;
  const two = (n: number): string => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
