import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mandate } from '#shared/money/mandates.ts';
import type { SubjectFile } from '#shared/office/privacy.ts';
import type { Client } from '#test/harness.ts';
import { multipart, objectUrl, paper } from '#test/stage/files.ts';
import { startStorage, type StorageServer } from '#test/storage.ts';

let server: StorageServer;
let anton: Client;
beforeAll(async () => {
  server = await startStorage();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

/** A payer with a mandate and its scanned paper. */
async function withPaper(firstname: string) {
  const id = randomUUID();
  await server.sql(
    `insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at) values ($1, 'RWA', $2, 'Papierius', '1980-02-03', now(), now())`,
    [id, firstname],
  );
  await server.outdate();
  const account = { iban: 'DE75512108001245126199', accountHolder: `${firstname} Papierius`, signedOn: '2026-01-02' };
  const made = await anton.post<Mandate>('/api/mandates', { ...account, payerPersonId: id, reference: `PAPIER-${firstname}` });
  expect(made.status).toBe(200);
  const path = `RWA/mandates/${made.body.id}/mandat.pdf`;
  return { id, name: `${firstname} Papierius`, path, mandateId: made.body.id };
}

const upload = async (path: string, token: string | undefined) => {
  const { url, ...rest } = multipart(path, paper(2000), 'application/pdf');
  return (await server.ask('POST', url, { ...rest, token })).status;
};
const read = async (path: string, token: string | undefined) => (await server.ask('GET', objectUrl(path, '?alt=media'), { token })).status;
const stored = async (path: string) => (await server.sql('select id from storage_object where path = $1', [path])).length;

test('the paper of a mandate is put there and seen by the board of its club alone; every look is logged', async () => {
  const { path, mandateId } = await withPaper('Ada');
  for (const role of ['reader', 'trainer', 'editor'] as const) expect(await upload(path, await server.token(role))).toBe(403);
  expect(await upload(path, undefined)).toBe(401);
  expect(await stored(path)).toBe(0);
  expect(await upload(path, await server.token('admin'))).toBe(200);
  for (const role of ['reader', 'trainer', 'editor'] as const) expect(await read(path, await server.token(role))).toBe(403);
  expect(await read(path, await server.token('admin'))).toBe(200);
  const [entry] = await server.sql('select entity, entity_id, content from audit where action = $1 order by id desc limit 1', [
    'storagePrivate.read',
  ]);
  expect(entry).toEqual({ entity: 'mandates', entity_id: mandateId, content: 'Unterlage geöffnet: mandat.pdf' });
});

test('the export of a person names the papers of their mandates, and an erasure takes the paper with a mandate that nothing was collected by', async () => {
  const one = await withPaper('Bea');
  const used = await withPaper('Cleo');
  for (const { path } of [one, used]) expect(await upload(path, await server.token('admin'))).toBe(200);
  const { parts } = (await anton.get<SubjectFile>(`/api/privacy/people/${one.id}/export`)).body;
  expect(JSON.stringify(parts)).toContain('mandat.pdf');
  // A mandate that money was collected by has to be proved for 14 months more, with its paper.
  await server.sql('update sepa_mandate set last_used_on = current_date where id = $1', [used.mandateId]);
  for (const { id, name } of [one, used]) {
    const [row] = await server.sql<{ version: number }>('select version from person where id = $1', [id]);
    expect((await anton.post(`/api/privacy/people/${id}/erasure`, { name, version: row?.version })).status).toBe(200);
  }
  expect([await stored(one.path), await stored(used.path)]).toEqual([0, 1]);
});
