// What somebody chooses when they make a table.
import { api, local, NO_CLOCK, Refused } from '../api.ts';
import { gameOf } from '../games/index.ts';
import { beSomebody, remember, shownName } from '../person.svelte.ts';
import type { ClockSetting, NewTable } from '../protocol.ts';
import { go } from '../route.svelte.ts';

export interface Making {
  options: Record<string, unknown>;
  clock: ClockSetting;
  /** Whether anybody may come, or only people with the link. */
  open: boolean;
  name: string;
  /** How long bots seem to think, in milliseconds; null: the server's default. */
  pace: number | null;
  /** Whether ratings depend on how it ends. */
  rated?: boolean;
}

export const fresh = (): Making => ({ options: {}, clock: { ...NO_CLOCK }, open: false, name: '', pace: null });

export type Place = { kind: 'bot'; bot: string } | { kind: 'friend' } | { kind: 'here'; name: string };

/** The request for a table; `people` are the names of those who play at this device, if they are several. */
export function request(title: string, seats: number, bots: string[], people: string[], making: Making): NewTable {
  const { clock, open, name, pace, rated = false } = making;
  const options = rated ? { ...gameOf(title).rated, ...making.options } : making.options;
  const taken = Math.max(1, people.length) + bots.length;
  const timed = gameOf(title).timed ? clock : { ...NO_CLOCK };
  const start = taken === seats;
  return {
    title,
    seats,
    options,
    clock: timed,
    public: open,
    name: name.trim(),
    names: people,
    bots,
    pace,
    start,
    rated,
  };
}

/**
 * Sit down: a table that needs nobody from elsewhere runs in the page itself, if the browser can; `alone` without a
 * server.
 */
export async function sitDown(table: NewTable, alone: boolean): Promise<void> {
  const id =
    table.start && !table.rated && gameOf(table.title).inPage ? await (await local()).begin(table, shownName()) : null;
  if (id) remember();
  else if (alone) throw new Refused(0, 'offline');
  else await beSomebody();
  go(`/t/${id ?? (await api.make(table)).id}`);
}
