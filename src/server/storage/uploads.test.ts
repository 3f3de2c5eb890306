import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ask, filesBelow, multipart, objectUrl, paper, type Sent, type Told } from '../../../test/stage/files.ts';
import { startStorage, type StorageServer } from '../../../test/storage.ts';
import { setClock } from '../platform/clock.ts';
import { removeOrphans, sweepUploads } from './service.ts';

let server: StorageServer;
let admin: string;
beforeAll(async () => {
  server = await startStorage({ STORAGE_QUOTA_BYTES: String(60 * 1024 * 1024) });
  admin = await server.token('admin');
});
afterEach(() => {
  setClock();
  vi.restoreAllMocks();
});
afterAll(() => server.close());

const md5Of = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64');

function start(name: string, sizeBytes: number, sent: Sent & { type?: string } = {}): Promise<Told> {
  return server.ask('POST', `/v0/b/club-files/o?name=${encodeURIComponent(name)}`, {
    token: admin,
    body: sent.body ?? JSON.stringify({ name }),
    ...sent,
    headers: {
      'x-goog-upload-protocol': 'resumable',
      'x-goog-upload-command': 'start',
      'x-goog-upload-header-content-length': String(sizeBytes),
      'x-goog-upload-header-content-type': sent.type ?? 'application/pdf',
      'content-type': 'application/json; charset=utf-8',
      ...sent.headers,
    },
  });
}

async function begin(name: string, sizeBytes: number): Promise<string> {
  const { status, headers } = await start(name, sizeBytes);
  expect([status, headers['x-goog-upload-status']]).toEqual([200, 'active']);
  const url = new URL(String(headers['x-goog-upload-url']));
  return url.pathname + url.search;
}

function send(url: string, command: string, offset?: number, body?: Buffer, sent: Sent = {}): Promise<Told> {
  return server.ask('POST', url, {
    token: admin,
    ...(body && { body }),
    ...sent,
    headers: { 'x-goog-upload-command': command, ...(offset !== undefined && { 'x-goog-upload-offset': String(offset) }), ...sent.headers },
  });
}

async function stored(name: string): Promise<Buffer> {
  return (await server.ask('GET', objectUrl(name, '?alt=media'), { token: admin })).bytes;
}

test('a chunk that is sent again at its offset replaces itself, one from beyond is refused', async () => {
  const bytes = paper(900_000, 2);
  const url = await begin('RWA/members/3/wieder.pdf', bytes.length);
  await send(url, 'upload', 0, bytes.subarray(0, 300_000));
  expect((await send(url, 'upload', 0, bytes.subarray(0, 400_000))).headers['x-goog-upload-status']).toBe('active');
  expect((await send(url, 'upload', 500_000, bytes.subarray(500_000, 600_000))).status).toBe(400);
  // Back into the middle of what is there.
  await send(url, 'upload', 100_000, bytes.subarray(100_000, 500_000));
  const query = await send(url, 'query');
  expect([query.headers['x-goog-upload-status'], query.headers['x-goog-upload-size-received']]).toEqual(['active', '500000']);
  const last = await send(url, 'upload, finalize', 500_000, bytes.subarray(500_000));
  expect(last.json).toMatchObject({ size: '900000', md5Hash: md5Of(bytes), contentType: 'application/pdf', metageneration: '1' });
  expect((await stored('RWA/members/3/wieder.pdf')).equals(bytes)).toBe(true);

  // The answer to the last chunk was lost: the same one comes, and nothing is stored twice.
  const again = await send(url, 'upload, finalize', 500_000, bytes.subarray(500_000));
  expect(again.json).toEqual(last.json);
  expect((await send(url, 'query')).headers['x-goog-upload-status']).toBe('final');
  expect((await send(url, 'cancel')).status).toBe(400);
});

test('of two writers on one upload one goes on, the other hears 503 and when to come again', async () => {
  const bytes = paper(600_000, 3);
  const url = await begin('RWA/members/3/zwei.pdf', bytes.length);
  const slow = http.request({
    host: '127.0.0.1',
    port: server.port,
    path: url,
    method: 'POST',
    headers: {
      authorization: `Firebase ${admin}`,
      'x-goog-upload-command': 'upload',
      'x-goog-upload-offset': '0',
      'content-length': 300_000,
    },
  });
  const answered = new Promise<number>((resolve, reject) =>
    slow.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject),
  );
  slow.write(bytes.subarray(0, 100_000));
  await expect.poll(() => filesBelow(path.join(server.folder, 'files/incoming')).length).toBe(1);
  const second = await send(url, 'upload', 0, bytes.subarray(0, 300_000));
  expect([second.status, second.headers['retry-after']]).toEqual([503, '1']);
  slow.end(bytes.subarray(100_000, 300_000));
  expect(await answered).toBe(200);
  expect((await send(url, 'upload, finalize', 300_000, bytes.subarray(300_000))).json['md5Hash']).toBe(md5Of(bytes));
});

test('a line that breaks in a chunk leaves the upload at the chunk before, and no bytes behind', async () => {
  const url = await begin('RWA/members/3/bruch.pdf', 600_000);
  await send(url, 'upload', 0, paper(100_000));
  const before = filesBelow(server.folder);
  const broken = http.request({
    host: '127.0.0.1',
    port: server.port,
    path: url,
    method: 'POST',
    headers: {
      authorization: `Firebase ${admin}`,
      'x-goog-upload-command': 'upload',
      'x-goog-upload-offset': '100000',
      'content-length': 300_000,
    },
  });
  broken.on('error', () => undefined);
  broken.write(Buffer.alloc(50_000));
  await expect.poll(() => filesBelow(server.folder).length).toBe(before.length + 1);
  broken.destroy();
  await expect.poll(() => filesBelow(server.folder)).toEqual(before);
  expect((await send(url, 'query')).headers['x-goog-upload-size-received']).toBe('100000');
  expect((await send(url, 'cancel')).status).toBe(200);
  expect((await send(url, 'cancel')).status).toBe(200);
  expect((await send(url, 'upload', 0, paper(10))).status).toBe(400);
  await expect.poll(() => filesBelow(server.folder).length).toBe(before.length - 1);
});

test('an upload belongs to the user who began it, and his right is looked at again at its end', async () => {
  const bytes = paper(300_000);
  const url = await begin('RWA/members/3/rechte.pdf', bytes.length);
  const other = await server.token('super');
  for (const command of ['query', 'upload', 'upload, finalize', 'cancel'])
    expect([command, (await send(url, command, 0, undefined, { token: other })).status]).toEqual([command, 403]);
  expect((await send(url, 'upload', 0, bytes, { token: undefined })).status).toBe(401);
  expect((await send(url.replace(/upload_id=[^&]+/, 'upload_id=nothing'), 'query')).status).toBe(404);
  expect((await send(url, 'upload', 0, bytes.subarray(0, 200_000))).status).toBe(200);
  await server.sql("update app_user set role = 'reader' where email = 'admin@rwa.test'");
  expect((await send(url, 'upload, finalize', 200_000, bytes.subarray(200_000))).status).toBe(403);
  await server.sql("update app_user set role = 'admin', disabled_at = now() where email = 'admin@rwa.test'");
  expect((await send(url, 'query')).status).toBe(401);
  await server.sql("update app_user set disabled_at = null where email = 'admin@rwa.test'");
  expect((await send(url, 'upload, finalize', 200_000, bytes.subarray(200_000))).status).toBe(200);
});

test('size, kind and room are looked at before a byte is sent, and what was promised must come', async () => {
  expect((await start('RWA/members/3/gross.pdf', 129 * 1024 * 1024)).json.error?.reason).toBe('too-large');
  expect((await start('RWA/public/courses/x.svg', 1000, { type: 'image/svg+xml' })).json.error?.reason).toBe('type-not-allowed');
  const full = await start('RWA/members/3/voll.pdf', 61 * 1024 * 1024);
  expect([full.status, full.json.error?.reason]).toEqual([402, 'quota']);
  expect((await start('RWA/members/3/x.pdf', 1000, { token: undefined })).status).toBe(401);
  expect((await start('RWA/members/3/x.pdf', 1000, { token: await server.token('editor') })).status).toBe(403);
  // What others have begun counts: two of 40 MB do not fit into 60.
  const reserved = await begin('RWA/members/3/erst.pdf', 40 * 1024 * 1024);
  expect((await start('RWA/members/3/zweit.pdf', 40 * 1024 * 1024)).status).toBe(402);
  await send(reserved, 'cancel');

  const url = await begin('RWA/members/3/kurz.pdf', 1000);
  expect((await send(url, 'upload, finalize', 0, paper(900))).status).toBe(400);
  expect((await send(url, 'upload, finalize', 900, paper(200))).status).toBe(400);
  expect((await send(url, 'upload, finalize', 900, paper(100))).status).toBe(200);
});

test('a wrong MD5 is refused, and the file that was there stays whole', async () => {
  const name = 'RWA/members/3/summe.pdf';
  const old = paper(5000, 4);
  const put = (bytes: Buffer, metadata: object) => {
    const { url, ...rest } = multipart(name, bytes, 'application/pdf', metadata);
    return server.ask('POST', url, { ...rest, token: admin });
  };
  const first = await put(old, { md5Hash: md5Of(old) });
  expect(first.status).toBe(200);
  const before = filesBelow(server.folder);
  const wrong = await put(paper(6000, 5), { md5Hash: md5Of(old) });
  expect([wrong.status, wrong.json.error?.reason]).toEqual([400, 'checksum']);
  expect((await stored(name)).equals(old)).toBe(true);
  await expect.poll(() => filesBelow(server.folder)).toEqual(before);
  const second = await put(paper(6000, 5), {});
  expect(Number(second.json['generation'])).toBeGreaterThan(Number(first.json['generation']));
  // The old bytes go when the new ones are there.
  await expect.poll(() => filesBelow(server.folder).length).toBe(before.length);
});

test('a chunk may come by PUT, the end without bytes, and neither its size nor its metadata need be told', async () => {
  const bytes = paper(300_000, 8);
  const post = (name: string, sent: Sent) =>
    server.ask('POST', `/v0/b/club-files/o?name=${encodeURIComponent(name)}`, { token: admin, ...sent });
  const begun = await post('RWA/members/3/ohne.pdf', {
    headers: { 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' },
  });
  const { pathname, search } = new URL(String(begun.headers['x-goog-upload-url']));
  const headers = { 'x-goog-upload-command': 'upload', 'x-goog-upload-offset': '0' };
  const put = await server.ask('PUT', pathname + search, { token: admin, body: bytes, headers });
  expect([put.status, put.headers['x-goog-upload-status']]).toEqual([200, 'active']);
  const last = await send(pathname + search, 'finalize', bytes.length);
  expect([last.headers['x-goog-upload-status'], last.json['md5Hash']]).toEqual(['final', md5Of(bytes)]);
  const query = await send(pathname + search, 'query');
  expect([query.headers['x-goog-upload-status'], query.headers['x-goog-upload-size-received']]).toEqual(['final', '300000']);

  const atOnce = await post('RWA/members/3/nackt.pdf', { body: bytes, headers: { 'content-type': 'application/pdf' } });
  expect([atOnce.status, atOnce.json['md5Hash'], atOnce.json['contentType']]).toEqual([200, md5Of(bytes), 'application/pdf']);
});

test('a page or a wrong MD5 in chunks ends the upload; its bytes go, and the file that was there stays', async () => {
  const name = 'RWA/members/3/stueckweise.pdf';
  const old = paper(300_000, 9);
  expect((await send(await begin(name, old.length), 'upload, finalize', 0, old)).status).toBe(200);
  await expect.poll(() => server.sql('select 1 from storage_garbage')).toEqual([]);
  const before = filesBelow(server.folder);
  const page = Buffer.alloc(600_000, ' ');
  page.write('<!DOCTYPE html><script>alert(1)</script>');
  const ofPage = await begin(name, page.length);
  const refused = await send(ofPage, 'upload', 0, page.subarray(0, 300_000));
  expect([refused.status, refused.json.error?.reason]).toEqual([400, 'type-not-allowed']);
  const { headers } = await start(name, old.length, { body: JSON.stringify({ name, md5Hash: md5Of(old) }) });
  const { pathname, search } = new URL(String(headers['x-goog-upload-url']));
  const wrong = await send(pathname + search, 'upload, finalize', 0, paper(300_000, 10));
  expect([wrong.status, wrong.json.error?.reason]).toEqual([400, 'checksum']);
  for (const url of [ofPage, pathname + search]) expect((await send(url, 'query')).headers['x-goog-upload-status']).toBe('cancelled');
  expect((await stored(name)).equals(old)).toBe(true);
  await expect.poll(() => filesBelow(server.folder)).toEqual(before);
});

test('fifty uploads of one user may be open; the next one hears 429 and when to come again', async () => {
  const token = await server.token('super');
  const answers: Told[] = [];
  for (let at = 0; at <= 50; at++) answers.push(await start(`RWA/members/3/viele-${at}.pdf`, 1000, { token }));
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 50 }, () => 200), 429]);
  expect([answers[50]?.headers['retry-after'], answers[50]?.json.error?.reason]).toEqual(['60', 'too-many-uploads']);
  expect((await start('RWA/members/3/viele-anderer.pdf', 1000)).status).toBe(200);
  await server.sql("delete from upload_session where path like '%/viele-%'");
});

test('a full disk is 507, the old file is still read, and everything works again when there is room', async () => {
  const name = 'RWA/members/3/platte.pdf';
  const bytes = paper(400_000, 6);
  const put = () => {
    const { url, ...rest } = multipart(name, bytes);
    return server.ask('POST', url, { ...rest, token: admin });
  };
  expect((await put()).status).toBe(200);
  const url = await begin('RWA/members/3/platte-2.pdf', bytes.length);
  await send(url, 'upload', 0, bytes.subarray(0, 100_000));
  const before = filesBelow(server.folder);

  const handle = await fs.open(path.join(server.folder, 'probe'), 'w');
  const full = vi
    .spyOn(Object.getPrototypeOf(handle) as typeof handle, 'write')
    .mockRejectedValue(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  await handle.close();
  await fs.rm(path.join(server.folder, 'probe'));
  const refused = await put();
  expect([refused.status, refused.json.error?.reason]).toEqual([507, 'disk-full']);
  expect((await send(url, 'upload, finalize', 100_000, bytes.subarray(100_000))).status).toBe(507);
  expect((await stored(name)).equals(bytes)).toBe(true);
  expect((await send(url, 'query')).headers['x-goog-upload-size-received']).toBe('100000');
  expect(filesBelow(server.folder)).toEqual(before);

  full.mockRestore();
  expect((await put()).status).toBe(200);
  expect((await send(url, 'upload, finalize', 100_000, bytes.subarray(100_000))).json['md5Hash']).toBe(md5Of(bytes));
});

test('an upload ends a day after its last chunk, and the sweeps leave just what files need', async () => {
  const url = await begin('RWA/members/3/liegt.pdf', 600_000);
  await send(url, 'upload', 0, paper(300_000));
  const hours = (count: number) => setClock(new Date(Date.now() + count * 3_600_000));
  await sweepUploads(server);
  const token = admin;
  hours(23);
  admin = await server.token('admin');
  expect((await send(url, 'query')).status).toBe(200);
  hours(25);
  admin = await server.token('admin');
  expect((await send(url, 'query')).status).toBe(404);
  await sweepUploads(server);
  admin = token;

  // What a killed process left: bytes that no row knows.
  const folder = path.join(server.folder, 'files');
  await fs.mkdir(path.join(folder, 'ab'), { recursive: true });
  await fs.writeFile(path.join(folder, 'ab', 'ab00'), 'left');
  await fs.writeFile(path.join(folder, 'incoming', 'cd00'), 'half');
  setClock();
  expect(await removeOrphans(server)).toBe(0);
  setClock(new Date(Date.now() + 25 * 3_600_000));
  expect(await removeOrphans(server)).toBe(2);
  const [known] = await server.sql<{ count: string }>('select count(*) from storage_object, jsonb_array_elements(segments)');
  expect(filesBelow(folder)).toHaveLength(Number(known?.count));
});

test('an early refusal is heard at once, although the whole body was still to come', async () => {
  const body = paper(3 * 1024 * 1024);
  const url = await begin('RWA/members/3/frueh.pdf', body.length);
  const answers = await Promise.all([
    send(url, 'upload', 0, body, { token: 'nonsense' }),
    server.ask('PUT', objectUrl('RWA/members/3/x'), { body }),
    ask(server.port, 'POST', '/v0/b/other/o?name=x', { token: admin, body }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([401, 400, 404]);
  expect(answers.every(({ headers }) => headers['connection'] !== 'close')).toBe(true);
});
