import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListedCharge } from '#shared/money/charges.ts';
import type { PayerAccount } from '#shared/money/payments.ts';
import { billedCourse } from '#test/billing.ts';
import { everyClub } from '#server/platform/database/database.ts';
import { chargesData } from '../charges/personalData.ts';
import { emailOf, startServer, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const day = '2026-11-20';
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];
const accountOf = async (client: Client, payer: string) => (await client.get<PayerAccount>(`/api/accounts/${payer}`)).body;
const pay = (client: Client, payerId: string, cents: number, more: object = {}) =>
  client.post<PayerAccount>('/api/payments', { payerId, cents, bookedOn: day, ...more });
const money = () => server.sql('select count(*)::int as payments, (select count(*)::int from allocation) as allocations from payment');

/** One person with open charges of the same sum, one for each course. */
async function owing(anton: Client, cents: number, count = 1): Promise<{ payer: string; charges: ListedCharge[] }> {
  const { courseId, personIds } = await billedCourse(server, { people: 1, priceCents: cents });
  const payer = personIds[0] ?? '';
  await anton.post('/api/charges', { courseId, dueOn: '2026-11-15' });
  for (let at = 1; at < count; at++)
    await server.sql(
      `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, created_at)
       values (gen_random_uuid(), 'RWA', gen_random_uuid()::text, $1, $1, 'membership', 'Beitrag', $2, current_date + $3::int, 'transfer', 'open', now())`,
      [payer, cents, at],
    );
  return { payer, charges: (await accountOf(anton, payer)).charges };
}

test('only the board of the club sees accounts and books payments; refused, nothing is written', async () => {
  const anton = await server.signedIn('admin');
  const { payer } = await owing(anton, 7000);
  const before = await money();
  expect((await pay(server.visitor(), payer, 100)).status).toBe(401);
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const client = await server.signedIn(role);
    expect(codeOf(await pay(client, payer, 100))).toEqual([403, 'forbidden']);
    expect(codeOf(await client.get(`/api/accounts/${payer}`))).toEqual([403, 'forbidden']);
  }
  const alma = await server.signedIn('admin', 'SCB');
  expect(codeOf(await pay(alma, payer, 100))).toEqual([404, 'not-found']);
  expect(codeOf(await alma.get(`/api/accounts/${payer}`))).toEqual([404, 'not-found']);
  expect((await pay(anton, payer, 0)).status).toBe(422);
  expect((await pay(anton, payer, 100, { bookedOn: '2999-01-01' })).status).toBe(422);
  expect(await money()).toEqual(before);
});

test('of 120,00 are paid 50,00: 70,00 stay open; 80,00 more pay it, 10,00 are credit for the next charge', async () => {
  const anton = await server.signedIn('admin');
  const { payer, charges } = await owing(anton, 12_000, 2);
  const shares = [{ chargeId: charges[0]?.id, cents: 5000 }];
  const part = (await pay(anton, payer, 5000, { shares })).body;
  expect(part.charges[0]).toMatchObject({ id: charges[0]?.id, state: 'open', settledCents: 5000 });
  expect(part).toMatchObject({ openCents: 19_000, creditCents: 0 });
  const listed = await anton.get<{ rows: ListedCharge[] }>(`/api/charges?state=partly&search=${charges[0]?.reference}`);
  expect(listed.body.rows).toHaveLength(1);
  const over = (await pay(anton, payer, 8000, { shares: [{ chargeId: charges[0]?.id, cents: 7000 }] })).body;
  expect(over).toMatchObject({ openCents: 12_000, creditCents: 1000 });
  const used = (await anton.post<PayerAccount>(`/api/accounts/${payer}/credit`, {})).body;
  expect(used).toMatchObject({ openCents: 11_000, creditCents: 0 });
  expect(codeOf(await anton.post(`/api/accounts/${payer}/credit`, {}))).toEqual([409, 'wrong-state']);
  expect(used.entries.at(-1)?.balanceCents).toBe(11_000);
});

test('an overpayment is shown in the own profile, from any club, and to nobody else', async () => {
  const anton = await server.signedIn('admin');
  const { payer } = await owing(anton, 5000);
  const rosa = await server.signedIn('reader');
  const credit = async (client: Client) => (await client.get<{ club: string; cents: number }[]>('/api/payments/credit')).body;
  expect(await credit(rosa)).toEqual([]);
  await pay(anton, payer, 6500);
  expect(await credit(rosa)).toEqual([]);
  await server.sql(
    `insert into person_access (user_id, person_id, club, relation, basis, verified_at)
     select id, $1, 'RWA', 'delegate', 'board', now() from app_user where email = $2`,
    [payer, emailOf('reader')],
  );
  server.outdate();
  expect(await credit(rosa)).toEqual([{ club: 'RWA', cents: 1500 }]);
  expect(await credit(await server.signedIn('reader', 'SCB'))).toEqual([]);
  expect((await server.visitor().get('/api/payments/credit')).status).toBe(401);
});

test('by default the oldest due charge is paid first, and more than is open of a charge is refused', async () => {
  const anton = await server.signedIn('admin');
  const { payer, charges } = await owing(anton, 3000, 3);
  const body = (await pay(anton, payer, 4000, { kind: 'cash' })).body;
  expect(body.charges.map(({ settledCents }) => settledCents)).toEqual([1000, 0]);
  expect((await pay(anton, payer, 9000, { shares: [{ chargeId: charges[2]?.id, cents: 3001 }] })).status).toBe(422);
  expect((await pay(anton, payer, 100, { shares: [{ chargeId: charges[2]?.id, cents: 200 }] })).status).toBe(422);
  expect(codeOf(await pay(anton, payer, 3000, { shares: [{ chargeId: charges[0]?.id, cents: 100 }] }))).toEqual([409, 'wrong-state']);
});

test('a payment is reversed once, and its charges are open again; credit of it that was paid out is claimed back, and can be paid', async () => {
  const anton = await server.signedIn('admin');
  const { payer } = await owing(anton, 7000);
  const paid = (await pay(anton, payer, 9000)).body;
  expect(paid).toMatchObject({ openCents: 0, creditCents: 2000 });
  const id = paid.entries.find(({ mayReverse }) => mayReverse)?.paymentId;
  const out = { cents: 2000, bookedOn: day };
  expect((await anton.post(`/api/accounts/${payer}/payouts`, { ...out, cents: 2001 })).status).toBe(422);
  expect((await anton.post<PayerAccount>(`/api/accounts/${payer}/payouts`, out)).body.creditCents).toBe(0);
  const answers = await Promise.all([1, 2].map(() => anton.post<PayerAccount>(`/api/payments/${id}/reversal`, { reason: 'Falsch' })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const owed = await accountOf(anton, payer);
  expect(owed).toMatchObject({ openCents: 9000, creditCents: 0 });
  expect(
    owed.charges.map(({ label, source, cents, settledCents, refundedCents }) => [label, source, cents, settledCents, refundedCents]),
  ).toEqual([
    [expect.any(String), 'course', 7000, 0, 0],
    ['Rückforderung: Zahlung vom 20.11.2026 kam zurück', 'other', 2000, 0, 0],
  ]);
  // Who pays all of it owes nothing, and has nothing to get.
  const again = (await pay(anton, payer, 9000)).body;
  expect(again).toMatchObject({ openCents: 0, creditCents: 0, charges: [] });
  // And that money may come back, too.
  const second = again.entries.findLast(({ mayReverse, kind }) => mayReverse && kind === 'transfer')?.paymentId;
  expect((await anton.post<PayerAccount>(`/api/payments/${second}/reversal`, { reason: 'Wieder' })).body).toMatchObject({
    openCents: 9000,
    creditCents: 0,
  });
});

test('credit that was not paid out is claimed back from nobody', async () => {
  const anton = await server.signedIn('admin');
  const { payer } = await owing(anton, 7000);
  const id = (await pay(anton, payer, 9000)).body.entries.find(({ mayReverse }) => mayReverse)?.paymentId;
  expect((await anton.post<PayerAccount>(`/api/payments/${id}/reversal`, { reason: 'Falsch' })).body).toMatchObject({
    openCents: 7000,
    creditCents: 0,
  });
  expect((await accountOf(anton, payer)).charges).toHaveLength(1);
});

test('of two concurrent bookings of the same remainder one succeeds, and never is more settled than charged', async () => {
  const anton = await server.signedIn('admin');
  const { payer, charges } = await owing(anton, 7000);
  const shares = [{ chargeId: charges[0]?.id, cents: 7000 }];
  const answers = await Promise.all(Array.from({ length: 8 }, () => pay(anton, payer, 7000, { shares })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
  expect(await server.sql('select settled_cents, state from charge where id = $1', [charges[0]?.id])).toEqual([
    { settled_cents: 7000, state: 'paid' },
  ]);
});

test('a part is waived, the rest is deferred: it is not overdue, not collected, and the payer is notified', async () => {
  const anton = await server.signedIn('admin');
  const { payer, charges } = await owing(anton, 7000);
  await server.sql("update person set email = 'aufschub@example.org' where id = $1", [payer]);
  const at = (of: ListedCharge | undefined, what: string, more: object) =>
    anton.post<ListedCharge>(`/api/charges/${of?.id}/${what}`, { version: of?.version, ...more });
  expect((await at(charges[0], 'waivers', { cents: 7001, reason: 'Härtefall' })).status).toBe(422);
  const { body: rest } = await at(charges[0], 'waivers', { cents: 2000, reason: 'Härtefall' });
  expect(rest).toMatchObject({ state: 'open', settledCents: 2000, waivedCents: 2000, reason: 'Härtefall' });
  expect(codeOf(await at(charges[0], 'deferral', { until: '2027-03-01', reason: 'Später' }))).toEqual([409, 'conflict']);
  expect((await at(rest, 'deferral', { until: '2027-03-01' })).status).toBe(422);
  const { body: later } = await at(rest, 'deferral', { until: '2027-03-01', reason: 'Später' });
  expect(later).toMatchObject({ deferredUntil: '2027-03-01' });
  expect(await server.latestMail('aufschub@example.org')).toContain('50,00\u00A0€ sind bis zum 01.03.2027 gestundet');
  const late = await anton.get<{ rows: ListedCharge[] }>(`/api/charges?state=deferred&search=${later.reference}`);
  expect(late.body.rows).toHaveLength(1);
  expect((await at(later, 'deferral', { until: null })).body).toMatchObject({ deferredUntil: null });
});

test('an overdue payer gets one mail over all remainders, not twice in ten days, and no child gets one', async () => {
  const anton = await server.signedIn('admin');
  const { payer } = await owing(anton, 7000);
  const remind = (client: Client) => client.post<PayerAccount>(`/api/accounts/${payer}/reminders`, {});
  expect((await accountOf(anton, payer)).whyNot).toContain('Ohne E-Mail-Adresse');
  await server.sql("update person set email = 'spaet@example.org', birth_date = current_date - 4000 where id = $1", [payer]);
  expect((await accountOf(anton, payer)).whyNot).toContain('Kinder');
  expect(codeOf(await remind(anton))).toEqual([409, 'wrong-state']);
  await server.sql("update person set birth_date = '1980-02-03' where id = $1", [payer]);
  await pay(anton, payer, 2000);
  expect((await remind(server.visitor())).status).toBe(401);
  expect(codeOf(await remind(await server.signedIn('editor')))).toEqual([403, 'forbidden']);
  const answers = await Promise.all([1, 2].map(() => remind(anton)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await server.latestMail('spaet@example.org')).toContain('Offen sind noch 50,00\u00A0€');
  expect(await accountOf(anton, payer)).toMatchObject({ mayRemind: false, whyNot: expect.stringContaining('Zuletzt erinnert') });
  await server.sql('update charge set reminded_on = current_date - 11 where payer_person_id = $1', [payer]);
  expect((await accountOf(anton, payer)).mayRemind).toBe(true);
});

test('a partly paid charge that is cancelled: the remainder is set off, the paid part is listed as a refund', async () => {
  const anton = await server.signedIn('admin');
  const { payer, charges } = await owing(anton, 7000);
  await pay(anton, payer, 3000);
  const [row] = (await accountOf(anton, payer)).charges;
  const items = [{ id: row?.id, version: row?.version }];
  const { body } = await anton.post<ListedCharge[]>('/api/charges/state', { items, to: 'cancelled', reason: 'Entfällt' });
  expect(body).toMatchObject([{ id: charges[0]?.id, settledCents: 7000 }]);
  const account = await accountOf(anton, payer);
  expect(account).toMatchObject({ openCents: 0, creditCents: 0, charges: [{ source: 'refund', cents: -7000, settledCents: -4000 }] });
  expect(account.entries.at(-1)?.balanceCents).toBe(-3000);
});

test('payments and allocations are append-only, and the database itself keeps them within their sums and accounts', async () => {
  const anton = await server.signedIn('admin');
  const { payer, charges } = await owing(anton, 7000);
  const other = await owing(anton, 7000);
  await pay(anton, payer, 3000);
  const [row] = await server.sql<{ id: string }>('select id from payment where payer_person_id = $1', [payer]);
  for (const statement of [
    `update payment set cents = 1 where id = '${row?.id}'`,
    `delete from payment where id = '${row?.id}'`,
    `update allocation set cents = 1 where payment_id = '${row?.id}'`,
    `delete from allocation where payment_id = '${row?.id}'`,
  ])
    await expect(server.sql(statement)).rejects.toThrow('only added');
  const allot = (charge: string | undefined, cents: number) =>
    server.sql("insert into allocation values (gen_random_uuid(), 'RWA', $1, $2, $3, now())", [row?.id, charge, cents]);
  await expect(allot(charges[0]?.id, 1)).rejects.toThrow('no more than it is');
  await expect(allot(other.charges[0]?.id, 1)).rejects.toThrow('its own account');
  await expect(allot(charges[0]?.id, 5000)).rejects.toThrow('charge_settled');
});

test('after their retention charges are deleted with their payments, but not while a payment also settles a later one', async () => {
  const anton = await server.signedIn('admin');
  const old = await owing(anton, 3000);
  const mixed = await owing(anton, 3000, 2);
  await pay(anton, old.payer, 3000);
  await pay(anton, mixed.payer, 4000);
  await server.sql("update charge set created_at = '2015-03-01' where id = any($1)", [[old.charges[0]?.id, mixed.charges[0]?.id]]);
  for (const { forget } of chargesData.retention ?? []) await server.database.write(everyClub, forget);
  expect(await accountOf(anton, old.payer)).toMatchObject({ creditCents: 0, entries: [] });
  expect(await accountOf(anton, mixed.payer)).toMatchObject({ openCents: 2000, creditCents: 0 });
  expect((await accountOf(anton, mixed.payer)).entries).toHaveLength(3);
});

test('the statement of a year is mailed to the payer, with opening and closing balance; nobody else and no child gets one', async () => {
  const anton = await server.signedIn('admin');
  const { payer } = await owing(anton, 7000);
  const send = (client: Client, year = 2026) => client.post(`/api/accounts/${payer}/statements`, { year });
  expect(codeOf(await send(anton))).toEqual([409, 'wrong-state']);
  await server.sql("update person set email = 'auszug@example.org' where id = $1", [payer]);
  await pay(anton, payer, 2000);
  expect((await send(await server.signedIn('editor'))).status).toBe(403);
  expect((await send(await server.signedIn('admin', 'SCB'))).status).toBe(404);
  expect((await send(anton)).body).toEqual({ email: 'auszug@example.org' });
  const [mail] = await server.sql<{ body: string; attachments: { name: string; base64: string }[] }>(
    "select body, attachments from outbox_mail where recipient = 'auszug@example.org'",
  );
  // The same sheet is downloaded as a file for payers without an email address.
  const file = await anton.get(`/api/accounts/${payer}/statements/2026`);
  const [logged] = await server.sql<{ content: string }>('select content from audit order by id desc limit 1');
  expect(logged?.content).toMatch(/^Kontoauszug 2026 als Datei: /);
  expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(mail?.attachments).toMatchObject([{ name: expect.stringMatching(/^kontoauszug-2026-RWA-K\d+\.pdf$/) }]);
  expect(Buffer.from(mail?.attachments[0]?.base64 ?? '', 'base64').toString('latin1')).toMatch(/^%PDF-1\.7/);
  expect((await (await server.signedIn('editor')).get(`/api/accounts/${payer}/statements/2026`)).status).toBe(403);
  expect((await (await server.signedIn('admin', 'SCB')).get(`/api/accounts/${payer}/statements/2026`)).status).toBe(404);
  expect(mail?.body).toMatch(/Am Anfang: 0,00/);
  expect(mail?.body).toMatch(/Am Ende: 50,00/);
  await server.sql('update person set birth_date = current_date - 3650 where id = $1', [payer]);
  expect(codeOf(await send(anton, 2025))).toEqual([409, 'wrong-state']);
});

test('the statement of a year with more entries than an account shows at once begins with the balance before it', async () => {
  const anton = await server.signedIn('admin');
  const { payer } = await owing(anton, 1000);
  await server.sql("update charge set created_at = '2019-05-01T10:00:00Z' where payer_person_id = $1", [payer]);
  await server.sql("update person set email = 'viel@konto.example' where id = $1", [payer]);
  const add = (year: number, count: number) =>
    server.sql(
      `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, created_at)
       select gen_random_uuid(), 'RWA', gen_random_uuid()::text, $1, $1, 'other', 'Posten', 100, current_date, 'transfer', 'open',
         make_timestamptz($2, 3, 1, 12, 0, 0) + n * interval '1 minute' from generate_series(1, $3) n`,
      [payer, year, count],
    );
  const year = new Date().getFullYear();
  await add(2019, 100);
  await add(year, 600);
  const shown = await accountOf(anton, payer);
  expect([shown.entries.length, shown.entries[0]?.day, shown.isCut]).toEqual([600, `${year}-03-01`, true]);
  const mailOf = async (of: number) => {
    await server.sql("delete from outbox_mail where recipient = 'viel@konto.example'");
    expect((await anton.post(`/api/accounts/${payer}/statements`, { year: of })).status).toBe(200);
    return (await server.latestMail('viel@konto.example')).replaceAll(/\s/g, ' ');
  };
  // 10,00 and 100 times 1,00 are from the previous year, and 600 times 1,00 from this year.
  const now = await mailOf(year);
  expect(now).toContain('Am Anfang: 110,00 €');
  expect(now).toContain('Am Ende: 710,00 €');
  const then = await mailOf(2019);
  expect(then).toContain('Am Anfang: 0,00 €');
  expect(then).toContain('Am Ende: 110,00 €');
});
