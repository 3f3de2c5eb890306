import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PushDevice } from '#shared/accounts/push.ts';
import { everyClub } from '#server/platform/database/database.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { notifyAccounts } from '../notices/service.ts';
import { isInside, pushOrigin } from './address.ts';
import { encryptFor } from './cipher.ts';
import { startPush } from './delivery.ts';
import { keepDevices } from './service.ts';

type Received = { path: string; headers: http.IncomingHttpHeaders; body: Buffer };

let server: TestServer;
let parent: Client;
let userId: string;
const received: Received[] = [];
let status = 201;
const service = http.createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => void parts.push(part));
  request.on('end', () => {
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
    response.writeHead(status, status === 429 ? { 'retry-after': '120' } : {}).end();
  });
});
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  server = await startServer({ PUSH_ORIGINS: origin, PUSH_VAPID_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw' });
  parent = await server.signedIn('reader');
  userId = (await parent.get<{ user: { id: string } }>('/api/session')).body.user.id;
});
afterEach(async () => {
  setClock();
  status = 201;
  received.length = 0;
  await server.sql('delete from push_subscription');
});
afterAll(async () => {
  await server.close();
  service.close();
});

/** Subscribes a browser with its own keys. */
async function switchOn(who = parent, path = `/to/${randomUUID()}`) {
  const ecdh = createECDH('prime256v1');
  const [point, auth] = [ecdh.generateKeys(), randomBytes(16)];
  const keys = { p256dh: point.toString('base64url'), auth: auth.toString('base64url') };
  const { status: answered } = await who.send('PUT', '/api/me/push', { endpoint: origin + path, ...keys });
  expect(answered).toBe(200);
  return { path, read: (body: Buffer) => decrypt(body, ecdh, auth) };
}

function decrypt(body: Buffer, own: ReturnType<typeof createECDH>, auth: Buffer): string {
  const [salt, theirs, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const derive = (secret: Buffer, by: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync('sha256', secret, by, info, length));
  const secret = derive(own.computeSecret(theirs), auth, Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), theirs]), 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const decipher = createDecipheriv('aes-128-gcm', key, derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  expect(text.at(-1)).toBe(2);
  return text.subarray(0, -1).toString();
}

const tell = (shownFrom?: Date) =>
  server.database.write(everyClub, ({ tx }) =>
    notifyAccounts(tx, {
      userIds: [userId],
      club: 'RWA',
      topic: 'session_off',
      title: 'Fällt aus: Handball-Minis',
      body: 'Kim Muster kann zu Hause bleiben.',
      onceKey: randomUUID(),
      shownFrom,
    }),
  );

async function deliver() {
  const push = startPush(server, async () => false);
  const before = received.length;
  push.wake();
  await expect.poll(async () => (await waiting()).filter(({ is_due }) => is_due).length, { timeout: 5000 }).toBe(0);
  await push.stop();
  return received.slice(before);
}
const waiting = () =>
  server.sql<{ is_due: boolean; pause: number }>(
    `select next_attempt_at <= now() or next_attempt_at < now() + interval '35 seconds' as is_due,
       round(extract(epoch from next_attempt_at - now()) / 60)::int as pause from push_message`,
  );
const devices = async (who = parent) => (await who.get<{ devices: PushDevice[] }>('/api/me/push')).body.devices;

test('a message is encrypted as in the example of RFC 8291, byte for byte', () => {
  const key = (text: string) => Buffer.from(text, 'base64url');
  const sealed = encryptFor(
    { p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4', auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
    'When I grow up, I want to be a watermelon',
    key('DGv6ra1nlYgDCS1FRnbzlw'),
    key('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  );
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

test('a push message contains the name of the club and the kind of notice, and no name, offer or text', async () => {
  const { read, path } = await switchOn();
  await tell();
  const [message, ...others] = await deliver();
  expect(others).toEqual([]);
  if (!message) throw new Error('nothing was sent');
  expect(message.path).toBe(path);
  expect(JSON.parse(read(message.body))).toEqual({
    title: 'Rot-Weiß Auenfeld',
    body: 'Ein Termin fällt aus.',
    url: '/me',
    tag: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(message.headers).toMatchObject({ urgency: 'high', 'content-encoding': 'aes128gcm' });
  const [, token = '', point = ''] = /^vapid t=(.+), k=(.+)$/.exec(message.headers.authorization ?? '') ?? [];
  const [head, claims, signature] = token.split('.');
  const bytes = Buffer.from(point, 'base64url');
  const half = (from: number, to: number) => bytes.subarray(from, to).toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: half(1, 33), y: half(33, 65) } });
  expect(
    verify('sha256', Buffer.from(`${head}.${claims}`), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature ?? '', 'base64url')),
  ).toBe(true);
  expect(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())).toMatchObject({ aud: origin });
  expect(await waiting()).toEqual([]);
});

test('notices that can still be undone are not sent, and accounts without push get none', async () => {
  await switchOn();
  await tell(new Date(Date.now() + 60_000));
  expect(await deliver()).toEqual([]);
  await server.sql('delete from user_notice where shown_from > now()');
  expect(await waiting()).toEqual([]);
  await parent.send('PUT', '/api/me/notices/choices', { kind: 'dates', mail: true, push: false });
  await tell();
  expect(await deliver()).toEqual([]);
  await parent.send('PUT', '/api/me/notices/choices', { kind: 'dates', mail: true, push: true });
});

test('an expired device is removed; a rate-limited or failing service is retried later', async () => {
  await switchOn();
  status = 429;
  await tell();
  await deliver();
  expect(await waiting()).toMatchObject([{ pause: 2 }]);
  await server.sql('update push_message set next_attempt_at = now()');
  status = 503;
  await deliver();
  expect(await waiting()).toMatchObject([{ pause: 2 }]);
  await server.sql('update push_message set next_attempt_at = now()');
  status = 410;
  await deliver();
  expect([await waiting(), await devices()]).toEqual([[], []]);
});

test('a service that refuses five times in a row is asked no more, one success in between starts anew', async () => {
  await switchOn();
  const toldWith = async (answer: number) => {
    status = answer;
    await tell();
    await deliver();
  };
  for (let nth = 0; nth < 4; nth++) await toldWith(403);
  expect(await devices()).toHaveLength(1);
  await toldWith(201);
  for (let nth = 0; nth < 4; nth++) await toldWith(403);
  expect(await devices()).toHaveLength(1);
  await toldWith(403);
  expect([await waiting(), await devices()]).toEqual([[], []]);
});

test('only push services are called: no other host, and none in the local network', async () => {
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  for (const endpoint of ['http://127.0.0.1:5432/', 'https://evil.example/', 'https://fcm.googleapis.com.evil.example/', 'x'])
    expect((await parent.send('PUT', '/api/me/push', { endpoint, ...keys })).body).toMatchObject({
      code: 'push-endpoint-refused',
      fields: [{ path: 'endpoint' }],
    });
  expect((await parent.send('PUT', '/api/me/push', { endpoint: `${origin}/a`, ...keys, p256dh: 'abc' })).body.fields).toMatchObject([
    { path: 'p256dh' },
  ]);
  const known = [
    'https://fcm.googleapis.com/fcm/send/a',
    'https://web.push.apple.com/Q',
    'https://wns2-am3p.notify.windows.com/w/?token=a',
  ];
  for (const endpoint of known) expect(pushOrigin(endpoint, [])).toBe(new URL(endpoint).origin);
  for (const endpoint of ['http://fcm.googleapis.com/a', 'https://fcm.googleapis.com:8443/a', 'https://u:p@fcm.googleapis.com/a'])
    expect(pushOrigin(endpoint, [])).toBeUndefined();
  for (const one of ['127.0.0.1', '10.1.2.3', '192.168.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1', 'fd00::1', 'fe80::1'])
    expect([one, isInside(one)]).toEqual([one, true]);
  for (const one of ['142.250.185.74', '2a00:1450:4001:82a::200a']) expect([one, isInside(one)]).toEqual([one, false]);
});

test('push ends with signing out on the device, not with an expired session, and nobody sees or ends that of others', async () => {
  const till = await server.signedIn('trainer');
  await switchOn();
  const [mine] = await devices();
  expect(mine).toMatchObject({ isCurrent: true });
  expect(await devices(till)).toEqual([]);
  expect((await till.send('DELETE', `/api/me/push/${mine?.id}`)).status).toBe(404);
  expect((await server.visitor().get('/api/me/push')).status).toBe(401);
  const phone = await server.signedIn('reader');
  await switchOn(phone);
  expect(await devices()).toHaveLength(2);
  await phone.post('/api/session/sign-out');
  expect(await devices()).toHaveLength(1);
  const tablet = await server.signedIn('reader');
  await switchOn(tablet);
  await server.sql(
    "update auth_session set expires_at = now() - interval '1 hour' where id = (select session_id from push_subscription order by created_at desc limit 1)",
  );
  await keepDevices(server.database);
  await server.sql('delete from auth_session where expires_at < now()');
  expect(await devices()).toHaveLength(2);
  expect((await parent.send('DELETE', `/api/me/push/${mine?.id}`)).status).toBe(200);
  expect(await devices()).toHaveLength(1);
});
