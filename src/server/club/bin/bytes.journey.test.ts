import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Binned } from '#shared/club/bin.ts';
import { openBlobs } from '#server/files/bytes/openBlobs.ts';
import { openRemoteFiles } from '#server/files/bytes/remoteFiles.ts';
import { openClient } from '#server/platform/database/database.ts';
import type { Client } from '#test/harness.ts';
import { multipart, paper } from '#test/stage/files.ts';
import { startStorage, type StorageServer } from '#test/storage.ts';

let server: StorageServer;
let anton: Client;
beforeAll(async () => {
  server = await startStorage();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

/** A deleted file of the club, and the location of its bytes. */
async function deletedFile(name: string): Promise<{ id: string; segments: string[] }> {
  const path = `RWA/public/courses/${name}`;
  const { url, ...rest } = multipart(path, paper(4000));
  expect((await server.ask('POST', url, { ...rest, token: await server.token('admin') })).status).toBe(200);
  const [row] = await server.sql<{ id: string; segments: string[] }>(
    "select id, array(select s ->> 'id' from jsonb_array_elements(segments) as s) as segments from storage_object where path = $1",
    [path],
  );
  if (!row) throw new Error('no file');
  expect((await anton.send('DELETE', `/api/files/${row.id}`)).status).toBe(200);
  return row;
}

test('a backup of an S3 store includes the bytes of deleted files', async () => {
  const { segments } = await deletedFile('aushang.pdf');
  const store = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'verein', S3_KEY: 'k', S3_SECRET: 's', S3_REGION: 'eu' };
  const [own] = await server.sql<{ name: string }>('select current_database() as name');
  const client = openClient({ host: inject('postgres'), database: own?.name ?? '' }, 'postgres');
  await client.connect();
  const known: string[] = [];
  for await (const { path } of openRemoteFiles({ ...server.settings, ...store })?.list(client) ?? []) known.push(path);
  await client.end();
  expect(known).toEqual(expect.arrayContaining(segments.map((id) => `${id.slice(0, 2)}/${id}`)));
});

test('deleted files use storage until they are purged', async () => {
  const used = async () => {
    const { body } = await anton.get<{ usedBytes: number; deletedBytes: number }>('/api/files/usage');
    const [asked] = await server.database.pool
      .query<{ bytes: number }>("select used_bytes::float8 as bytes from storage_use('RWA', null, null, null, null, now())")
      .then(({ rows }) => rows);
    expect(asked?.bytes).toBe(body.usedBytes);
    return body;
  };
  const before = await used();
  const { id } = await deletedFile('satzung.pdf');
  const lying = await used();
  expect(lying).toMatchObject({ usedBytes: before.usedBytes + 4000, deletedBytes: before.deletedBytes + 4000 });
  await anton.send('DELETE', `/api/deleted-records/${id}`);
  expect(await used()).toMatchObject(before);
});

test('a record can be purged at once, with its bytes, by users who may restore it', async () => {
  const [till, alma] = [await server.signedIn('trainer'), await server.signedIn('admin', 'SCB')];
  const { id, segments } = await deletedFile('gruppenfoto.pdf');
  const erase = (client: Client) => client.send('DELETE', `/api/deleted-records/${id}`);
  expect([(await erase(server.visitor())).status, (await erase(till)).status, (await erase(alma)).status]).toEqual([401, 403, 404]);
  // Of two concurrent purges one is refused, because the record is gone.
  const answers = await Promise.all([erase(anton), erase(anton)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  expect((await anton.get<{ rows: Binned[] }>('/api/deleted-records')).body.rows.some((one) => one.id === id)).toBe(false);
  expect((await anton.post(`/api/deleted-records/${id}/restore`, {})).status).toBe(404);
  const lying = async () => {
    const found: string[] = [];
    for await (const one of openBlobs(server.settings).list()) found.push(one.id);
    return found.filter((one) => segments.includes(one));
  };
  await expect.poll(lying).toEqual([]);
  const [entry] = await server.sql<{ content: string }>('select content from audit where entity_id = $1 order by id desc limit 1', [id]);
  expect(entry?.content).toBe('Endgültig gelöscht: gruppenfoto.pdf (Datei)');
});
