import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import {
  connectStorageEmulator,
  deleteObject,
  getBytes,
  getDownloadURL,
  getMetadata,
  getStorage,
  list,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
  uploadBytesResumable,
  uploadString,
  type FirebaseStorage,
  type StorageError,
} from 'firebase/storage';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Role } from '#shared/kernel/roles.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { paper } from '#test/stage/files.ts';
import { startStorage, type StorageServer } from '#test/storage.ts';
import { setClock } from '#server/platform/process/clock.ts';

/** The public SDK, unmodified: an independent client of the same protocol. */
let server: StorageServer;
const apps: FirebaseApp[] = [];
beforeAll(async () => {
  server = await startStorage();
});
afterEach(async () => {
  setClock();
  for (const app of apps.splice(0)) await deleteApp(app);
});
afterAll(() => server.close());

async function sdk(role?: Role, club?: ClubName): Promise<FirebaseStorage> {
  const token = role && (await server.token(role, club));
  const app = initializeApp({ projectId: 'club', storageBucket: 'club-files', appId: 'x' }, randomUUID());
  apps.push(app);
  const storage = getStorage(app);
  connectStorageEmulator(storage, '127.0.0.1', server.port, token ? { mockUserToken: token } : {});
  return storage;
}

/** The error code of a failure; upload tasks can be awaited, too. */
async function codeOf(promise: unknown): Promise<string> {
  try {
    await promise;
    return 'none';
  } catch (error) {
    return (error as StorageError).code;
  }
}

test('a small file is uploaded, described, downloaded, changed, listed and deleted', async () => {
  const storage = await sdk('admin');
  const file = ref(storage, `users/${await server.userId('admin')}/Ärger & Öl.pdf`);
  const bytes = paper(1000);
  const { metadata } = await uploadBytes(file, bytes, { contentType: 'application/pdf', customMetadata: { verein: 'RWA' } });
  expect(metadata).toMatchObject({ size: 1000, contentType: 'application/pdf', fullPath: file.fullPath, metageneration: '1' });
  expect(metadata.customMetadata).toEqual({ verein: 'RWA' });
  expect(Buffer.from(await getBytes(file))).toEqual(bytes);
  expect(Buffer.from(await getBytes(file, 9)).toString()).toBe('%PDF-1.7\n');

  const changed = await updateMetadata(file, { cacheControl: 'private, max-age=60', customMetadata: { jahr: '2026' } });
  expect(changed).toMatchObject({
    cacheControl: 'private, max-age=60',
    customMetadata: { verein: 'RWA', jahr: '2026' },
    metageneration: '2',
  });
  expect((await getMetadata(file)).generation).toBe(metadata.generation);

  expect(await codeOf(getDownloadURL(file))).toBe('storage/no-download-url');
  const shown = ref(storage, 'RWA/public/news/8/heft.pdf');
  await uploadBytes(shown, bytes, { contentType: 'application/pdf' });
  const open = await fetch(await getDownloadURL(shown));
  expect([open.status, Buffer.from(await open.arrayBuffer()).equals(bytes)]).toEqual([200, true]);
  expect((await listAll(ref(storage, `users/${await server.userId('admin')}`))).items.map((one) => one.name)).toEqual(['Ärger & Öl.pdf']);

  await deleteObject(file);
  expect(await codeOf(getMetadata(file))).toBe('storage/object-not-found');
  expect(await codeOf(deleteObject(file))).toBe('storage/object-not-found');
});

test('20 MB are uploaded in doubling chunks with a pause, and downloaded unchanged', async () => {
  const storage = await sdk('admin');
  const bytes = paper(20 * 1024 * 1024, 7);
  const file = ref(storage, 'RWA/members/42/antrag.pdf');
  const task = uploadBytesResumable(file, bytes, { contentType: 'application/pdf' });
  const states: string[] = [];
  const paused = new Promise<void>((resolve) => {
    task.on('state_changed', ({ state, bytesTransferred }) => {
      states.push(state);
      if (state === 'running' && bytesTransferred > 1024 * 1024 && !states.includes('paused')) task.pause();
      if (state === 'paused') resolve();
    });
  });
  await paused;
  expect(task.resume()).toBe(true);
  const { metadata } = await task;
  expect(metadata.size).toBe(bytes.length);
  expect(Buffer.from(await getBytes(file)).equals(bytes)).toBe(true);
  expect(states).toContain('paused');
});

test('a canceled upload leaves nothing readable', async () => {
  const storage = await sdk('admin');
  const file = ref(storage, 'RWA/members/42/doch-nicht.pdf');
  const task = uploadBytesResumable(file, paper(20 * 1024 * 1024));
  task.on('state_changed', ({ bytesTransferred }) => void (bytesTransferred > 0 && task.cancel()));
  expect(await codeOf(task)).toBe('storage/canceled');
  expect(await codeOf(getMetadata(file))).toBe('storage/object-not-found');
});

test('lists are paged and grouped by folder', async () => {
  const storage = await sdk('admin');
  for (const name of ['a.txt', 'b/1.txt', 'b/2.txt', 'b0.txt', 'c/1.txt'])
    await uploadString(ref(storage, `RWA/members/7/${name}`), `Datei ${name}`);
  const root = ref(storage, 'RWA/members/7');
  const all = await listAll(root);
  expect([all.prefixes.map((one) => one.name), all.items.map((one) => one.name)]).toEqual([
    ['b', 'c'],
    ['a.txt', 'b0.txt'],
  ]);
  const seen: string[] = [];
  let pageToken: string | undefined;
  do {
    const page = await list(root, { maxResults: 1, ...(pageToken && { pageToken }) });
    seen.push(...page.prefixes.map((one) => `${one.name}/`), ...page.items.map((one) => one.name));
    pageToken = page.nextPageToken;
  } while (pageToken);
  expect(seen).toEqual(['a.txt', 'b/', 'b0.txt', 'c/']);
});

test('every refusal has the code of the specification', async () => {
  const visitor = await sdk();
  const reader = await sdk('reader');
  const admin = await sdk('admin');
  const other = await sdk('admin', 'SCB');
  const paperOf = (storage: FirebaseStorage) => ref(storage, 'RWA/members/42/ausweis.pdf');
  await uploadBytes(paperOf(admin), paper(100));
  expect(await codeOf(getBytes(paperOf(visitor)))).toBe('storage/unauthenticated');
  expect(await codeOf(getBytes(paperOf(reader)))).toBe('storage/unauthorized');
  expect(await codeOf(getBytes(paperOf(other)))).toBe('storage/unauthorized');
  expect(await codeOf(uploadBytes(paperOf(reader), paper(100)))).toBe('storage/unauthorized');
  expect(await codeOf(uploadBytesResumable(paperOf(other), paper(300_000)))).toBe('storage/unauthorized');
  expect(await codeOf(deleteObject(paperOf(visitor)))).toBe('storage/unauthenticated');
  expect(await codeOf(getDownloadURL(paperOf(admin)))).toBe('storage/no-download-url');
  expect(await codeOf(uploadString(ref(admin, 'RWA/members/42/x.html'), '<html><script>alert(1)</script>'))).toBe('storage/unknown');

  setClock(new Date(Date.now() + 61 * 60 * 1000));
  expect(await codeOf(getMetadata(paperOf(admin)))).toBe('storage/unauthenticated');
});
