import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrainerCounts, TrainerFile } from '#shared/people/trainers/files.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { emailOf, startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  anton = await server.signedIn('admin');
  // Deletes those of the demo data.
  await server.sql('delete from trainer_proof');
  await server.sql('delete from clearance');
});
afterAll(async () => {
  setClock();
  await server.close();
});

const list = async (client = anton) => (await client.get<TrainerFile[]>('/api/trainer-files')).body;
const remind = (personIds: string[], client = anton) =>
  client.post<{ reminded: number; complete: number; unreachable: string[] }>('/api/trainer-files/reminders', { personIds });

/** A trainer with an e-mail address and all proofs. */
async function completeOne(): Promise<TrainerFile> {
  const one = (await list()).find(({ youthOffers }) => youthOffers.length > 0);
  if (!one) throw new Error('Nobody leads minors.');
  await server.sql('update person set email = $2 where id = $1', [one.personId, 'leitung@verein.example']);
  const noted = { certificateOn: '2026-01-12', seenOn: '2026-01-20', result: 'noEntry', dutyEndedOn: '', version: 0 };
  await anton.send('PUT', `/api/clearances/${one.personId}`, noted);
  for (const [kind, name] of [
    ['licence', 'Trainer C Breitensport'],
    ['firstAid', ''],
    ['codeOfConduct', ''],
  ])
    await anton.post(`/api/people/${one.personId}/trainer-proofs`, { kind, name, validFrom: '2026-01-01', validTo: '2029-12-31' });
  await anton.post(`/api/people/${one.personId}/trainer-contracts`, { kind: 'trainer', validFrom: '2026-01-01' });
  return one;
}

test('the board reads the proofs of all leaders, as a list and as a file; the export is audited', async () => {
  const before = await completeOne();
  const one = (await list()).find(({ personId }) => personId === before.personId);
  expect(one).toMatchObject({ light: 'valid', dueOn: '2031-01-12', contract: { kind: 'trainer', validTo: '' } });
  expect(one?.proofs.map(({ kind, light }) => [kind, light])).toEqual(
    expect.arrayContaining([
      ['licence', 'valid'],
      ['firstAid', 'valid'],
      ['codeOfConduct', 'valid'],
    ]),
  );
  const file = await anton.post('/api/trainer-files/export', { personIds: [before.personId], format: 'csv' });
  expect(file.text).toContain(before.name);
  expect(file.text).toContain('Trainer C Breitensport bis 31.12.2029');
  expect(file.text.trim().split('\n')).toHaveLength(2);
  const columns = 'name,youth,firstAid,licence,unknown';
  const shown = await anton.post('/api/trainer-files/export', { personIds: [before.personId], format: 'csv', columns });
  expect(shown.text.split(/\r?\n/)[0]?.replace('\uFEFF', '')).toBe('"Name";"Mit Minderjährigen";"Lizenzen und Nachweise"');
  expect((await anton.post('/api/trainer-files/export', { personIds: [before.personId], format: 'xlsx' })).status).toBe(200);
  expect(await server.sql("select 1 from audit where action = 'trainerFiles.export'")).toHaveLength(3);
});

test('a person with a certificate who never led an offer is in the list, and has no last day to be recorded', async () => {
  const [helper] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', 'Hilda', 'Helfend', now(), now()) returning id`,
  );
  const noted = { certificateOn: '2026-01-12', seenOn: '2026-01-20', result: 'noEntry', dutyEndedOn: '', version: 0 };
  expect((await anton.send('PUT', `/api/clearances/${helper?.id}`, noted)).status).toBe(200);
  expect(await list()).toContainEqual(expect.objectContaining({ personId: helper?.id, light: 'valid', isLastDayMissing: false }));
});

test('trainers with missing proofs are asked by mail, once a day; those with complete ones are not', async () => {
  const people = await list();
  const complete = people.find(({ light, proofs }) => light === 'valid' && proofs.length >= 3);
  const due = people.find(({ light, offers }) => light === 'missing' && offers.length > 0);
  await server.sql('update person set email = $2 where id = $1', [due?.personId, 'faellig@verein.example']);
  const { status, body } = await remind([complete?.personId ?? '', due?.personId ?? '']);
  expect([status, body]).toEqual([200, { reminded: 1, complete: 1, unreachable: [] }]);
  await remind([due?.personId ?? '']);
  const mails = await server.sql<{ body: string }>("select body from outbox_mail where once_key like 'proofs-asked:%'");
  expect(mails).toHaveLength(1);
  expect(mails[0]?.body).toContain('Erweitertes Führungszeugnis (Fehlt)');
});

test('a head of a department reads those of that department only, of certificates yes or no, and nothing about money', async () => {
  const editor = await server.signedIn('editor');
  const everybody = await list();
  const led = everybody.find(({ departments }) => departments.length > 0);
  const [department] = led?.departments ?? [];
  await server.sql('update department set head_person_id = null, deputy_person_id = null where club = $1', ['RWA']);
  expect(await list(editor)).toEqual([]);
  await server.sql(
    `update department set head_person_id = (select a.person_id from person_access a join app_user u on u.id = a.user_id
       join person p on p.id = a.person_id where u.email = $1 and a.relation = 'self' and p.club = 'RWA' limit 1) where id = $2`,
    [emailOf('editor'), department?.id],
  );
  await server.outdate();
  const seen = await list(editor);
  const inDepartment = everybody.filter(({ departments }) => departments.some(({ id }) => id === department?.id));
  expect(seen.map(({ personId }) => personId).toSorted()).toEqual(inDepartment.map(({ personId }) => personId).toSorted());
  expect(seen.every(({ light }) => light === 'valid' || light === 'missing')).toBe(true);
  expect(seen.every(({ dueOn, contract, allowances }) => dueOn === '' && contract === null && allowances.length === 0)).toBe(true);
  for (const [path, method] of [
    ['/api/trainer-files/export', 'POST'],
    ['/api/trainer-files/reminders', 'POST'],
  ] as const)
    expect((await editor.send(method, path, { personIds: [led?.personId], format: 'csv' })).status).not.toBe(200);
  expect((await (await server.signedIn('trainer')).get('/api/trainer-files')).status).toBe(403);
  expect((await (await server.signedIn('admin', 'SCB')).get('/api/trainer-files?club=RWA')).status).toBe(404);
});

test('the association of the town reads counts of all clubs and no names; a club reads none of others', async () => {
  const { status, body } = await (await server.signedIn('admin', 'GSV')).get<TrainerCounts[]>('/api/trainer-files/counts');
  expect([status, body.map(({ club }) => club)]).toEqual([200, ['RWA', 'SCB', 'GSV']]);
  const own = body.find(({ club }) => club === 'RWA');
  expect([own?.covered, (own?.withMinors ?? 0) > 1, (own?.leaders ?? 0) >= (own?.withMinors ?? 0)]).toEqual([1, true, true]);
  expect((await anton.get('/api/trainer-files/counts')).status).toBe(404);
  expect((await (await server.signedIn('editor')).get('/api/trainer-files/counts')).status).toBe(403);
});
