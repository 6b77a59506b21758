// What somebody chose on home last time: the game, and how well bots play it.
const KEY = 'jeton.home';

interface Habits {
  title?: string;
  bots?: Record<string, string>;
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
    // A browser that keeps nothing: next time begins as the first.
  }
}
