import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrainerProof } from '#shared/people/trainers/trainerProofs.ts';
import type { LicenceKind } from '#shared/people/trainers/licenceKinds.ts';
import type { TrainerFile } from '#shared/people/trainers/files.ts';
import { emailOf, startServer, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
let till: Client;
let personId = '';
beforeAll(async () => {
  server = await startServer();
  [anton, till] = [await server.signedIn('admin'), await server.signedIn('trainer')];
  personId = await selfOf(emailOf('trainer'));
  // Deletes those of the demo data.
  await server.sql('delete from trainer_proof');
  await server.sql('delete from clearance');
});
afterAll(() => server.close());

async function selfOf(email: string): Promise<string> {
  const [own] = await server.sql<{ id: string }>(
    `select a.person_id as id from person_access a join app_user u on u.id = a.user_id join person p on p.id = a.person_id
     where u.email = $1 and a.relation = 'self' and a.ended_at is null and p.club = u.club`,
    [email],
  );
  return own?.id ?? '';
}

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];
const fieldOf = ({ status, body }: Answer) => [status, (body as { fields?: { path: string }[] }).fields?.[0]?.path];
const licence = {
  kind: 'licence',
  name: 'Trainer C Breitensport',
  number: '4711',
  issuedBy: 'LSB',
  validFrom: '2024-01-01',
  validTo: '2028-12-31',
};
const report = (values: object = {}, client = till, id = personId) =>
  client.post<TrainerProof>(`/api/people/${id}/trainer-proofs/own`, { ...licence, ...values });
const correct = ({ id, version }: TrainerProof, values: object, client = till) =>
  client.send<TrainerProof>('PUT', `/api/trainer-proofs/${id}/own`, { ...licence, version, ...values });
const listed = async () => (await anton.get<TrainerProof[]>('/api/trainer-proofs')).body;

test('a trainer enters and corrects their own proofs; the board sees them as unconfirmed, until it confirms them', async () => {
  expect((await till.get('/api/trainer-proofs/mine/people')).body).toEqual([{ personId, club: 'RWA' }]);
  const { status, body: made } = await report();
  expect([status, made.isReported, made.light]).toEqual([200, true, 'valid']);
  const [file] = (await anton.get<TrainerFile[]>('/api/trainer-files')).body.filter((one) => one.personId === personId);
  expect(file?.proofs.map(({ isReported }) => isReported)).toEqual([true]);
  const { body: seen } = await anton.post<TrainerProof>(`/api/trainer-proofs/${made.id}/confirmation`, { version: 1 });
  expect([seen.isReported, seen.version]).toEqual([false, 2]);
  expect(codeOf(await anton.post(`/api/trainer-proofs/${made.id}/confirmation`, { version: 1 }))).toEqual([409, 'conflict']);
  expect(codeOf(await anton.post(`/api/trainer-proofs/${made.id}/confirmation`, { version: 2 }))).toEqual([409, 'wrong-state']);
  // The second of two concurrent corrections gets a conflict.
  const both = await Promise.all([correct(seen, { number: '1' }), correct(seen, { number: '2' })]);
  expect(both.map((one) => one.status).toSorted()).toEqual([200, 409]);
  const [kept] = await listed();
  expect([kept?.isReported, kept?.version]).toEqual([true, 3]);
  const [entry] = await server.sql<{ content: string }>(
    "select content from audit where action = 'trainerFiles.correctOwn' order by id desc limit 1",
  );
  expect(entry?.content).toMatch(/^Nachweis selbst berichtigt: Lizenz Trainer C Breitensport, /);
});

test('nobody edits the file of somebody else, and a person who leads nothing and has no file has none to edit', async () => {
  const [made] = await listed();
  if (!made) throw new Error('Nothing is noted.');
  for (const client of [await server.signedIn('reader'), await server.signedIn('editor'), anton, await server.signedIn('trainer', 'SCB')]) {
    expect((await report({}, client)).status).toBe(404);
    expect((await correct(made, {}, client)).status).toBe(404);
  }
  expect((await report({}, server.visitor())).status).toBe(401);
  const rosa = await server.signedIn('reader');
  expect((await rosa.get('/api/trainer-proofs/mine/people')).body).toEqual([]);
  expect((await report({}, rosa, await selfOf(emailOf('reader')))).status).toBe(404);
  for (const client of [till, rosa])
    expect((await client.post(`/api/trainer-proofs/${made.id}/confirmation`, { version: 1 })).status).toBe(403);
});

test('a licence may have a file in the own folder, which the board opens; other proofs have none, and no foreign file is accepted', async () => {
  const [account] = await server.sql<{ id: string }>('select id from app_user where email = $1', [emailOf('trainer')]);
  const paper = `users/${account?.id}/licences/lizenz.pdf`;
  expect((await report({ paper })).body.paper).toBe(paper);
  expect(fieldOf(await report({ paper: 'users/8d7a8a31-5b7c-4c57-8d0f-000000000002/lizenz.pdf' }))).toEqual([422, 'paper']);
  expect(fieldOf(await report({ paper: `users/${account?.id}/../x/lizenz.pdf` }))).toEqual([422, 'paper']);
  expect(fieldOf(await report({ paper: 'RWA/members/1/lizenz.pdf' }))).toEqual([422, 'paper']);
  expect(fieldOf(await report({ paper, kind: 'firstAid', name: '' }))).toEqual([422, 'paper']);
  // A certificate of good conduct never has a file, whoever submits it.
  const clearance = { certificateOn: '2026-01-12', seenOn: '2026-01-20', result: 'noEntry', dutyEndedOn: '', version: 0, paper };
  expect((await anton.send('PUT', `/api/clearances/${personId}`, clearance)).status).toBe(422);
});

test('a licence is one of a list that a super maintains for all clubs; existing entries keep its name', async () => {
  const sina = await server.signedIn('super');
  const add = (name: string, client = sina) => client.post<LicenceKind>('/api/licence-kinds', { name });
  expect((await add('Trainer C Boccia', anton)).status).toBe(403);
  expect(fieldOf(await report({ name: 'Trainer C Boccia' }))).toEqual([422, 'name']);
  const { body: made } = await add('Trainer C Boccia');
  expect(fieldOf(await add('Trainer C Boccia'))).toEqual([422, 'name']);
  const { body: noted } = await report({ name: 'Trainer C Boccia' });
  expect((await anton.send('DELETE', `/api/licence-kinds/${made.id}`)).status).toBe(403);
  expect((await sina.send('DELETE', `/api/licence-kinds/${made.id}`)).status).toBe(200);
  expect(codeOf(await sina.send('DELETE', `/api/licence-kinds/${made.id}`))).toEqual([404, 'not-found']);
  expect((await till.get<LicenceKind[]>('/api/licence-kinds')).body.map(({ name }) => name)).not.toContain('Trainer C Boccia');
  expect((await correct(noted, { name: 'Trainer C Boccia', number: '5' })).status).toBe(200);
  expect((await server.visitor().get('/api/licence-kinds')).status).toBe(401);
});
