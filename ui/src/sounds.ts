// The sounds of the table, as somebody wants them: made on the spot; none carries meaning alone.

import { later } from './kit/lazyImport.ts';
import type { Sound } from './kit/soundNames.ts';
import { settings } from './settings.svelte.ts';

export function sound(name: Sound, height = 1): void {
  if (!settings.sound) return;
  void later(() => import('./kit/sound.ts')).then(({ play }) =>
    play(name, { on: settings.sound, muted: new Set(settings.muted) }, height),
  );
}
