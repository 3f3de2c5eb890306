import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrainerProof } from '#shared/people/trainers/trainerProofs.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { remindOfProofs } from './reminders.ts';
import { emailOf, startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
let personId = '';
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  anton = await server.signedIn('admin');
  const [own] = await server.sql<{ id: string }>(
    `select a.person_id as id from person_access a join app_user u on u.id = a.user_id join person p on p.id = a.person_id
     where u.email = $1 and a.relation = 'self' and a.ended_at is null and p.club = 'RWA'`,
    [emailOf('trainer')],
  );
  personId = own?.id ?? '';
  // Deletes those of the demo data.
  await server.sql('delete from trainer_proof');
  await server.sql('delete from clearance');
});
afterAll(async () => {
  setClock();
  await server.close();
});

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];
const licence = {
  kind: 'licence',
  name: 'Trainer C Breitensport',
  number: '4711',
  issuedBy: 'LSB',
  validFrom: '2024-01-01',
  validTo: '2028-12-31',
};
const note = (values: object = {}, client = anton) =>
  client.post<TrainerProof>(`/api/people/${personId}/trainer-proofs`, { ...licence, ...values });

test('the board records the proofs of a trainer, corrects and deletes them; of two concurrent changes one is refused', async () => {
  const { body: made } = await note();
  expect(made).toMatchObject({ ...licence, personId, light: 'valid', version: 1 });
  const { id, personId: _person, light: _light, isReported: _reported, paper: _paper, version, ...values } = made;
  const change = (name: string) => anton.send<TrainerProof>('PUT', `/api/trainer-proofs/${id}`, { ...values, name, version });
  expect((await change('Trainer B Breitensport')).body).toMatchObject({ name: 'Trainer B Breitensport', version: 2 });
  expect(codeOf(await change('Trainer A Leistungssport'))).toEqual([409, 'conflict']);
  expect((await anton.send('DELETE', `/api/trainer-proofs/${id}`)).status).toBe(200);
  expect(codeOf(await anton.send('DELETE', `/api/trainer-proofs/${id}`))).toEqual([404, 'not-found']);
});

test('proofs are sorted by expiry, and expired ones are marked', async () => {
  await note({ kind: 'codeOfConduct', name: '', validTo: '' });
  await note({ name: 'Jugendleiter-Lizenz', validTo: '2025-01-01' });
  await note({ kind: 'firstAid', name: '', validTo: '2026-12-24' });
  const { body } = await anton.get<TrainerProof[]>('/api/trainer-proofs?club=RWA');
  expect(body.map(({ kind, light }) => [kind, light])).toEqual([
    ['licence', 'over'],
    ['firstAid', expect.stringMatching(/^(soon|valid)$/)],
    ['codeOfConduct', 'valid'],
  ]);
});

test('trainers read their own and no others; only the board of the club writes', async () => {
  const till = await server.signedIn('trainer');
  expect((await till.get<TrainerProof[]>('/api/trainer-proofs/mine')).body.length).toBeGreaterThan(0);
  expect((await (await server.signedIn('reader')).get<TrainerProof[]>('/api/trainer-proofs/mine')).body).toEqual([]);
  for (const role of ['reader', 'trainer', 'editor'] as const) expect((await note({}, await server.signedIn(role))).status).toBe(403);
  expect(codeOf(await note({}, await server.signedIn('admin', 'SCB')))).toEqual([404, 'not-found']);
  expect((await (await server.signedIn('admin', 'SCB')).get<TrainerProof[]>('/api/trainer-proofs')).body).toEqual([]);
});

test('a future day, a licence without a name and an end before the beginning are reported at their fields', async () => {
  const fieldOf = ({ status, body }: Answer) => [status, (body as { fields?: { path: string }[] }).fields?.[0]?.path];
  expect(fieldOf(await note({ validFrom: '2031-01-01', validTo: '' }))).toEqual([422, 'validFrom']);
  expect(fieldOf(await note({ name: '' }))).toEqual([422, 'name']);
  expect(fieldOf(await note({ validTo: '2023-01-01' }))).toEqual([422, 'validTo']);
});

/** The number of expiring proofs and certificates on the board's dashboard. */
const onCard = async () =>
  (await anton.get<{ name: string; count: number }[]>('/api/dashboard')).body.find(({ name }) => name === 'proofsEnding')?.count ?? 0;

test('90 and 30 days before its expiry a proof has to be renewed: the trainer gets one mail each, none for renewed ones, the board a task', async () => {
  await server.sql('delete from trainer_proof');
  await server.sql('delete from outbox_mail');
  await server.sql(
    `insert into clearance (person_id, club, certificate_on, seen_on, result, created_at)
     values ($1, 'RWA', '2022-01-10', '2022-02-01', 'noEntry', now()) on conflict (person_id) do update set certificate_on = '2022-01-10', duty_ended_on = null`,
    [personId],
  );
  const subjects = async () =>
    (await server.sql<{ subject: string }>("select subject from outbox_mail where once_key like 'proof-ends:%' order by id")).map(
      ({ subject }) => subject,
    );
  const day = (value: string) => setClock(new Date(`${value}T08:15:00Z`));
  try {
    await note({ validTo: '2027-03-01' });
    await note({ kind: 'firstAid', name: '', validTo: '2027-03-01' });
    await note({ kind: 'firstAid', name: '', validFrom: '2026-01-01', validTo: '2028-01-01' });
    day('2026-11-20');
    await remindOfProofs(server);
    expect(await subjects()).toEqual([]);
    for (const one of ['2026-12-01', '2026-12-02', '2027-01-30', '2027-02-01']) {
      day(one);
      await remindOfProofs(server);
    }
    const certificate = 'Bitte erneuern: Erweitertes Führungszeugnis bis 10.01.2027';
    expect((await subjects()).toSorted()).toEqual(
      [
        'Bitte erneuern: Lizenz Trainer C Breitensport bis 01.03.2027',
        'Bitte erneuern: Lizenz Trainer C Breitensport bis 01.03.2027',
      ].toSorted(),
    );
    await server.sql('delete from outbox_mail');
    day('2026-12-12');
    await remindOfProofs(server);
    expect(await subjects()).toEqual([certificate]);
    const [mail] = await server.sql<{ body: string }>("select body from outbox_mail where once_key like 'proof-ends:%'");
    expect(mail?.body).toContain('Ein neues ist am 10.01.2027 fällig.');
  } finally {
    setClock(testTime);
  }
  await note({ name: 'Trainer B Breitensport', validTo: '2026-12-31' });
  // The certificate and the licence.
  expect(await onCard()).toBe(2);
  // After a renewal the old one is no longer listed, neither on the card nor in the list.
  await note({ name: 'Trainer B Breitensport', validTo: '2030-12-31' });
  expect(await onCard()).toBe(1);
  // Ended activities, negative results and certificates with a longer validity are not listed.
  for (const change of [
    "duty_ended_on = '2026-11-20'",
    "duty_ended_on = null, result = 'notWithMinors'",
    "result = 'noEntry', certificate_on = '2022-02-21', seen_on = '2022-02-28'",
  ]) {
    await server.sql(`update clearance set ${change}`);
    await server.outdate();
    expect(await onCard()).toBe(0);
  }
  const { body: listed } = await anton.get<TrainerProof[]>('/api/trainer-proofs');
  expect(listed.filter(({ name }) => name === 'Trainer B Breitensport').map(({ light }) => light)).toEqual(['renewed', 'valid']);
});
