// What somebody likes, kept on the device.
import { SOUNDS, type Sound } from './kit/soundNames.ts';
import { guess, isLanguage, type Language } from './words/words.svelte.ts';

export type Theme = 'velvet' | 'parchment';
export type Confirm = 'always' | 'risky' | 'never';
export type Tips = 'first' | 'always' | 'never';
export type Curtain = 'always' | 'secret' | 'never';

export interface Settings {
  theme: Theme;
  language: Language;
  sound: boolean;
  /** Sounds switched off one by one. */
  muted: Sound[];
  motion: boolean;
  confirm: Confirm;
  /** Several people play at one device: when to hide the table until the next of them is ready. */
  curtain: Curtain;
  /** Show the printed cost in place of the one after bonuses. */
  printed: boolean;
  /** When to give tips beside the table, against bots: in somebody's first game, or as they like. */
  tips: Tips;
}

const KEY = 'jeton.settings';

export function defaults(): Settings {
  const dark = typeof matchMedia !== 'undefined' && matchMedia('(prefers-color-scheme: light)').matches === false;
  return {
    theme: dark ? 'velvet' : 'parchment',
    language: guess(typeof navigator === 'undefined' ? [] : navigator.languages),
    sound: true,
    muted: [],
    motion: true,
    confirm: 'always',
    curtain: 'secret',
    printed: false,
    tips: 'first',
  };
}

/** Settings from a text that an older page, or anybody, may have written. */
export function read(text: string | null): Settings {
  const found = defaults();
  if (!text) return found;
  try {
    const kept = JSON.parse(text) as Record<string, unknown>;
    if (kept.theme === 'velvet' || kept.theme === 'parchment') found.theme = kept.theme;
    if (typeof kept.language === 'string' && isLanguage(kept.language)) found.language = kept.language;
    if (kept.confirm === 'always' || kept.confirm === 'risky' || kept.confirm === 'never') found.confirm = kept.confirm;
    if (kept.curtain === 'always' || kept.curtain === 'never') found.curtain = kept.curtain;
    if (kept.tips === 'always' || kept.tips === 'never') found.tips = kept.tips;
    if (Array.isArray(kept.muted)) found.muted = SOUNDS.filter((name) => (kept.muted as unknown[]).includes(name));
    for (const key of ['sound', 'motion', 'printed'] as const) {
      if (typeof kept[key] === 'boolean') found[key] = kept[key];
    }
  } catch {
    // Not ours: the defaults will do.
  }
  return found;
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const settings = $state<Settings>(read(stored()));

export function set<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that stores nothing: the settings hold until the page closes.
  }
}

/** Whether things may fly about. */
export function mayMove(): boolean {
  return settings.motion && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
