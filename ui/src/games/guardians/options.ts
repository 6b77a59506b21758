// What an option of a table is set to, in words.
import { has, t } from '../../words/words.svelte.ts';

export function optionWords(name: string, value: unknown): string {
  if (value === 'level') return t('guardians_page.option.by_level');
  if (name === 'idle_guard' && value === 0) return t('guardians_page.option.off');
  if (name === 'idle_guard' || name === 'bell') return t('guardians_page.option.seconds', { count: Number(value) });
  if (typeof value === 'boolean') return t(value ? 'guardians_page.option.on' : 'guardians_page.option.off');
  return has(`guardians_page.option.${name}_${value}`) ? t(`guardians_page.option.${name}_${value}`) : String(value);
}
