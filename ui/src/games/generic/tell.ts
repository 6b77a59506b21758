// Any view as lines: what a part of it is called, what it says, and how deep it lies.

/** By language: the words that a title brings. */
export type Texts = Record<string, Record<string, string>>;
export interface Line {
  key: string;
  depth: number;
  name: string;
  value: string;
}

/** What every view has, and the table shows in another way. */
const APART = new Set(['title', 'seat', 'moves', 'outcome']);

export function say(texts: Texts, language: string, key: string, plain: string): string {
  return texts[language]?.[key] ?? texts.en?.[key] ?? plain;
}

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object';

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(', ') || '–';
  return value === null || value === undefined || value === '' ? '–' : String(value);
}

export function tell(view: object, name: (field: string) => string): Line[] {
  const lines: Line[] = [];
  const walk = (field: string, value: unknown, depth: number, at: string): void => {
    const key = `${at}/${field}`;
    if (isPlain(value) || (Array.isArray(value) && value.every(isPlain))) {
      lines.push({ key, depth, name: name(field), value: shown(value) });
      return;
    }
    lines.push({ key, depth, name: name(field), value: '' });
    for (const [part, inner] of Object.entries(value as object)) walk(part, inner, depth + 1, key);
  };
  for (const [field, value] of Object.entries(view)) if (!APART.has(field)) walk(field, value, 0, '');
  return lines;
}
