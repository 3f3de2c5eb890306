import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OfAge } from '#shared/people/ofAge/contract.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { emailOf, startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';
import { notifyOfComingOfAge } from './service.ts';

let server: TestServer;
let till: Client;
let id = '';
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  till = await server.signedIn('trainer');
  const [own] = await server.sql<{ id: string }>(
    `select a.person_id as id from person_access a join app_user u on u.id = a.user_id join person p on p.id = a.person_id
     where u.email = $1 and a.relation = 'self' and a.ended_at is null and p.club = 'RWA'`,
    [emailOf('trainer')],
  );
  id = own?.id ?? '';
});
beforeEach(async () => {
  await server.sql('delete from of_age_answer');
  // Turns 18 today; the record was created three years ago.
  await server.sql(
    "update person set birth_date = '2008-11-21', created_at = '2023-05-01', email = 'eltern@familie.example' where id = $1",
    [id],
  );
});
afterAll(async () => {
  setClock();
  await server.close();
});

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];
const mine = async (client = till) => (await client.get<OfAge[]>('/api/people/mine/of-age')).body;
const contact = { email: 'Till@own.example', mobile: '0170 1234567', emergencyName: 'Eva', emergencyPhone: '0171 7654321' };
const say = async (values: object = {}, client = till) => {
  const version = (await mine())[0]?.contact?.version ?? 0;
  return client.send('PUT', `/api/people/mine/${id}/of-age/contact`, { ...contact, version, ...values });
};
const keep = (client = till) => client.post(`/api/people/mine/${id}/of-age/payment`);

test('on the 18th birthday people are asked for contact data and payment, and each answer settles it', async () => {
  const [asked] = await mine();
  expect(asked).toMatchObject({ personId: id, contact: { email: emailOf('trainer') }, payment: { payer: expect.any(String) } });
  expect((await say({ mobile: 'abc' })).status).toBe(422);
  expect(codeOf(await say({ version: (asked?.contact?.version ?? 0) + 5 }))).toEqual([409, 'conflict']);
  expect((await say()).status).toBe(200);
  const [kept] = await server.sql('select email, mobile, emergency_contact_phone as phone from person where id = $1', [id]);
  expect(kept).toEqual({ email: 'till@own.example', mobile: '0170 1234567', phone: '0171 7654321' });
  expect((await mine())[0]?.contact).toBeNull();
  const twice = await Promise.all([keep(), keep()]);
  expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await mine()).toEqual([]);
});

test('nobody else answers, nobody is asked below 18, and people who came as adults are not asked', async () => {
  for (const client of [await server.signedIn('reader'), await server.signedIn('admin'), await server.signedIn('trainer', 'SCB')]) {
    expect((await client.get<OfAge[]>('/api/people/mine/of-age')).body.filter(({ personId }) => personId === id)).toEqual([]);
    expect([(await say({}, client)).status, (await keep(client)).status]).toEqual([404, 404]);
  }
  expect((await server.visitor().get('/api/people/mine/of-age')).status).toBe(401);
  await server.sql("update person set birth_date = '2008-11-22' where id = $1", [id]);
  expect([await mine(), (await keep()).status]).toEqual([[], 404]);
  await server.sql("update person set birth_date = '1990-01-01' where id = $1", [id]);
  expect([await mine(), (await keep()).status]).toEqual([[], 404]);
});

test('requesting another account answers how one pays', async () => {
  const changes = { iban: 'DE02120300000000202051', accountHolder: 'Till Muster' };
  const asked = await till.post(`/api/people/${id}/change-requests`, { changes, note: '' });
  expect(asked.status).toBe(200);
  expect((await mine())[0]?.payment).toBeNull();
});

test('on the day itself one mail lists the decisions, and no other when the job runs again', async () => {
  await server.sql('delete from outbox_mail');
  for (const day of ['2026-11-21', '2026-11-22', '2026-12-01']) {
    setClock(new Date(`${day}T08:00:00Z`));
    await notifyOfComingOfAge(server);
  }
  setClock(testTime);
  const mails = await server.sql<{ recipient: string; body: string }>(
    "select recipient, body from outbox_mail where once_key like 'of-age:%'",
  );
  expect(mails.map(({ recipient }) => recipient)).toEqual([emailOf('trainer')]);
  expect(mails[0]?.body).toContain('/profile/consents');
});
