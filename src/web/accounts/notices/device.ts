import { api } from '#web/lib/call/call.ts';
import { registerWorker } from '#web/lib/worker/worker.ts';
import { stored } from './storedDevice.ts';

/** Whether this browser can show push messages: never, only in the installed app (iPhone), blocked by the user, or yes. */
export type Ability = 'none' | 'install-first' | 'denied' | 'yes';

export function ability(): Ability {
  const isApple = /iPhone|iPad/.test(navigator.userAgent);
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  if (isApple && !isInstalled) return 'install-first';
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) return 'none';
  return Notification.permission === 'denied' ? 'denied' : 'yes';
}

/** Asks for permission and subscribes this device; false if it was not granted. */
export async function switchOn(key: string, userId: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await subscribe(key);
  stored.set(userId);
  return true;
}

/** Unsubscribes this device, in the browser too. */
export async function switchOff(): Promise<void> {
  stored.clear();
  const registration = await navigator.serviceWorker?.getRegistration();
  const known = await registration?.pushManager?.getSubscription();
  await known?.unsubscribe();
}

/** Re-registers a device that was subscribed before: after a new sign-in or with another server key. */
export async function renew(userId: string): Promise<void> {
  if (!stored.isOf(userId) || ability() !== 'yes' || Notification.permission !== 'granted') return;
  // Also lets the worker of today follow one of an earlier version.
  await registerWorker();
  const { key, devices } = await api.push.list();
  if (!devices.some(({ isCurrent }) => isCurrent)) await subscribe(key);
}

async function subscribe(key: string): Promise<void> {
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // A subscription is bound to one server key.
  if (known && textOf(known.options.applicationServerKey) !== key) await known.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await api.push.add({ endpoint: endpoint ?? '', p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' });
}

function textOf(bytes: ArrayBuffer | null): string {
  const binary = [...new Uint8Array(bytes ?? new ArrayBuffer(0))].map((byte) => String.fromCodePoint(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
