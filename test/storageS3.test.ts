import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesBelow, multipart, objectUrl, paper } from './stage/files.ts';
import { startStorage, type StorageServer } from './storage.ts';
import { setClock } from '../src/server/platform/process/clock.ts';
import { openStorage } from '../src/web/lib/storage/storage.ts';
import { testWorld } from './storageClient.ts';
import { openBlobs } from '../src/server/files/bytes/openBlobs.ts';
import { proveStoreAtStart, watchStore } from '../src/server/files/bytes/proveStore.ts';
import { deleteOrphans } from '../src/server/files/objects/service.ts';

/** The storage service with a real S3 server in this process. */
let s3: S3rver;
let server: StorageServer;
let token: string;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vereinsportal-s3-'));

beforeAll(async () => {
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'club-bytes', configs: [] }],
  });
  const { port } = await s3.run();
  server = await startStorage({
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'club-bytes',
    S3_KEY: 'S3RVER',
    S3_SECRET: 'S3RVER',
  });
  token = await server.token('admin');
});
afterAll(async () => {
  await server.close();
  await s3.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const inStore = () => filesBelow(folder).filter((file) => file.endsWith('_object'));

test('a file in chunks lies in the store, comes back whole and in parts, and goes', async () => {
  const bytes = paper(5 * 1024 * 1024, 21);
  const name = 'RWA/members/9/Übergröße.pdf';
  const storage = openStorage(
    testWorld(server.port, () => token),
    { bucket: 'club-files' },
  );
  const stored = await storage.upload(name, new Blob([new Uint8Array(bytes)], { type: 'application/pdf' })).done;
  expect(stored.md5Hash).toBe(createHash('md5').update(bytes).digest('base64'));
  expect(inStore().length).toBeGreaterThan(1);
  expect(filesBelow(server.folder)).toEqual([]);
  expect((await server.ask('GET', objectUrl(name, '?alt=media'), { token })).bytes.equals(bytes)).toBe(true);
  // A range across the boundary of two chunks.
  const part = await server.ask('GET', objectUrl(name, '?alt=media'), { token, headers: { range: 'bytes=262100-262200' } });
  expect(part.bytes.equals(bytes.subarray(262_100, 262_201))).toBe(true);
  await storage.delete(name);
  await expect.poll(inStore).toEqual([]);
});

test('a store that takes nothing keeps the server from starting, one that is away only from being ready', async () => {
  const log = server.log;
  const wrong = { ...server.settings, S3_BUCKET: 'no-such-bucket' };
  await expect(proveStoreAtStart(wrong, log)).rejects.toThrow(
    /^Der S3-Speicher nimmt keine Dateien \(Bucket no-such-bucket, Antwort 404 NoSuchBucket\)/,
  );
  await proveStoreAtStart(server.settings, log);
  const away = { ...server.settings, S3_ENDPOINT: 'http://127.0.0.1:9' };
  await proveStoreAtStart(away, log);
  await expect(watchStore(openBlobs(away))()).rejects.toThrow();
  await watchStore(openBlobs(server.settings))();
  expect(inStore()).toEqual([]);
});

test('what is replaced goes, what no row knows is found', async () => {
  const put = (bytes: Buffer) => {
    const { url, ...rest } = multipart('RWA/members/9/neu.pdf', bytes);
    return server.ask('POST', url, { ...rest, token });
  };
  await put(paper(1000, 1));
  await put(paper(2000, 2));
  await expect.poll(() => inStore().length).toBe(1);
  await server.sql('delete from storage_object');
  await server.sql('delete from storage_garbage');
  setClock(new Date(Date.now() + 25 * 3_600_000));
  expect(await deleteOrphans(server)).toBe(1);
  setClock();
  expect(inStore()).toEqual([]);
});

test('a store that is down is 503, and the upload goes on when it is back', async () => {
  const bytes = paper(600_000, 3);
  let isDown = true;
  const { port } = new URL(server.settings.S3_ENDPOINT ?? '');
  await s3.close();
  const storage = openStorage(
    testWorld(
      server.port,
      () => token,
      async (request, pass) => {
        const answer = await pass(request);
        if (isDown && answer.status === 503) {
          isDown = false;
          s3 = new S3rver({
            port: Number(port),
            address: '127.0.0.1',
            silent: true,
            directory: folder,
            configureBuckets: [{ name: 'club-bytes', configs: [] }],
          });
          await s3.run();
        }
        return answer;
      },
    ),
    { bucket: 'club-files' },
  );
  const stored = await storage.upload('RWA/members/9/spaeter.pdf', new Blob([new Uint8Array(bytes)])).done;
  expect([isDown, stored.size]).toEqual([false, bytes.length]);
});
