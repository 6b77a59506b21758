// All text, from the files that the terminal reads too (src/jeton/words). `t` is reactive: a component that calls it is
// drawn again when the language changes.

import { later } from '../kit/lazyImport.ts';
import { find, sentence, type Texts, type Values } from './sentence.ts';

export const LANGUAGES = ['en', 'fr', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];
export type { Values };

type Files = Record<string, Texts>;
const LOADERS: Record<Language, () => Promise<{ default: Files }>> = {
  en: () => import('./en.ts'),
  fr: () => import('./fr.ts'),
  nl: () => import('./nl.ts'),
};
/** Words that only some tables need, and where they are: fetched with the first of them. */
const more = () => later(() => import('./more.ts'));
const learnt = new Set<string>();

/** What was fetched of each language, by domain. */
const known: Record<Language, Texts> = { en: {}, fr: {}, nl: {} };
const current = $state<{ language: Language; ready: boolean; domains: number }>({
  language: 'en',
  ready: false,
  domains: 0,
});

export function isLanguage(text: string): text is Language {
  return (LANGUAGES as readonly string[]).includes(text);
}

/** The browser's language if we speak it, else English. */
export function guess(wanted: readonly string[]): Language {
  for (const one of wanted) {
    const short = one.slice(0, 2).toLowerCase();
    if (isLanguage(short)) return short;
  }
  return 'en';
}

/** Texts by domain, from the files of a language. */
export function gather(files: Files): Texts {
  const found: Texts = {};
  for (const [path, texts] of Object.entries(files)) found[path.replace(/^.*\/|\.json$/g, '')] = texts;
  return found;
}

export async function speak(language: Language): Promise<void> {
  Object.assign(known[language], gather((await later(LOADERS[language])).default));
  await Promise.all([...learnt].map((domain) => bring(language, domain)));
  current.language = language;
  made.clear();
  current.ready = true;
  if (typeof document !== 'undefined') document.documentElement.lang = language;
}

async function bring(language: Language, domain: string): Promise<void> {
  const loader = (await more()).EXTRA[`../../../src/jeton/words/${language}/${domain}.json`];
  const texts = loader && (await later(loader));
  made.clear();
  if (!texts || known[language][domain]) return;
  known[language][domain] = texts;
  current.domains += 1; // what was said without these words is said again
}

/** Learn the words of a domain that is not there from the start, now and in every later language. */
export async function learn(...domains: string[]): Promise<void> {
  for (const domain of domains) learnt.add(domain);
  await Promise.all(domains.map((domain) => bring(current.language, domain)));
}

export function language(): Language {
  return current.language;
}

/** Sentences made before: a table says the same few hundred again and again. */
const made = new Map<string, string>();
const MOST = 2000;

/** The sentence of a key, its values filled in; `count` chooses the plural form. */
export function t(key: string, values?: Values): string {
  void current.domains;
  const asked = `${current.language} ${key} ${values ? JSON.stringify(values) : ''}`;
  let found = made.get(asked);
  if (found === undefined) {
    if (made.size >= MOST) made.clear();
    found = sentence(known[current.language], current.language, key, values).replace(/(?<!\.)\.\.$/, '.'); // "… gives back S.H.I.E.L.D."
    made.set(asked, found);
  }
  return found;
}

export function has(key: string): boolean {
  void current.domains;
  return find(known[current.language], key) !== undefined;
}

/** The key with the title's name at its end if it has words of its own there. */
export function variant(key: string, title: string): string {
  return has(`${key}_${title}`) ? `${key}_${title}` : key;
}

/** The mark between what something is and what it says: French puts a space before it. */
export const colon = (): string => (current.language === 'fr' ? '\u00a0: ' : ': ');

const lists = new Map<Language, Intl.ListFormat>();

/** Join things into a list: "a, b and c". */
export function list(items: readonly string[]): string {
  let format = lists.get(current.language);
  if (!format) {
    // British English: no comma before the last one.
    const locale = current.language === 'en' ? 'en-GB' : current.language;
    format = new Intl.ListFormat(locale, { style: 'long', type: 'conjunction' });
    lists.set(current.language, format);
  }
  return format.format(items);
}

/** How long ago something was: "3 minutes ago". */
export function ago(at: number): string {
  const minutes = Math.round((Date.now() - at) / 60_000);
  const format = new Intl.RelativeTimeFormat(current.language, { numeric: 'auto', style: 'short' });
  if (minutes < 60) return format.format(-minutes, 'minute');
  return minutes < 1440
    ? format.format(-Math.round(minutes / 60), 'hour')
    : format.format(-Math.round(minutes / 1440), 'day');
}

/** The numbered rules of a title in the current language: number to text. */
export async function rules(): Promise<Record<string, string>> {
  const loader = (await more()).RULES[`../../../src/jeton/words/${current.language}/rules.json`];
  return loader ? ((await later(loader)) as unknown as Record<string, string>) : {};
}
