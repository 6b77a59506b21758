// Passkeys: turns the server's JSON into what the browser wants, and back. Bytes travel as base64url.

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function toText(bytes: ArrayBuffer | Uint8Array): string {
  const plain = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Browsers make passkeys only for a name with TLS, or for the machine itself; never for a numeric address. */
export function passkeysWork(secure: boolean, host: string, known: boolean): boolean {
  return secure && known && !/^[\d.]+$|:/.test(host);
}

type Json = Record<string, unknown>;
const described = (all: unknown): PublicKeyCredentialDescriptor[] =>
  ((all as { id: string }[] | undefined) ?? []).map((one) => ({ type: 'public-key', id: toBytes(one.id) }));

export function creation(options: Json): PublicKeyCredentialCreationOptions {
  const user = options.user as { id: string; name: string; displayName: string };
  return {
    ...(options as unknown as PublicKeyCredentialCreationOptions),
    challenge: toBytes(options.challenge as string),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: described(options.excludeCredentials),
  };
}

export function request(options: Json): PublicKeyCredentialRequestOptions {
  return {
    ...(options as unknown as PublicKeyCredentialRequestOptions),
    challenge: toBytes(options.challenge as string),
    allowCredentials: described(options.allowCredentials),
  };
}

/** A passkey's answer, to send. */
export function answer(credential: PublicKeyCredential): Json {
  const said = credential.response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse;
  const response: Json = { clientDataJSON: toText(said.clientDataJSON) };
  for (const part of ['attestationObject', 'authenticatorData', 'signature', 'userHandle'] as const) {
    if (said[part]) response[part] = toText(said[part]);
  }
  return {
    id: credential.id,
    rawId: toText(credential.rawId),
    type: credential.type,
    response,
    clientExtensionResults: {},
  };
}

/** Make a passkey; null if the person cancels. */
export async function makePasskey(options: Json): Promise<Json | null> {
  return asked(() => navigator.credentials.create({ publicKey: creation(options) }));
}

/** Use a passkey; null if the person cancels. */
export async function usePasskey(options: Json): Promise<Json | null> {
  return asked(() => navigator.credentials.get({ publicKey: request(options) }));
}

async function asked(ask: () => Promise<Credential | null>): Promise<Json | null> {
  try {
    const found = await ask();
    return found ? answer(found as PublicKeyCredential) : null;
  } catch {
    // Every browser says NotAllowedError for a dialog that was closed, and little more for anything else.
    return null;
  }
}
