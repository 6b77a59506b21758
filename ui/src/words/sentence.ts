// Makes one sentence from the files of words: finds it by its key, in the plural form that its language has for a
// number, and fills in the values. It does what `jeton.words` does for the terminal, with the browser's own plurals.
export type Values = Record<string, string | number>;
export type Texts = { [key: string]: string | Texts };

/** What French elides before, accents aside: the island of Anna is "l’île d’Anna", that of Yann "de Yann". */
const VOWEL = /^([aeiouæœ]|y[^aeiouy])/i;

/** Values that may be the title of an island: inside a sentence its article is small, "naar de Piratenbaai". */
const TITLED = ['island', 'other'];
const ARTICLE = /^((De|Het|Le|La|Les|The) |L’)/;
/** What stands before a title that begins a sentence, or is a label of its own. */
const OPENS = /(^|[.:?(“«])\s*$/;

const plurals = new Map<string, Intl.PluralRules>();

function plural(language: string, count: number): string {
  let rules = plurals.get(language);
  if (!rules) {
    rules = new Intl.PluralRules(language);
    plurals.set(language, rules);
  }
  return rules.select(count);
}

/** The bare text of a key such as `page.tray.give_one`; undefined if there is none. */
export function find(texts: Texts, key: string): string | undefined {
  let found: string | Texts | undefined = texts;
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** The sentence; the key itself if it has none, so that nobody overlooks it. */
export function sentence(texts: Texts, language: string, key: string, values: Values = {}): string {
  const { count } = values;
  const counted =
    typeof count === 'number'
      ? (find(texts, `${key}_${plural(language, count)}`) ?? find(texts, `${key}_other`))
      : undefined;
  const bare = counted ?? find(texts, key) ?? key;
  return bare.replace(/(\b(?:de|que) )?\{(\w+)\}/gi, (_, before: string | undefined, name: string, at: number) => {
    const given = String(values[name] ?? '');
    const inside = TITLED.includes(name) && ARTICLE.test(given) && (before || !OPENS.test(bare.slice(0, at)));
    const value = inside ? given.charAt(0).toLowerCase() + given.slice(1) : given;
    const elided = before && language === 'fr' && VOWEL.test(value.normalize('NFD'));
    return (elided ? `${before.slice(0, -2)}’` : (before ?? '')) + value;
  });
}

/** With a capital letter at its head. */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** One after the other, each with one full stop; what is empty is left out. */
export const inTurn = (...said: string[]): string =>
  said
    .filter(Boolean)
    .map((one) => (/[.!?…]$/.test(one) ? one : `${one}.`))
    .join(' ');
