import fc from 'fast-check';
import { createHash } from 'node:crypto';
import http from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesBelow, objectUrl, paper, type Sent } from '#test/stage/files.ts';
import { resumable, startStorage, type StorageServer } from '#test/storage.ts';
import { Sums } from './sums.ts';

const md5Of = (bytes: Buffer) => createHash('md5').update(bytes).digest('base64');

let server: StorageServer;
let admin: string;
let up: ReturnType<typeof resumable>;
beforeAll(async () => {
  server = await startStorage({ LOG_LEVEL: 'info' });
  admin = await server.token('admin');
  up = resumable(server, () => admin);
});
afterAll(() => server.close());

test('a chunk repeated at its offset replaces itself, one beyond it is refused', async () => {
  const bytes = paper(900_000, 2);
  const url = await up.begin('RWA/members/3/wieder.pdf', bytes.length);
  await up.send(url, 'upload', 0, bytes.subarray(0, 300_000));
  expect((await up.send(url, 'upload', 0, bytes.subarray(0, 400_000))).headers['x-goog-upload-status']).toBe('active');
  expect((await up.send(url, 'upload', 500_000, bytes.subarray(500_000, 600_000))).status).toBe(400);
  // At an offset within the received bytes.
  await up.send(url, 'upload', 100_000, bytes.subarray(100_000, 500_000));
  const query = await up.send(url, 'query');
  expect([query.headers['x-goog-upload-status'], query.headers['x-goog-upload-size-received']]).toEqual(['active', '500000']);
  const last = await up.send(url, 'upload, finalize', 500_000, bytes.subarray(500_000));
  expect(last.json).toMatchObject({ size: '900000', md5Hash: md5Of(bytes), contentType: 'application/pdf', metageneration: '1' });
  expect(last.json['crc32c']).toBe(new Sums().update(bytes).digest().crc32c);
  expect((await up.stored('RWA/members/3/wieder.pdf')).equals(bytes)).toBe(true);

  // The response to the last chunk was lost: the chunk is repeated, and nothing is stored twice.
  const again = await up.send(url, 'upload, finalize', 500_000, bytes.subarray(500_000));
  expect(again.json).toEqual(last.json);
  expect((await up.send(url, 'query')).headers['x-goog-upload-status']).toBe('final');
  expect((await up.send(url, 'cancel')).status).toBe(400);
});

test('the log line of a storage request names its user', async () => {
  const url = await up.begin('RWA/members/3/wer.pdf', 10);
  const asked = await up.send(url, 'query');
  const id = String(asked.headers['x-request-id']);
  const userId = await server.userId('admin');
  await expect
    .poll(() =>
      server
        .logged()
        .split('\n')
        .find((line) => line.includes(id) && line.includes('"request"')),
    )
    .toContain(`"userId":"${userId}"`);
});

test('of two writers on one upload one continues, the other gets 503 with a time to retry', async () => {
  const bytes = paper(600_000, 3);
  const url = await up.begin('RWA/members/3/zwei.pdf', bytes.length);
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
  const second = await up.send(url, 'upload', 0, bytes.subarray(0, 300_000));
  expect([second.status, second.headers['retry-after']]).toEqual([503, '1']);
  slow.end(bytes.subarray(100_000, 300_000));
  expect(await answered).toBe(200);
  expect((await up.send(url, 'upload, finalize', 300_000, bytes.subarray(300_000))).json['md5Hash']).toBe(md5Of(bytes));
});

test('a connection lost within a chunk leaves the upload at the previous chunk, and no bytes behind', async () => {
  const url = await up.begin('RWA/members/3/bruch.pdf', 600_000);
  await up.send(url, 'upload', 0, paper(100_000));
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
  expect((await up.send(url, 'query')).headers['x-goog-upload-size-received']).toBe('100000');
  expect((await up.send(url, 'cancel')).status).toBe(200);
  expect((await up.send(url, 'cancel')).status).toBe(200);
  expect((await up.send(url, 'upload', 0, paper(10))).status).toBe(400);
  await expect.poll(() => filesBelow(server.folder).length).toBe(before.length - 1);
});

test('an upload belongs to the user who started it, whose rights are checked again at its end', async () => {
  const bytes = paper(300_000);
  const url = await up.begin('RWA/members/3/rechte.pdf', bytes.length);
  const other = await server.token('super');
  for (const command of ['query', 'upload', 'upload, finalize', 'cancel'])
    expect([command, (await up.send(url, command, 0, undefined, { token: other })).status]).toEqual([command, 403]);
  expect((await up.send(url, 'upload', 0, bytes, { token: undefined })).status).toBe(401);
  expect((await up.send(url.replace(/upload_id=[^&]+/, 'upload_id=nothing'), 'query')).status).toBe(404);
  expect((await up.send(url, 'upload', 0, bytes.subarray(0, 200_000))).status).toBe(200);
  await server.sql("update app_user set role = 'reader' where email = 'admin@rwa.test'");
  expect((await up.send(url, 'upload, finalize', 200_000, bytes.subarray(200_000))).status).toBe(403);
  await server.sql("update app_user set role = 'admin', disabled_at = now() where email = 'admin@rwa.test'");
  expect((await up.send(url, 'query')).status).toBe(401);
  await server.sql("update app_user set disabled_at = null where email = 'admin@rwa.test'");
  expect((await up.send(url, 'upload, finalize', 200_000, bytes.subarray(200_000))).status).toBe(200);
});

test('a chunk may be sent by PUT, the final one without bytes, and size and metadata are optional', async () => {
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
  const last = await up.send(pathname + search, 'finalize', bytes.length);
  expect([last.headers['x-goog-upload-status'], last.json['md5Hash']]).toEqual(['final', md5Of(bytes)]);
  const query = await up.send(pathname + search, 'query');
  expect([query.headers['x-goog-upload-status'], query.headers['x-goog-upload-size-received']]).toEqual(['final', '300000']);

  const atOnce = await post('RWA/members/3/nackt.pdf', { body: bytes, headers: { 'content-type': 'application/pdf' } });
  expect([atOnce.status, atOnce.json['md5Hash'], atOnce.json['contentType']]).toEqual([200, md5Of(bytes), 'application/pdf']);
});

test('an HTML page or a wrong MD5 in chunks ends the upload; its bytes are deleted, and the existing file is kept', async () => {
  const name = 'RWA/members/3/stueckweise.pdf';
  const old = paper(300_000, 9);
  expect((await up.send(await up.begin(name, old.length), 'upload, finalize', 0, old)).status).toBe(200);
  await expect.poll(() => server.sql('select 1 from storage_garbage')).toEqual([]);
  const before = filesBelow(server.folder);
  const page = Buffer.alloc(600_000, ' ');
  page.write('<!DOCTYPE html><script>alert(1)</script>');
  const ofPage = await up.begin(name, page.length);
  const refused = await up.send(ofPage, 'upload', 0, page.subarray(0, 300_000));
  expect([refused.status, refused.json.error?.reason]).toEqual([400, 'type-not-allowed']);
  const { headers } = await up.start(name, old.length, { body: JSON.stringify({ name, md5Hash: md5Of(old) }) });
  const { pathname, search } = new URL(String(headers['x-goog-upload-url']));
  const wrong = await up.send(pathname + search, 'upload, finalize', 0, paper(300_000, 10));
  expect([wrong.status, wrong.json.error?.reason]).toEqual([400, 'checksum']);
  // The same if the client sends the MD5 only at the end, among other hashes.
  const late = await up.begin(name, old.length);
  const sums = { 'x-goog-hash': `crc32c=AAAAAA==,md5=${md5Of(old)}` };
  expect((await up.send(late, 'upload, finalize', 0, paper(300_000, 11), { headers: sums })).json.error?.reason).toBe('checksum');
  for (const url of [ofPage, pathname + search, late])
    expect((await up.send(url, 'query')).headers['x-goog-upload-status']).toBe('cancelled');
  expect((await up.stored(name)).equals(old)).toBe(true);
  await expect.poll(() => filesBelow(server.folder)).toEqual(before);
});

type Step = { command: 'upload' | 'upload, finalize' | 'finalize' | 'query' | 'cancel'; from: number; bytes: number; fill: number };
type Model = { status: 'active' | 'final' | 'cancelled'; received: Buffer };
const wholeBytes = 3000;

/** The effect of a step on an upload according to the protocol; returns the expected status. */
function follow(model: Model, { command, bytes, fill }: Step, offset: number): number {
  if (command === 'query') return 200;
  if (command === 'cancel') {
    if (model.status === 'final') return 400;
    Object.assign(model, { status: 'cancelled', received: Buffer.alloc(0) });
    return 200;
  }
  const isEnd = command !== 'upload';
  if (model.status !== 'active') return model.status === 'final' && isEnd ? 200 : 400;
  if (offset > model.received.length || offset + bytes > wholeBytes) return 400;
  model.received = Buffer.concat([model.received.subarray(0, offset), Buffer.alloc(bytes, fill)]);
  if (!isEnd) return 200;
  if (model.received.length < wholeBytes) return 400;
  model.status = 'final';
  return 200;
}

test('whatever a client sends in whatever order, an upload is in the state of the protocol, and its file has the bytes sent last', async () => {
  const step = fc.record({
    command: fc.constantFrom('upload', 'upload', 'upload', 'upload, finalize', 'finalize', 'query', 'cancel'),
    from: fc.constantFrom(0, 0.5, 1, 1, 1, 1, 1.2),
    bytes: fc.constantFrom(0, 500, 1000, 1000, 2000, 3000),
    fill: fc.integer({ min: 0x80, max: 0x9f }),
  });
  const folder = `users/${await server.userId('admin')}`;
  let run = 0;
  let finals = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      const name = `${folder}/folge-${run++}`;
      const { headers } = await up.start(name, wholeBytes, { type: 'application/octet-stream' });
      const { pathname, search } = new URL(String(headers['x-goog-upload-url']));
      const model: Model = { status: 'active', received: Buffer.alloc(0) };
      for (const one of steps) {
        const offset = Math.ceil(model.received.length * one.from + (one.from > 1 ? 1 : 0));
        const sent = one.command === 'finalize' ? { ...one, bytes: 0 } : one;
        const expected = follow(model, sent, offset);
        const body = sent.command.startsWith('upload') ? Buffer.alloc(sent.bytes, sent.fill) : undefined;
        expect([one.command, (await up.send(pathname + search, one.command, offset, body)).status]).toEqual([one.command, expected]);
        const { headers: told } = await up.send(pathname + search, 'query');
        expect([told['x-goog-upload-status'], told['x-goog-upload-size-received']]).toEqual([model.status, String(model.received.length)]);
      }
      const { status } = await server.ask('GET', objectUrl(name), { token: admin });
      expect(status).toBe(model.status === 'final' ? 200 : 404);
      if (model.status === 'final') finals++;
      if (model.status === 'final') expect((await up.stored(name)).equals(model.received)).toBe(true);
    }),
    { numRuns: 40, seed: 20_261_121 },
  );
  expect(finals).toBeGreaterThan(2);
});
