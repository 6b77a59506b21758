// Who sits before this screen: a guest with a name, kept by a cookie; the page only knows the name.
import { api } from './api.ts';
import type { Me } from './protocol.ts';
import { SITE } from './root.ts';
import { settings } from './settings.svelte.ts';
import { t } from './words/words.svelte.ts';

const NAME_KEY = 'jeton.name';

export const person = $state<{ me: Me | null; name: string; known: boolean }>({ me: null, name: '', known: false });
/** The server has said who we are, if anybody: it may know us under another name than this page does. */
let told = false;

/** Ask the server who we are; it makes a guest only when somebody wants to play. */
export async function whoAmI(): Promise<void> {
  try {
    person.me = await api.me();
    told = true;
  } catch (error) {
    if (!SITE) throw error;
  } finally {
    person.name = person.me?.name ?? (person.name || remembered());
    person.known = true;
  }
}

function remembered(): string {
  try {
    return localStorage.getItem(NAME_KEY) ?? '';
  } catch {
    return '';
  }
}

/** The typed name, or a friendly stand-in. */
export function shownName(): string {
  return person.name.trim() || t('page.home.guest');
}

/** Keep the typed name on this device. */
export function remember(): void {
  try {
    localStorage.setItem(NAME_KEY, shownName());
  } catch {
    // The cookie will do.
  }
}

/** Let the server know the typed name, if there is one that it does not know; answer whether it has learnt it. */
export async function introduce(): Promise<boolean> {
  const name = person.name.trim();
  if (!told || !name || person.me?.name === name) return false;
  return beSomebody().then(
    () => true,
    () => false,
  );
}

let asked: Promise<Me> | null = null;
/** Be somebody; who asks twice at once is one and the same. */
export const beSomebody = (): Promise<Me> =>
  (asked ??= become().finally(() => {
    asked = null;
  }));

/** Make a guest, or adopt the new name. */
async function become(): Promise<Me> {
  const name = shownName();
  remember();
  if (!person.me) person.me = await api.guest(name, settings.language);
  else if (person.me.name !== name) person.me = await api.rename(name, settings.language);
  person.name = person.me.name;
  return person.me;
}
