import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListedCharge, ProposedRefund } from '#shared/money/charges.ts';
import type { PayerAccount } from '#shared/money/payments.ts';
import type { SepaProposal } from '#shared/money/sepaRuns.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { billedCourse } from '#test/billing.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

type Split = { whole: ListedCharge; installments: ListedCharge[] };
const codeOf = ({ status, body }: Answer) => [status, (body as { code?: string } | undefined)?.code];
const faultOf = ({ status, body }: Answer) => [status, (body as { fields?: { path: string }[] }).fields?.map(({ path }) => path)];
const accountOf = async (client: Client, payer: string) => (await client.get<PayerAccount>(`/api/accounts/${payer}`)).body;
const pay = (client: Client, payerId: string, cents: number, shares?: object[]) =>
  client.post('/api/payments', { payerId, cents, bookedOn: '2026-11-20', shares });
const act = <Body = ListedCharge>(client: Client, { id, version }: ListedCharge, which: string, more: object) =>
  client.post<Body>(`/api/charges/${id}/${which}`, { version, reason: 'Nach Rücksprache', ...more });
const inThree = { count: 3, firstOn: '2027-01-31' };

/** A person with an address who owes one charge. */
async function owing(anton: Client, cents: number) {
  const { courseId, personIds, participationIds } = await billedCourse(server, { people: 1, priceCents: cents });
  const payer = personIds[0] ?? '';
  await server.sql('update person set email = $2 where id = $1', [payer, `${payer}@example.org`]);
  await anton.post('/api/charges', { courseId, dueOn: '2026-12-15' });
  const [row] = (await accountOf(anton, payer)).charges;
  return { payer, courseId, enrolmentId: participationIds[0] ?? '', row: row as ListedCharge, email: `${payer}@example.org` };
}

const mailsTo = (recipient: string) =>
  server.sql<{ subject: string; body: string }>('select subject, body from outbox_mail where recipient = $1 order by created_at, id', [
    recipient,
  ]);

test('100,00 in three: each is owed separately, the sum is exact to the cent, and the payer is notified', async () => {
  const anton = await server.signedIn('admin');
  const { payer, row, email } = await owing(anton, 10_000);
  const both = await Promise.all([1, 2].map(() => act<Split>(anton, row, 'installments', inThree)));
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { whole, installments } = (both.find(({ status }) => status === 200) as Answer<Split>).body;
  expect(whole).toMatchObject({ state: 'split', settledCents: 10_000, waivedCents: 0 });
  expect(installments.map(({ cents, dueOn, state, splitOf }) => [cents, dueOn, state, splitOf])).toEqual([
    [3333, '2027-01-31', 'open', row.id],
    [3333, '2027-02-28', 'open', row.id],
    [3334, '2027-03-31', 'open', row.id],
  ]);
  const account = await accountOf(anton, payer);
  expect(account).toMatchObject({ openCents: 10_000, creditCents: 0 });
  expect(account.entries.at(-1)?.balanceCents).toBe(10_000);
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toMatch(/In Raten: 100,00/);
  for (const { reference } of installments) expect(mail?.body).toContain(reference);
  // Nothing else is done with the charge, and an installment is not split again.
  const [first] = installments as [ListedCharge];
  expect(codeOf(await act(anton, first, 'installments', inThree))).toEqual([409, 'wrong-state']);
  for (const [which, more] of [
    ['waivers', { cents: 100 }],
    ['deferral', { until: '2027-06-01' }],
    ['terms', { method: 'cash' }],
  ] as const)
    expect(codeOf(await act(anton, whole, which, more))).toEqual([409, 'wrong-state']);
  // Nothing is paid yet, and the split payment cannot be reversed by itself.
  const [split] = await server.sql<{ id: string }>("select id from payment where kind = 'split' and payer_person_id = $1", [payer]);
  expect(codeOf(await anton.post(`/api/payments/${split?.id}/reversal`, { reason: 'Versuch' }))).toEqual([409, 'wrong-state']);
  const sums = async () =>
    (await anton.get<{ totals: { openCents: number; paidCents: number } }>(`/api/charges?courseId=${row.courseId}`)).body.totals;
  expect(await sums()).toMatchObject({ openCents: 10_000, paidCents: 0 });
  await pay(anton, payer, 3333, [{ chargeId: first.id, cents: 3333 }]);
  expect(await accountOf(anton, payer)).toMatchObject({ openCents: 6667, creditCents: 0 });
  expect(await sums()).toMatchObject({ openCents: 6667, paidCents: 3333 });
  expect(faultOf(await act(anton, whole, 'installments/reversal', {}))).toEqual([422, ['reason']]);
});

test('only the remainder of a partly paid charge is split, and after the reversal it is owed as before', async () => {
  const anton = await server.signedIn('admin');
  const { payer, row, email } = await owing(anton, 10_000);
  await pay(anton, payer, 4000);
  const [partly] = (await accountOf(anton, payer)).charges as [ListedCharge];
  const { whole, installments } = (await act<Split>(anton, partly, 'installments', { ...inThree, count: 2 })).body;
  expect(installments.map(({ cents }) => cents)).toEqual([3000, 3000]);
  const joined = await act(anton, whole, 'installments/reversal', {});
  expect(joined.body).toMatchObject({ id: row.id, state: 'open', settledCents: 4000 });
  expect((await accountOf(anton, payer)).charges.map(({ id }) => id)).toEqual([row.id]);
  expect(await accountOf(anton, payer)).toMatchObject({ openCents: 6000, creditCents: 0 });
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('In Raten'),
    expect.stringContaining('Raten zurückgenommen'),
  ]);
  expect(codeOf(await act(anton, joined.body, 'installments/reversal', {}))).toEqual([409, 'wrong-state']);
});

test('each installment is dunned and collected by its own day; the charge itself no more', async () => {
  const anton = await server.signedIn('admin');
  const { payer, row } = await owing(anton, 9000);
  const { installments } = (await act<Split>(anton, row, 'installments', inThree)).body;
  const paper = { iban: 'DE02500105170137075030', accountHolder: 'Nr Zahlerin', signedOn: '2026-01-02', reference: 'RATEN-1' };
  expect((await anton.post('/api/mandates', { ...paper, payerPersonId: payer })).status).toBe(200);
  const [first, second] = installments as [ListedCharge, ListedCharge];
  for (const one of [first, second]) expect((await act(anton, one, 'terms', { method: 'sepa' })).status).toBe(200);
  const proposed = await anton.get<SepaProposal>('/api/sepa-runs/proposal?collectionDate=2027-02-01');
  const ids = proposed.body.debits.flatMap(({ charges }) => charges.map(({ id }) => id));
  expect(ids.filter((id) => [row.id, ...installments.map((one) => one.id)].includes(id))).toEqual([first.id]);
  await server.sql("update charge set due_on = '2026-11-01', method = 'transfer' where id = any($1)", [[row.id, second.id]]);
  const late = (await accountOf(anton, payer)).overdueCents;
  expect(late).toBe(3000);
});

test('when a seat is cancelled, open installments are cancelled and paid ones refunded', async () => {
  const anton = await server.signedIn('admin');
  const { payer, courseId, enrolmentId, row } = await owing(anton, 9000);
  const { installments } = (await act<Split>(anton, row, 'installments', inThree)).body;
  await pay(anton, payer, 3000, [{ chargeId: installments[0]?.id, cents: 3000 }]);
  await server.sql("update enrolment set state = 'cancelled', cancelled_at = now() where id = $1", [enrolmentId]);
  const { refunds } = (await anton.get<{ refunds: ProposedRefund[] }>(`/api/charges/preview?courseId=${courseId}`)).body;
  expect(refunds.map(({ kind, cents }) => [kind, cents]).toSorted()).toEqual([
    ['cancel', 3000],
    ['cancel', 3000],
    ['refund', 3000],
  ]);
});

test('due date and payment method are changed while no debit is pending, and changed back', async () => {
  const anton = await server.signedIn('admin');
  const { row, email } = await owing(anton, 5000);
  const moved = await act(anton, row, 'terms', { dueOn: '2027-03-01', method: 'cash' });
  expect(moved.body).toMatchObject({ id: row.id, dueOn: '2027-03-01', method: 'cash' });
  expect((await mailsTo(email))[0]?.body).toMatch(/fällig am 01\.03\.2027/);
  expect((await act(anton, row, 'terms', { method: 'transfer' })).status).toBe(409);
  const back = await act(anton, moved.body, 'terms', { dueOn: row.dueOn, method: 'transfer' });
  expect(back.body).toMatchObject({ dueOn: row.dueOn, method: 'transfer' });
  expect(faultOf(await act(anton, back.body, 'terms', { method: 'sepa' }))).toEqual([422, ['method']]);
  expect(faultOf(await act(anton, back.body, 'terms', { dueOn: '2020-01-01' }))).toEqual([422, ['dueOn']]);
  expect(faultOf(await act(anton, back.body, 'terms', { dueOn: '2040-01-01' }))).toEqual([422, ['dueOn']]);
  await server.sql("update charge set state = 'in_collection' where id = $1", [row.id]);
  expect(codeOf(await act(anton, back.body, 'terms', { method: 'cash' }))).toEqual([409, 'wrong-state']);
});

test('another payer takes over an untouched charge: it is cancelled and created again, both are notified; a touched charge is refused', async () => {
  const anton = await server.signedIn('admin');
  const { payer, row, email } = await owing(anton, 5000);
  const other = await owing(anton, 1000);
  const { body: now } = await act(anton, row, 'terms', { payerId: other.payer });
  expect(now).toMatchObject({ payerId: other.payer, cents: 5000, state: 'open', label: row.label });
  expect(now.reference).not.toBe(row.reference);
  expect((await accountOf(anton, payer)).openCents).toBe(0);
  expect((await accountOf(anton, other.payer)).openCents).toBe(6000);
  expect((await mailsTo(email)).at(-1)?.subject).toMatch(/^Gilt nicht mehr/);
  expect((await mailsTo(other.email)).at(-1)?.body).toContain(now.reference);
  await pay(anton, other.payer, 100, [{ chargeId: now.id, cents: 100 }]);
  const touched = { ...now, version: now.version + 1 };
  expect(faultOf(await act(anton, touched, 'terms', { payerId: payer }))).toEqual([422, ['payerId']]);
  const stranger = await billedCourse(server, { club: 'SCB', people: 1 });
  expect(faultOf(await act(anton, other.row, 'terms', { payerId: stranger.personIds[0] }))).toEqual([422, ['payerId']]);
});

test('only the board of the club changes how its charges are paid', async () => {
  const anton = await server.signedIn('admin');
  const { row } = await owing(anton, 5000);
  const alma = await server.signedIn('admin', 'SCB');
  for (const [which, more] of [
    ['installments', inThree],
    ['installments/reversal', {}],
    ['terms', { method: 'cash' }],
  ] as const) {
    for (const client of [server.visitor(), await server.signedIn('reader'), await server.signedIn('editor')])
      expect([401, 403]).toContain((await act(client, row, which, more)).status);
    expect((await act(alma, row, which, more)).status).toBe(404);
  }
  expect((await act(anton, row, 'installments', { ...inThree, count: 25 })).status).toBe(422);
  expect(faultOf(await act(anton, row, 'installments', { ...inThree, firstOn: '2020-01-01' }))).toEqual([422, ['firstOn']]);
});
