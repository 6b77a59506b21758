// Turn notices on this device: the browser asks for permission only after somebody presses a button for it.

import { toBytes, toText } from './account/passkeys.ts';
import { ask } from './api.ts';
import type { NoticeInfo } from './protocol.ts';

/** Whether notices come here; if not, whether they can. */
export type Notices = 'on' | 'off' | 'blocked' | 'insecure' | 'impossible';

async function worker(): Promise<ServiceWorkerRegistration | null> {
  return (await navigator.serviceWorker?.getRegistration()) ?? null;
}

export async function notices(): Promise<Notices> {
  if (!isSecureContext) return 'insecure';
  const here = await worker();
  if (!here || !('PushManager' in window) || !('Notification' in window)) return 'impossible';
  if (Notification.permission === 'denied') return 'blocked';
  return (await here.pushManager.getSubscription()) ? 'on' : 'off';
}

/** Ask for permission and tell the server where to send; throws if the browser's push service does not answer. */
export async function turnOn(): Promise<Notices> {
  const here = await worker();
  if (!here || (await Notification.requestPermission()) !== 'granted') return notices();
  const { key } = await ask<NoticeInfo>('GET', '/api/me/notices');
  let kept = await here.pushManager.getSubscription();
  if (kept && !same(kept, key)) {
    await kept.unsubscribe(); // from a server that had another key
    kept = null;
  }
  kept ??= await here.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: toBytes(key) });
  await ask('POST', '/api/me/notices', device(kept));
  return 'on';
}

export async function turnOff(): Promise<Notices> {
  const kept = await (await worker())?.pushManager.getSubscription();
  if (kept) {
    await ask('POST', '/api/me/notices/remove', { endpoint: kept.endpoint });
    await kept.unsubscribe();
  }
  return 'off';
}

function same(kept: PushSubscription, key: string): boolean {
  const known = kept.options.applicationServerKey;
  return known !== null && toText(known) === key;
}

function device(kept: PushSubscription): { endpoint: string; keys: Record<string, string> } {
  const key = (name: PushEncryptionKeyName): string => toText(kept.getKey(name) ?? new ArrayBuffer(0));
  return { endpoint: kept.endpoint, keys: { p256dh: key('p256dh'), auth: key('auth') } };
}
