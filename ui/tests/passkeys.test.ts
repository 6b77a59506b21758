import { expect, test } from 'vitest';
import { answer, creation, passkeysWork, request, toBytes, toText } from '../src/account/passkeys.ts';

test('bytes survive the way there and back', () => {
  for (const length of [0, 1, 2, 3, 31, 32, 255]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 151 + 250) % 256);
    expect(toText(bytes)).not.toMatch(/[+/=]/);
    expect([...toBytes(toText(bytes))]).toEqual([...bytes]);
  }
});

test('the options of the server become those of the browser', () => {
  const made = creation({
    challenge: 'AQID',
    user: { id: 'BAU', name: 'ann', displayName: 'Ann' },
    rp: { id: 'localhost' },
  });
  expect([...(made.challenge as Uint8Array)]).toEqual([1, 2, 3]);
  expect([...(made.user.id as Uint8Array)]).toEqual([4, 5]);
  expect(made.excludeCredentials).toEqual([]);
  const used = request({ challenge: 'AQID', allowCredentials: [{ id: 'Bgc', type: 'public-key' }] });
  expect(used.allowCredentials).toEqual([{ type: 'public-key', id: Uint8Array.from([6, 7]) }]);
});

test('an answer says only what the browser said', () => {
  const raw = Uint8Array.from([1, 2]).buffer;
  const said = {
    id: 'AQI',
    rawId: raw,
    type: 'public-key',
    response: { clientDataJSON: raw, signature: raw, userHandle: null },
  };
  expect(answer(said as unknown as PublicKeyCredential)).toEqual({
    id: 'AQI',
    rawId: 'AQI',
    type: 'public-key',
    response: { clientDataJSON: 'AQI', signature: 'AQI' },
    clientExtensionResults: {},
  });
});

test('passkeys want a name and TLS', () => {
  expect(passkeysWork(true, 'games.example', true)).toBe(true);
  expect(passkeysWork(true, 'localhost', true)).toBe(true);
  expect(passkeysWork(true, '127.0.0.1', true)).toBe(false);
  expect(passkeysWork(true, '[::1]', true)).toBe(false);
  expect(passkeysWork(false, 'games.example', true)).toBe(false);
  expect(passkeysWork(true, 'games.example', false)).toBe(false);
});
