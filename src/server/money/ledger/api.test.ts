import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Year } from '#shared/money/books/contract.ts';
import type { Datev } from '#shared/money/datev/contract.ts';
import type { FeePreview } from '#shared/money/fees/feePreview.ts';
import type { LedgerAccount } from '#shared/money/ledger/contract.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { billedCourse } from '#test/billing.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  await server.outdate();
  anton = await server.signedIn('admin');
});
afterAll(async () => {
  setClock();
  await server.close();
});

const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];
const make = (values: object, client = anton) => client.post<LedgerAccount>('/api/ledger-accounts', { sphere: 'purpose', ...values });
const change = (account: LedgerAccount, values: object) => {
  const { name, sphere, sources, version } = account;
  return anton.send<LedgerAccount>('PUT', `/api/ledger-accounts/${account.id}`, { name, sphere, sources, version, ...values });
};
const end = (account: LedgerAccount, isEnded = true) =>
  anton.send<LedgerAccount>('PUT', `/api/ledger-accounts/${account.id}/end`, { isEnded, version: account.version });
const list = async () => (await anton.get<LedgerAccount[]>('/api/ledger-accounts')).body;
const charge = async () => {
  const { courseId, personIds } = await billedCourse(server, { people: 1, priceCents: 7000 });
  await anton.post('/api/charges', { courseId, dueOn: '2026-11-15' });
  const { rows } = (await anton.get<{ rows: ListedCharge[] }>(`/api/charges?courseId=${courseId}`)).body;
  return { row: rows[0] as ListedCharge, payerId: personIds[0] ?? '' };
};
const accountOf = async (chargeId: string) =>
  (
    await server.sql<{ account: string | null; sphere: string }>(
      `select ledger_account_id as account, tax_sphere as sphere from charge where id = $1`,
      [chargeId],
    )
  )[0];

test('only the board edits the accounts of its club, and invalid input is reported at its field', async () => {
  const mine = (await make({ name: 'Reha' })).body;
  const alma = await server.signedIn('admin', 'SCB');
  for (const client of [server.visitor(), await server.signedIn('editor')]) {
    expect([401, 403]).toContain((await client.get('/api/ledger-accounts')).status);
    expect([401, 403]).toContain((await make({ name: 'Anderes' }, client)).status);
  }
  expect((await alma.get<LedgerAccount[]>('/api/ledger-accounts')).body).toEqual([]);
  expect(codeOf(await alma.get('/api/ledger-accounts?club=RWA'))).toEqual([404, 'not-found']);
  expect((await alma.send('PUT', `/api/ledger-accounts/${mine.id}/end`, { isEnded: true, version: 1 })).status).toBe(404);
  expect((await alma.send('DELETE', `/api/ledger-accounts/${mine.id}`)).status).toBe(404);
  const paths = async (values: object) =>
    ((await make(values)).body as unknown as { fields?: { path: string }[] }).fields?.map(({ path }) => path);
  expect(await paths({ name: ' ' })).toEqual(['name']);
  expect(await paths({ name: 'reha' })).toEqual(['name']);
  expect(await paths({ name: 'Zurück', sources: ['refund'] })).toEqual(['sources.0']);
  expect((await anton.send('DELETE', `/api/ledger-accounts/${mine.id}`)).status).toBe(200);
});

test('charges of a source are booked to its account from then on, in the report, the files and for the tax adviser', async () => {
  const before = await charge();
  const courses = (await make({ name: 'Kurse Halle', sources: ['course'] })).body;
  expect(codeOf(await make({ name: 'Noch einmal', sources: ['course'] }))).toEqual([422, 'invalid-input']);
  const after = await charge();
  expect(await accountOf(before.row.id)).toMatchObject({ account: null });
  expect(await accountOf(after.row.id)).toEqual({ account: courses.id, sphere: 'purpose' });
  await anton.post('/api/payments', { payerId: after.payerId, cents: 7000, bookedOn: '2026-11-20' });
  const report = async () => (await anton.get<Year>('/api/books/2026?club=RWA')).body.lines;
  expect(await report()).toContainEqual({ label: 'Kurse Halle', sphere: 'purpose', inCents: 7000, outCents: 0 });
  const { accounts } = (await anton.get<Datev>('/api/books/2026/datev')).body;
  expect(accounts.find(({ place }) => place === `account:${courses.id}`)).toMatchObject({ label: 'Kurse Halle', inCents: 7000 });
  // A refund is booked to the account of its charge, whatever is booked there now.
  const [used] = (await list()).filter(({ id }) => id === courses.id);
  expect(used).toMatchObject({ isUsed: true });
  expect((await change(used as LedgerAccount, { sources: [] })).status).toBe(200);
  const [paid] = await server.sql<{ version: number }>(`select version from charge where id = $1`, [after.row.id]);
  const order = { version: paid?.version, cents: 1000, reason: 'Zu viel' };
  const back = await anton.post<ListedCharge>(`/api/charges/${after.row.id}/refunds`, order);
  expect(back.status).toBe(200);
  expect(await accountOf(back.body.id)).toEqual({ account: courses.id, sphere: 'purpose' });
  expect(await accountOf((await charge()).row.id)).toMatchObject({ account: null });
});

test('an account in use keeps name and sphere, can end and reopen, and is not deleted', async () => {
  const [used] = (await list()).filter(({ name }) => name === 'Kurse Halle');
  if (!used) throw new Error('the account is gone');
  const paths = async (values: object) =>
    ((await change(used, values)).body as unknown as { fields?: { path: string }[] }).fields?.map(({ path }) => path);
  expect(await paths({ name: 'Anders' })).toEqual(['name']);
  expect(await paths({ sphere: 'ideal' })).toEqual(['sphere']);
  expect(codeOf(await anton.send('DELETE', `/api/ledger-accounts/${used.id}`))).toEqual([409, 'wrong-state']);
  const booking = (await change(used, { sources: ['course'] })).body;
  const ended = (await end(booking)).body;
  expect(ended.endedOn).toBe(testTime.toISOString().slice(0, 10));
  expect(codeOf(await end(booking))).toEqual([409, 'conflict']);
  expect(await accountOf((await charge()).row.id)).toMatchObject({ account: null });
  const open = (await end(ended, false)).body;
  expect(open.endedOn).toBe(null);
  expect(await accountOf((await charge()).row.id)).toMatchObject({ account: used.id });
});

test('a fee rule books to its own account, instead of that of membership fees', async () => {
  const tennis = (await make({ name: 'Tennisbeiträge', sphere: 'ideal' })).body;
  const all = (await make({ name: 'Alle Beiträge', sphere: 'ideal', sources: ['membership'] })).body;
  await server.sql(`delete from fee_rule where club = 'RWA'`);
  const rule = { layer: 'base', validFrom: '2020-01-01', cents: 1200 };
  const ruled = await anton.post('/api/fee-rules', { ...rule, name: 'Aktive', kinds: ['active'], ledgerAccountId: tennis.id });
  expect(ruled.status).toBe(200);
  const rest = ['passive', 'supporting', 'honorary', 'trial'];
  expect((await anton.post('/api/fee-rules', { ...rule, name: 'Andere', kinds: rest })).status).toBe(200);
  const unknown = await anton.post('/api/fee-rules', { ...rule, name: 'Falsch', ledgerAccountId: '9d7a8a31-5b7c-4c57-8d0f-000000000077' });
  expect((unknown.body as unknown as { fields: { path: string }[] }).fields.map(({ path }) => path)).toEqual(['ledgerAccountId']);
  const period = { from: '2026-01-01', to: '2026-12-31' };
  const { hash } = (await anton.get<FeePreview>('/api/fee-runs/preview?from=2026-01-01&to=2026-12-31')).body;
  expect((await anton.post('/api/fee-runs', { ...period, dueOn: '2026-12-15', hash, tells: false })).status).toBe(200);
  const booked = await server.sql<{ name: string; account: string }>(
    `select distinct r.name, c.ledger_account_id as account from charge c join fee_rule r on r.id = c.source_id where c.club = 'RWA' and c.source = 'membership' order by r.name`,
  );
  expect(booked).toEqual([
    { name: 'Aktive', account: tennis.id },
    { name: 'Andere', account: all.id },
  ]);
  expect((await list()).find(({ id }) => id === tennis.id)).toMatchObject({ rules: ['Aktive'], isUsed: true });
});
