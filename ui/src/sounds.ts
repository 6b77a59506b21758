// The sounds of the table, as somebody wants them: made on the spot, none carries meaning alone.
import { play, type Sound } from './lib/sound.ts';
import { settings } from './settings.svelte.ts';

export function sound(name: Sound, height = 1): void {
  play(name, { on: settings.sound, muted: new Set(settings.muted) }, height);
}
