import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { demoPassword, emailOf } from '#test/harness.ts';
import { objectUrl, paper } from '#test/stage/files.ts';
import { resumable, startStorage, type StorageServer } from '#test/storage.ts';
import { setClock } from '#server/platform/process/clock.ts';

let server: StorageServer;
beforeAll(async () => {
  server = await startStorage();
});
afterAll(() => server.close());

type Device = { id: string; isCurrent: boolean };

const listed = async (token: string) =>
  (await server.ask('GET', `/v0/b/club-files/o?prefix=users/${await server.userId('reader')}/`, { token })).status;

async function browser() {
  const client = await server.signedIn('reader');
  const { token } = (await client.post<{ token: string }>('/api/session/token')).body;
  return { client, token };
}

test('a storage token works no longer once its session was signed out', async () => {
  const { client, token } = await browser();
  expect(await listed(token)).toBe(200);
  await client.post('/api/session/sign-out');
  expect(await listed(token)).toBe(401);
});

test('a storage token ends with the session that its owner ends elsewhere; the other one keeps working', async () => {
  const phone = await browser();
  const laptop = await browser();
  const devices = (await phone.client.get<Device[]>('/api/session/devices')).body;
  for (const { id } of devices.filter(({ isCurrent }) => !isCurrent)) await phone.client.send('DELETE', `/api/session/devices/${id}`);
  expect([await listed(phone.token), await listed(laptop.token)]).toEqual([200, 401]);
});

test('a storage token ends when the board ends the sessions of its owner, also in the middle of an upload', async () => {
  const { token } = await browser();
  const id = await server.userId('reader');
  const up = resumable(server, () => token);
  const url = await up.begin(`users/${id}/halb.pdf`, 600_000);
  const admin = await server.signedIn('admin');
  expect((await admin.send('DELETE', `/api/users/${id}/sessions`)).status).toBe(200);
  expect((await up.send(url, 'upload', 0, paper(300_000))).status).toBe(401);
});

test('a storage token ends with the maximum age of its session', async () => {
  const { token } = await browser();
  await server.sql(`update auth_session s set created_at = now() - interval '30 days 1 minute' from app_user u
    where u.id = s.user_id and u.email = '${emailOf('reader')}'`);
  expect(await listed(token)).toBe(401);
});

test('a client that knows the key, but has no session, gets nothing; nor does a token with a lifetime above an hour', async () => {
  const sub = await server.userId('reader');
  const { client } = await browser();
  const [device] = (await client.get<Device[]>('/api/session/devices')).body.filter(({ isCurrent }) => isCurrent);
  const made = (sid: string | undefined, minutes: number) =>
    new SignJWT({ ...(sid && { sid }) })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('vereinsportal')
      .setSubject(sub)
      .setIssuedAt()
      .setExpirationTime(`${minutes} minutes`)
      .sign(new TextEncoder().encode(server.secret));
  expect(await listed(await made(device?.id, 60))).toBe(200);
  expect(await listed(await made(device?.id, 61))).toBe(401);
  expect(await listed(await made(randomUUID(), 60))).toBe(401);
  expect(await listed(await made(undefined, 60))).toBe(401);
});

test('a storage token is valid for an hour, whatever the session does', async () => {
  const { token } = await browser();
  setClock(new Date(Date.now() + 59 * 60_000));
  expect(await listed(token)).toBe(200);
  setClock(new Date(Date.now() + 61 * 60_000));
  expect(await listed(token)).toBe(401);
  setClock();
  expect((await server.ask('GET', objectUrl('users/nobody/x'), { token })).status).toBe(403);
});

test('after a password change only the token of this browser works', async () => {
  const thief = await browser();
  const owner = await browser();
  const password = 'Turnbeutel neben Sprossenwand';
  expect((await owner.client.post('/api/session/password', { currentPassword: demoPassword, password })).status).toBe(200);
  expect([await listed(owner.token), await listed(thief.token)]).toEqual([200, 401]);
});
