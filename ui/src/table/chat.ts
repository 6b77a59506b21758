// What people can say with one press, and what they said, in words.
import { t } from '../words/words.svelte.ts';

export const PRESETS = ['hello', 'good_luck', 'well_played', 'thanks', 'nice', 'hurry'];

export function said({ preset, text }: { preset: string | null; text: string | null }): string {
  return preset ? t(`server.say.${preset}`) : (text ?? '');
}
