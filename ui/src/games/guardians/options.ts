// What an option of a table is set to, in words.
import { has, t } from '../../words/words.svelte.ts';

export function optionWords(name: string, value: unknown): string {
  if (value === 'level') return t('islands.option.by_level');
  if (name === 'idle_guard' && value === 0) return t('islands.option.off');
  if (name === 'idle_guard' || name === 'bell') return t('islands.option.seconds', { count: Number(value) });
  if (typeof value === 'boolean') return t(value ? 'islands.option.on' : 'islands.option.off');
  return has(`islands.option.${name}_${value}`) ? t(`islands.option.${name}_${value}`) : String(value);
}
