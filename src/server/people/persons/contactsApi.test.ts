import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PayerAccount } from '#shared/money/payments.ts';
import type { Contact } from '#shared/people/contacts.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

/** A paying grandmother as created by an import: with a name only. */
async function payer(): Promise<Contact> {
  const [row] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', 'Gertrud', 'Oma', now(), now()) returning id`,
  );
  await server.outdate();
  return (await anton.get<Contact>(`/api/people/${row?.id}/contact`)).body;
}
const input = ({ id: _id, memberId: _member, ...of }: Contact, values: object = {}) => ({ ...of, ...values });
const home = { street: 'Hauptstraße', houseNo: '1', postcode: '69226', city: 'Nußloch' };
const update = (of: Contact, values: object, client = anton) =>
  client.send<Contact>('PUT', `/api/people/${of.id}/contact`, input(of, values));

test('a payer who is no member gets an address, to which letters go from then on', async () => {
  const oma = await payer();
  expect(oma).toMatchObject({ memberId: null, firstname: 'Gertrud', street: '', email: '' });
  const account = async () => (await anton.get<PayerAccount>(`/api/accounts/${oma.id}`)).body;
  expect(await account()).toMatchObject({ address: [], mailTo: null });
  const saved = (await update(oma, { ...home, email: 'gertrud@oma.example' })).body;
  expect(saved).toMatchObject({ ...home, version: oma.version + 1 });
  expect(await account()).toMatchObject({ address: ['Gertrud Oma', 'Hauptstraße 1', '69226 Nußloch'], mailTo: 'gertrud@oma.example' });
  // A correction; the second of two concurrent ones gets a conflict.
  expect((await update(oma, { city: 'Leimen' })).status).toBe(409);
  expect((await update(saved, { city: 'Leimen' })).body.city).toBe('Leimen');
  expect((await anton.send('PUT', `/api/people/${oma.id}/contact`, input(saved, { email: 'kein' }))).status).toBe(422);
  const [entry] = await server.sql<{ content: string }>(`select content from audit where entity_id = $1 order by id limit 1`, [oma.id]);
  expect(entry?.content).toBe('Name und Anschrift geändert: Gertrud Oma');
});

test('a member is changed with the membership; the dead get no mail; only the board of the club reads or changes contact data', async () => {
  const values = { firstname: 'Ole', lastname: 'Mitglied', birthDate: '1980-05-04', joinedOn: '2020-01-01', memberNo: 'KONT-1' };
  const ole = (await anton.post<MemberRecord>('/api/members', values)).body;
  const seen = (await anton.get<Contact>(`/api/people/${ole.personId}/contact`)).body;
  expect(seen.memberId).toBe(ole.id);
  expect(await update(seen, home)).toMatchObject({ status: 409, body: { code: 'wrong-state' } });
  const dead = await payer();
  await server.sql(`update person set died_on = '2026-11-01' where id = $1`, [dead.id]);
  expect(await update(dead, { email: 'gertrud@oma.example' })).toMatchObject({ status: 422, body: { fields: [{ path: 'email' }] } });
  for (const client of [server.visitor(), await server.signedIn('reader'), await server.signedIn('editor')])
    for (const { status } of [await client.get(`/api/people/${dead.id}/contact`), await update(dead, home, client)])
      expect([401, 403]).toContain(status);
  const alma = await server.signedIn('admin', 'SCB');
  expect([(await alma.get(`/api/people/${dead.id}/contact`)).status, (await update(dead, home, alma)).status]).toEqual([404, 404]);
});
