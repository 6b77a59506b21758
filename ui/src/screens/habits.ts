// What somebody chose on home last time: the game, how well bots play it, whether tables move.
const KEY = 'jeton.home';

interface Habits {
  title?: string;
  bots?: Record<string, string>;
  /** Whether somebody has stopped the tables that play by themselves, or let them go on. */
  still?: boolean;
}

export function habits(): Habits {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') as Habits | null) ?? {};
  } catch {
    return {};
  }
}

export function keepHabit(next: Habits): void {
  const { bots, ...rest } = habits();
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...rest, ...next, bots: { ...bots, ...next.bots } }));
  } catch {
    // A browser that stores nothing: next time begins like the first.
  }
}
