import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emailOf } from '#test/harness.ts';
import { multipart, objectUrl, paper } from '#test/stage/files.ts';
import { startStorage, type StorageServer } from '#test/storage.ts';
import { setClock } from '#server/platform/process/clock.ts';

let server: StorageServer;
beforeAll(async () => {
  server = await startStorage();
});
afterAll(async () => {
  setClock();
  await server.close();
});

test('papers of a child stay with the person: on the 18th birthday the mother opens them no more, the young adult and the board do', async () => {
  const [personId, memberId] = [randomUUID(), randomUUID()];
  await server.sql(
    `insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at) values ($1, 'RWA', 'Lina', 'Volljährig', '2008-11-23', now(), now())`,
    [personId],
  );
  await server.sql(
    `insert into member (id, club, person_id, member_no, joined_on, status) values ($1, 'RWA', $2, 'V-18', '2020-01-01', 'active')`,
    [memberId, personId],
  );
  const access = `insert into person_access (user_id, person_id, club, relation, basis, verified_at)
    select id, $1, 'RWA', $2, 'board', now() from app_user where email = $3`;
  await server.sql(access, [personId, 'guardian', emailOf('editor')]);
  await server.sql("delete from person_access where relation = 'self' and user_id = (select id from app_user where email = $1)", [
    emailOf('trainer'),
  ]);
  await server.sql(access, [personId, 'self', emailOf('trainer')]);
  const path = `RWA/members/${memberId}/attest.pdf`;
  const { url, ...rest } = multipart(path, paper(2000), 'application/pdf');
  expect((await server.ask('POST', url, { ...rest, token: await server.token('admin') })).status).toBe(200);
  const read = async (instant: string) => {
    setClock(new Date(instant));
    const statuses = [];
    for (const role of ['editor', 'trainer', 'admin', 'reader'] as const)
      statuses.push((await server.ask('GET', objectUrl(path, '?alt=media'), { token: await server.token(role) })).status);
    return statuses;
  };
  expect(await read('2026-11-22T22:59:00Z')).toEqual([200, 200, 200, 403]);
  expect(await read('2026-11-22T23:01:00Z')).toEqual([403, 200, 200, 403]);
});
