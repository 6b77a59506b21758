// The number on the app's icon, if the system shows one: tables that wait for me.
interface Badges {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

export function badge(count: number): void {
  const badges = navigator as Badges;
  const done = count ? badges.setAppBadge?.(count) : badges.clearAppBadge?.();
  done?.catch(() => {
    // Not an installed app: the title says it too.
  });
}
