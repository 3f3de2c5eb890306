import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeptLine, KeptStatement } from '#shared/money/bankLines.ts';
import type { OwnCharge } from '#shared/money/charges.ts';
import type { PayerAccount } from '#shared/money/payments.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(() => server.close());

const heading = 'Buchungstag;Verwendungszweck;Begünstigter/Zahlungspflichtiger;Betrag';
let days = 0;
let numbered = 0;

/** A payer with open transfers of these sums, the earliest due first. */
async function payer(lastname: string, ...cents: number[]): Promise<{ id: string; reference: string; charges: string[] }> {
  const [made] = await server.sql<{ id: string; account_no: number }>(
    `insert into person (id, club, firstname, lastname, created_at, updated_at) values ($1, 'RWA', 'Kaja', $2, now(), now()) returning id, account_no`,
    [randomUUID(), lastname],
  );
  const id = made?.id ?? '';
  const charges: string[] = [];
  for (const [at, sum] of cents.entries()) {
    const [row] = await server.sql<{ id: string }>(
      `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, created_at)
       values (gen_random_uuid(), 'RWA', $1, $2, $2, 'other', 'Gebühr', $3, date '2026-10-01' + $4::int, 'transfer', 'open', now()) returning id`,
      [`RWA-9${String(++numbered).padStart(5, '0')}`, id, sum, at],
    );
    charges.push(row?.id ?? '');
  }
  await server.outdate();
  return { id, reference: `RWA-K${made?.account_no}`, charges };
}

/** Imports one line of a statement and returns it with its match. */
async function lineOf(purpose: string, cents: number, name = 'Wer auch immer'): Promise<KeptLine> {
  const day = `${String((days++ % 20) + 1).padStart(2, '0')}.11.2026`;
  const text = `${heading}\n${day};${purpose};${name};${(cents / 100).toFixed(2).replace('.', ',')}`;
  await anton.post<KeptStatement>('/api/bank-lines', { fileName: 'umsaetze.csv', content: Buffer.from(text).toString('base64') });
  const { rows } = (await anton.get<{ rows: KeptLine[] }>('/api/bank-lines')).body;
  const line = rows.find((row) => row.purpose === purpose && row.cents === cents && row.name === name);
  if (!line) throw new Error('the line was not kept');
  return line;
}
/** Merges two records of a person. */
async function merge(otherId: string, id: string): Promise<void> {
  const versions = await server.sql<{ id: string; version: number }>('select id, version from person where id in ($1, $2)', [id, otherId]);
  const [version, otherVersion] = [id, otherId].map((one) => versions.find((row) => row.id === one)?.version);
  const merged = await anton.post(`/api/people/${id}/merge`, { otherId, version, otherVersion, taken: [], allowed: [] });
  expect(merged.status).toBe(200);
}
const taken = ({ result, charges }: KeptLine) => [result, charges.map(({ id }) => id)];
const sorted = ({ result, charges }: KeptLine) => [result, charges.map(({ id }) => id).toSorted()];
const openOf = async (id: string) =>
  (
    await server.sql<{ rest: number }>(
      'select (cents - settled_cents)::int as rest from charge where payer_person_id = $1 order by due_on',
      [id],
    )
  ).map(({ rest }) => rest);

test('one transfer with an account number pays all that is open there, or the oldest of it, to the cent', async () => {
  const { id, reference, charges } = await payer('Alles', 4000, 500, 1200);
  const all = await lineOf(`Beitrag ${reference.replace('-', ' ')}`, 5700);
  expect(taken(all)).toEqual(['match', charges]);
  const oldest = await lineOf(reference, 4500);
  // The first line of the list is matched to them already.
  expect([oldest.result, oldest.charges]).toEqual(['rest', []]);
  await anton.post(`/api/bank-lines/${all.id}/ignore`, { version: all.version, reason: 'Probe' });
  const { rows } = (await anton.get<{ rows: KeptLine[] }>('/api/bank-lines')).body;
  const now = rows.find((row) => row.id === oldest.id);
  expect(now && taken(now)).toEqual(['match', charges.slice(0, 2)]);
  const { body } = await anton.post<{ booked: number; cents: number }>('/api/bank-lines/bookings', { ids: [oldest.id] });
  expect([body.booked, body.cents, await openOf(id)]).toEqual([1, 4500, [0, 0, 1200]]);
});

test('the sum of some of its charges is a suggestion, another sum is allocated by hand, and an unknown number matches nothing', async () => {
  const { reference, charges } = await payer('Einiges', 4100, 600, 1300);
  expect(taken(await lineOf(`${reference} Rest`, 1900))).toEqual(['suggestion', charges.slice(1)]);
  const other = await payer('Anderes', 4200);
  const less = await lineOf(`${other.reference} Abschlag`, 2000);
  expect(taken(less)).toEqual(['rest', other.charges]);
  expect(less.message).toContain('20,00');
  expect(taken(await lineOf('RWA-K99999999', 2000))).toEqual(['rest', []]);
});

test('name and the sum of all that is open are a suggestion; with two payers of that name somebody decides', async () => {
  const { charges } = await payer('Summenreich', 4300, 700);
  expect(taken(await lineOf('Beiträge', 5000, 'Summenreich, Kaja'))).toEqual(['suggestion', charges]);
  const both = [await payer('Doppelname', 4400, 800), await payer('Doppelname', 4400, 800)];
  const [result, found] = taken(await lineOf('Beiträge', 5200, 'Kaja Doppelname'));
  expect([result, [found].flat().toSorted()]).toEqual(['rest', both.flatMap((one) => one.charges).toSorted()]);
});

test('after merges every former number leads to the remaining account, and none to a merged one', async () => {
  const [first, second, last] = [await payer('Dreifach', 4600), await payer('Dreifach', 300), await payer('Dreifach')];
  await merge(first.id, second.id);
  await merge(second.id, last.id);
  const charges = [...first.charges, ...second.charges];
  for (const { reference } of [first, second, last]) {
    const line = await lineOf(reference, 4900);
    expect(sorted(line)).toEqual(['match', charges.toSorted()]);
    await anton.post(`/api/bank-lines/${line.id}/ignore`, { version: line.version, reason: 'Probe' });
  }
  // A transfer that names both numbers belongs to one account.
  const both = await lineOf(`${first.reference} ${last.reference}`, 4900);
  expect(sorted(both)).toEqual(['match', charges.toSorted()]);
  expect((await anton.post<{ booked: number }>('/api/bank-lines/bookings', { ids: [both.id] })).body.booked).toBe(1);
  expect(await openOf(last.id)).toEqual([0, 0]);
  const found = (await anton.get<{ rows: { name: string }[] }>(`/api/charges?search=${first.reference}`)).body.rows;
  expect(found.map(({ name }) => name)).toEqual(['Dreifach, Kaja', 'Dreifach, Kaja']);
  // A page opened before the merge shows and books nothing on the merged record.
  expect((await anton.get(`/api/accounts/${first.id}`)).status).toBe(404);
  expect((await anton.post('/api/payments', { payerId: first.id, cents: 100, bookedOn: '2026-11-01' })).status).toBe(404);
});

test('payers see the number at their own charges, the office at the account and in its search; nobody else does', async () => {
  const { id, reference } = await payer('Leserin', 4500, 900);
  const rosa = await server.signedIn('reader');
  const mine = async () => (await rosa.get<OwnCharge[]>('/api/charges/mine')).body.filter(({ label }) => label === 'Gebühr');
  await server.sql(
    `insert into person_access (user_id, person_id, club, relation, verified_at) select id, $1, 'RWA', 'guardian', now() from app_user where email = 'reader@rwa.test'`,
    [id],
  );
  await server.outdate();
  expect((await mine()).map(({ accountReference }) => accountReference)).toEqual([reference, reference]);
  await server.sql('update charge set payer_person_id = (select id from person where id <> $1 limit 1) where person_id = $1', [id]);
  await server.outdate();
  expect((await mine()).map(({ accountReference }) => accountReference)).toEqual([null, null]);
  await server.sql('update charge set payer_person_id = person_id where person_id = $1', [id]);
  await server.outdate();
  expect((await anton.get<PayerAccount>(`/api/accounts/${id}`)).body.reference).toBe(reference);
  expect((await anton.get<{ rows: { name: string }[] }>(`/api/charges?search=${reference}`)).body.rows.map(({ name }) => name)).toEqual([
    'Leserin, Kaja',
    'Leserin, Kaja',
  ]);
});
