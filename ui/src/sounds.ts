// The sounds of the table, as somebody wants them: made on the spot, none carries meaning alone.
import { later } from './later.ts';
import type { Sound } from './lib/soundNames.ts';
import { settings } from './settings.svelte.ts';

export function sound(name: Sound, height = 1): void {
  if (!settings.sound) return;
  void later(() => import('./lib/sound.ts')).then(({ play }) =>
    play(name, { on: settings.sound, muted: new Set(settings.muted) }, height),
  );
}
