import { z } from 'zod';
import { done, endpoint } from '#shared/kernel/contract.ts';
import { id } from '#shared/kernel/fields.ts';

/** The maximum number of devices of an account that receive push messages; another one replaces the oldest. */
export const pushDevicesAtMost = 10;

const base64url = z.string().regex(/^[\w-]{1,200}$/, 'Diese Angabe ist kein Schlüssel.');

/** A Web Push subscription of a browser: the URL at its push service, and its public keys (base64url). */
const subscription = z.strictObject({ endpoint: z.string().min(1).max(1000), p256dh: base64url, auth: base64url });

const pushDevice = z.object({
  id,
  device: z.string().describe('The device name derived from the User-Agent header of the browser.'),
  createdAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
export type PushDevice = z.infer<typeof pushDevice>;

/** The devices of an account that receive push messages. A subscription ends with the session on its device. */
export const pushContract = {
  list: endpoint(
    { access: 'pushSubscriptions.manage' },
    {
      method: 'GET',
      path: '/me/push',
      summary: 'Welche Geräte Mitteilungen zeigen',
      description: '`key` is the public key with which browsers subscribe to push messages (VAPID).',
    },
  ).output(z.object({ key: z.string(), devices: z.array(pushDevice) })),
  add: endpoint(
    { access: 'pushSubscriptions.manage' },
    {
      method: 'PUT',
      path: '/me/push',
      summary: 'Mitteilungen auf diesem Gerät einschalten',
      refuses: ['push-endpoint-refused'],
      description: 'Push messages contain the name of the club and the kind of notice only; never a person, an offer or a date.',
      example: {
        endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAA',
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    },
  )
    .input(subscription)
    .output(done),
  remove: endpoint(
    { access: 'pushSubscriptions.manage' },
    { method: 'DELETE', path: '/me/push/{id}', summary: 'Mitteilungen auf einem Gerät ausschalten' },
  )
    .input(z.strictObject({ id }))
    .output(done),
};
