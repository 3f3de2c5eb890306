import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ask, filesBelow, multipart, objectUrl, paper, type Told } from '#test/stage/files.ts';
import { resumable, startStorage, type StorageServer } from '#test/storage.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { deleteOrphans, sweepUploads } from '../objects/service.ts';

const md5Of = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64');

let server: StorageServer;
let admin: string;
let up: ReturnType<typeof resumable>;
beforeAll(async () => {
  server = await startStorage({ STORAGE_QUOTA_BYTES: String(60 * 1024 * 1024) });
  admin = await server.token('admin');
  up = resumable(server, () => admin);
});
afterEach(() => {
  setClock();
  vi.restoreAllMocks();
});
afterAll(() => server.close());

test('size, type and quota are checked before a byte is sent, and the announced size must arrive', async () => {
  expect((await up.start('RWA/members/3/gross.pdf', 129 * 1024 * 1024)).json.error?.reason).toBe('too-large');
  expect((await up.start('RWA/public/courses/x.svg', 1000, { type: 'image/svg+xml' })).json.error?.reason).toBe('type-not-allowed');
  const full = await up.start('RWA/members/3/voll.pdf', 61 * 1024 * 1024);
  expect([full.status, full.json.error?.reason]).toEqual([402, 'quota']);
  expect((await up.start('RWA/members/3/x.pdf', 1000, { token: undefined })).status).toBe(401);
  expect((await up.start('RWA/members/3/x.pdf', 1000, { token: await server.token('editor') })).status).toBe(403);
  // Open uploads count: two of 40 MB do not fit into 60.
  const reserved = await up.begin('RWA/members/3/erst.pdf', 40 * 1024 * 1024);
  expect((await up.start('RWA/members/3/zweit.pdf', 40 * 1024 * 1024)).status).toBe(402);
  await up.send(reserved, 'cancel');

  const url = await up.begin('RWA/members/3/kurz.pdf', 1000);
  expect((await up.send(url, 'upload, finalize', 0, paper(900))).status).toBe(400);
  expect((await up.send(url, 'upload, finalize', 900, paper(200))).status).toBe(400);
  expect((await up.send(url, 'upload, finalize', 900, paper(100))).status).toBe(200);
});

test('a wrong MD5 is refused, and the existing file is unchanged', async () => {
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
  expect((await up.stored(name)).equals(old)).toBe(true);
  await expect.poll(() => filesBelow(server.folder)).toEqual(before);
  const second = await put(paper(6000, 5), {});
  expect(Number(second.json['generation'])).toBeGreaterThan(Number(first.json['generation']));
  // The old bytes are deleted once the new ones are stored.
  await expect.poll(() => filesBelow(server.folder).length).toBe(before.length);
});

test('a user may have fifty open uploads; the next one gets 429 with a time to retry', async () => {
  const token = await server.token('super');
  const answers: Told[] = [];
  for (let at = 0; at <= 50; at++) answers.push(await up.start(`RWA/members/3/viele-${at}.pdf`, 1000, { token }));
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 50 }, () => 200), 429]);
  expect([answers[50]?.headers['retry-after'], answers[50]?.json.error?.reason]).toEqual(['60', 'too-many-uploads']);
  expect((await up.start('RWA/members/3/viele-anderer.pdf', 1000)).status).toBe(200);
  await server.sql("delete from upload_session where path like '%/viele-%'");
});

test('a full disk gives 507, existing files are still readable, and everything works again when there is space', async () => {
  const name = 'RWA/members/3/platte.pdf';
  const bytes = paper(400_000, 6);
  const put = () => {
    const { url, ...rest } = multipart(name, bytes);
    return server.ask('POST', url, { ...rest, token: admin });
  };
  expect((await put()).status).toBe(200);
  const url = await up.begin('RWA/members/3/platte-2.pdf', bytes.length);
  await up.send(url, 'upload', 0, bytes.subarray(0, 100_000));
  const before = filesBelow(server.folder);

  const handle = await fs.open(path.join(server.folder, 'probe'), 'w');
  const full = vi
    .spyOn(Object.getPrototypeOf(handle) as typeof handle, 'write')
    .mockRejectedValue(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
  await handle.close();
  await fs.rm(path.join(server.folder, 'probe'));
  const refused = await put();
  expect([refused.status, refused.json.error?.reason]).toEqual([507, 'disk-full']);
  expect((await up.send(url, 'upload, finalize', 100_000, bytes.subarray(100_000))).status).toBe(507);
  expect((await up.stored(name)).equals(bytes)).toBe(true);
  expect((await up.send(url, 'query')).headers['x-goog-upload-size-received']).toBe('100000');
  expect(filesBelow(server.folder)).toEqual(before);

  full.mockRestore();
  expect((await put()).status).toBe(200);
  expect((await up.send(url, 'upload, finalize', 100_000, bytes.subarray(100_000))).json['md5Hash']).toBe(md5Of(bytes));
});

test('an upload expires a day after its last chunk, and the cleanup keeps exactly the bytes that files need', async () => {
  const url = await up.begin('RWA/members/3/liegt.pdf', 600_000);
  await up.send(url, 'upload', 0, paper(300_000));
  const hours = (count: number) => setClock(new Date(Date.now() + count * 3_600_000));
  await sweepUploads(server);
  const token = admin;
  hours(23);
  admin = await server.token('admin');
  expect((await up.send(url, 'query')).status).toBe(200);
  hours(25);
  admin = await server.token('admin');
  expect((await up.send(url, 'query')).status).toBe(404);
  await sweepUploads(server);
  admin = token;

  // Left by a killed process: bytes without a row.
  const folder = path.join(server.folder, 'files');
  await fs.mkdir(path.join(folder, 'ab'), { recursive: true });
  await fs.writeFile(path.join(folder, 'ab', 'ab00'), 'left');
  await fs.writeFile(path.join(folder, 'incoming', 'cd00'), 'half');
  setClock();
  expect(await deleteOrphans(server)).toBe(0);
  setClock(new Date(Date.now() + 25 * 3_600_000));
  expect(await deleteOrphans(server)).toBe(2);
  const [known] = await server.sql<{ count: string }>('select count(*) from storage_object, jsonb_array_elements(segments)');
  expect(filesBelow(folder)).toHaveLength(Number(known?.count));
});

test('an early refusal is sent at once, although the body is still pending', async () => {
  const body = paper(3 * 1024 * 1024);
  const url = await up.begin('RWA/members/3/frueh.pdf', body.length);
  const answers = await Promise.all([
    up.send(url, 'upload', 0, body, { token: 'nonsense' }),
    server.ask('PUT', objectUrl('RWA/members/3/x'), { body }),
    ask(server.port, 'POST', '/v0/b/other/o?name=x', { token: admin, body }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([401, 400, 404]);
  expect(answers.every(({ headers }) => headers['connection'] !== 'close')).toBe(true);
});
