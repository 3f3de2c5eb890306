import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FullHourSheet } from '#shared/money/hours.ts';
import type { AllowanceUse } from '#shared/people/trainers/allowances.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { emailOf, startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let till: Client;
let board: Client;
let personId = '';
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  await server.sql('delete from hour_sheet');
  till = await server.signedIn('trainer');
  board = await server.signedIn('admin');
  const [own] = await server.sql<{ id: string }>(
    `select a.person_id as id from person_access a join app_user u on u.id = a.user_id join person p on p.id = a.person_id
     where u.email = $1 and a.relation = 'self' and a.ended_at is null and p.club = 'RWA'`,
    [emailOf('trainer')],
  );
  personId = own?.id ?? '';
});
afterAll(async () => {
  setClock();
  await server.close();
});

/** A sheet as a quarter's work would produce it, without its dates. */
async function sheet(cents: number, from: string, of = { personId, club: 'RWA', state: 'submitted' }): Promise<string> {
  const [row] = await server.sql<{ id: string }>(
    `insert into hour_sheet (id, club, person_id, period_from, period_to, state, total_minutes, total_cents, rate_cents)
     values (gen_random_uuid(), $1, $2, $3::date, ($3::date + interval '3 months - 1 day')::date, $4, 60, $5, 1000) returning id`,
    [of.club, of.personId, from, of.state, cents],
  );
  await server.outdate();
  return row?.id ?? '';
}

const read = async (id: string, client = board) => (await client.get<FullHourSheet>(`/api/hour-sheets/${id}`)).body;
const approve = async (id: string) => {
  const { version } = await read(id);
  return board.post(`/api/hour-sheets/${id}/decision`, { version, isApproved: true, reason: '' });
};
const declare = (values: object, client = till, of = personId) =>
  client.send('PUT', `/api/people/${of}/allowances/trainer/2026`, { elsewhereCents: 0, countsOtherClubs: false, version: 0, ...values });
const contract = (values: object, client = board) =>
  client.post<{ fields?: { path: string }[] }>(`/api/people/${personId}/trainer-contracts`, {
    kind: 'trainer',
    validFrom: '2026-01-01',
    validTo: '',
    hasJointConsent: false,
    ...values,
  });

test('the approver sees the used part of the tax-free amount before: approved sheets, declared amounts, and no others', async () => {
  const first = await sheet(200_000, '2026-01-01');
  expect((await read(first)).allowance).toMatchObject({ kind: 'trainer', year: 2026, limitCents: 330_000, hereCents: 0 });
  const second = await sheet(50_000, '2026-04-01');
  expect((await read(second)).allowance).toMatchObject({ hereCents: 0 });
  expect((await approve(first)).status).toBe(200);
  expect((await read(second)).allowance).toMatchObject({ hereCents: 200_000 });
  // Its own sum is not counted twice once it is approved.
  expect((await read(first)).allowance).toMatchObject({ hereCents: 0 });
  expect((await declare({ elsewhereCents: 60_000 })).status).toBe(200);
  expect((await read(second)).allowance).toMatchObject({ hereCents: 200_000, elsewhereCents: 60_000, version: 1 });
  // The trainer sees the submitted amount, too; the previous year has its own limit.
  const { body } = await till.get<{ allowances: AllowanceUse[] }>('/api/hour-sheets/own');
  expect(body.allowances.find(({ kind }) => kind === 'trainer')).toMatchObject({ hereCents: 250_000, elsewhereCents: 60_000 });
  const old = await sheet(10_000, '2025-10-01');
  expect((await read(old)).allowance).toMatchObject({ year: 2025, limitCents: 300_000, hereCents: 0, elsewhereCents: 0 });
});

test('the contract decides which allowance is used; two of one kind never overlap; of two concurrent changes the second is refused', async () => {
  expect((await contract({ kind: 'honorary', validFrom: '2024-01-01', validTo: '2024-12-31' })).status).toBe(200);
  const before = await sheet(1000, '2024-01-01');
  expect((await read(before)).allowance).toMatchObject({ kind: 'honorary', limitCents: 84_000 });
  const both = await Promise.all([contract({}), contract({ validFrom: '2026-06-01' })]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  expect(both.find(({ status }) => status === 422)?.body.fields?.[0]?.path).toBe('validFrom');
  expect((await contract({ hasJointConsent: true })).body.fields?.[0]?.path).toBe('hasJointConsent');
  expect((await contract({ validTo: '2025-01-01' })).body.fields?.[0]?.path).toBe('validTo');
  expect((await contract({ kind: 'fee', hasJointConsent: true, validFrom: '2023-01-01', validTo: '2023-12-31' })).status).toBe(200);
  expect((await read(await sheet(1000, '2023-01-01'))).allowance).toBeNull();
  const list = (await board.get<{ id: string; kind: string; version: number }[]>('/api/trainer-contracts')).body;
  const honorary = list.find(({ kind }) => kind === 'honorary');
  const change = { kind: 'minijob', validFrom: '2024-01-01', validTo: '2024-12-31', hasJointConsent: false, version: honorary?.version };
  expect((await board.send('PUT', `/api/trainer-contracts/${honorary?.id}`, change)).status).toBe(200);
  expect((await board.send('PUT', `/api/trainer-contracts/${honorary?.id}`, change)).status).toBe(409);
  expect((await board.send('DELETE', `/api/trainer-contracts/${honorary?.id}`)).status).toBe(200);
  expect((await till.get<{ kind: string }[]>('/api/trainer-contracts/mine')).body.map(({ kind }) => kind)).toEqual(['trainer', 'fee']);
});

test('the sum of another club counts if the person allowed it, and the board cannot allow it for them', async () => {
  const [there] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, created_at, updated_at)
     values (gen_random_uuid(), 'SCB', 'Till', 'Auswärts', now(), now()) returning id`,
  );
  await server.sql(
    `insert into person_access (user_id, person_id, club, relation, verified_at)
     select id, $1, 'SCB', 'self', now() from app_user where email = $2`,
    [there?.id, emailOf('trainer')],
  );
  await sheet(40_000, '2026-01-01', { personId: there?.id ?? '', club: 'SCB', state: 'paid' });
  const open = await sheet(1000, '2026-07-01');
  expect((await read(open)).allowance).toMatchObject({ otherClubsCents: 0 });
  expect((await declare({ version: 1, countsOtherClubs: true }, board)).status).toBe(422);
  expect((await declare({ version: 1, countsOtherClubs: true })).status).toBe(200);
  expect((await declare({ version: 1 })).status).toBe(409);
  const { allowance } = await read(open);
  expect(allowance).toMatchObject({ otherClubsCents: 40_000, countsOtherClubs: true });
  // Only the sum of the other club is visible, not its id or name.
  expect(JSON.stringify(allowance)).not.toContain(there?.id);
});

test('only the board of the club writes contracts and declarations of others; other clubs get 404; limits are set by a super', async () => {
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const client = await server.signedIn(role);
    expect([role, (await contract({}, client)).status, (await client.get('/api/trainer-contracts')).status]).toEqual([role, 403, 403]);
  }
  expect((await declare({}, await server.signedIn('reader'))).status).toBe(403);
  const foreign = await server.signedIn('admin', 'SCB');
  expect((await contract({}, foreign)).status).toBe(404);
  expect((await declare({ version: 2 }, foreign)).status).toBe(404);
  expect((await board.send('PUT', '/api/allowance-limits/trainer/2027', { cents: 350_000 })).status).toBe(403);
  const superuser = await server.signedIn('super');
  expect((await superuser.send('PUT', '/api/allowance-limits/trainer/2027', { cents: 350_000 })).status).toBe(200);
  expect((await superuser.send('DELETE', '/api/allowance-limits/trainer/2021')).status).toBe(409);
  expect((await superuser.send('DELETE', '/api/allowance-limits/trainer/2027')).status).toBe(200);
  expect((await superuser.get('/api/allowance-limits')).body).toHaveLength(4);
});
