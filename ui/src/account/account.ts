// Accounts, for people who want their games on several devices: the server's API for them.
import { ask, Refused } from '../api.ts';
import type { Account, Me, SignedIn } from '../protocol.ts';
import { makePasskey, usePasskey } from './passkeys.ts';

type Options = Record<string, unknown>;

/** Whether the server wants to see a passkey or the password once more before it makes a new way in. */
export const asksAgain = (error: unknown): boolean => error instanceof Refused && error.code === 'sign_in_again';

export const account = {
  show: () => ask<Account>('GET', '/api/account'),
  setPassword: (login: string, password: string, current: string | null) =>
    ask<Me>('POST', '/api/account/password', { login, password, current }),
  dropPassword: (current: string) => ask<Account>('POST', '/api/account/password/remove', { current }),
  signIn: (login: string, password: string) => ask<SignedIn>('POST', '/api/account/sign-in', { login, password }),
  signOut: (everywhere: boolean) => ask<void>('POST', `/api/logout?everywhere=${everywhere}`),
  forget: (current: string | null) => ask<void>('POST', '/api/account/delete', { current }),
  bots: () => ask<Me[]>('GET', '/api/me/bots'),
  makeBot: (name: string) => ask<Me>('POST', '/api/me/bots', { name }),
  renewBot: (id: string) => ask<Me>('POST', `/api/me/bots/${encodeURIComponent(id)}/token`),
  dropBot: (id: string) => ask<undefined>('DELETE', `/api/me/bots/${encodeURIComponent(id)}`),
  dropPasskey: (id: string) => ask<Account>('DELETE', `/api/account/passkeys/${encodeURIComponent(id)}`),

  /** Make a passkey on this device; null if the person cancels. */
  async addPasskey(name: string): Promise<Account | null> {
    const credential = await makePasskey(await ask<Options>('POST', '/api/account/passkeys/begin'));
    return credential && ask<Account>('POST', '/api/account/passkeys', { credential, name });
  },

  /** Sign in with a passkey; null if the person cancels. */
  async usePasskey(): Promise<SignedIn | null> {
    const credential = await usePasskey(await ask<Options>('POST', '/api/account/passkey/begin'));
    return credential && ask<SignedIn>('POST', '/api/account/passkey', { credential });
  },
};
