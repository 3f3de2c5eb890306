import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/kernel/calendar.ts';
import type { DunningPreview, DunningRun, SentRun } from '#shared/money/dunning/contract.ts';
import type { PayerAccount } from '#shared/money/payments.ts';
import type { SepaRun } from '#shared/money/sepaRuns.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';
import { notifyOfDue } from '../payments/dueNotices.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  anton = await server.signedIn('admin');
});
afterAll(async () => {
  setClock();
  await server.close();
});

async function someone(firstname: string, lastname: string, email: string | null = null): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into person (id, club, firstname, lastname, birth_date, email, street, house_no, postcode, city, created_at, updated_at)
     values ($1, 'RWA', $2, $3, '1980-02-03', $4, 'Weg', '1', '59999', 'Auenfeld', now(), now())`,
    [id, firstname, lastname, email],
  );
  return id;
}

/** A mother pays for herself and two children; nobody else has anything due. */
async function family(lastname: string, { inDays = 5, method = 'transfer' } = {}) {
  await server.sql(`update charge set due_on = '2199-01-01' where club = 'RWA'`);
  const email = `${lastname.toLowerCase()}@familie.example`;
  const payer = await someone('Ayse', lastname, email);
  const children = [await someone('Mia', lastname), await someone('Can', lastname)];
  const ids: string[] = [];
  for (const [at, personId] of [payer, ...children].entries()) {
    const id = randomUUID();
    await server.sql(
      `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, created_at)
       values ($1, 'RWA', $2, $3, $4, 'membership', 'Beitrag', 3000, $5, $6, 'open', $7)`,
      [id, `${lastname}-${at}`, personId, payer, addDays(today(), inDays), method, `${today()}T08:00:00Z`],
    );
    ids.push(id);
  }
  await server.outdate();
  return { payer, email, children, ids };
}

const mailTo = async (recipient: string, words: string) => {
  const [mail] = await server.sql<{ subject: string; body: string }>(
    'select subject, body from outbox_mail where recipient = $1 and subject like $2 order by created_at desc, id desc limit 1',
    [recipient, `%${words}%`],
  );
  return mail ?? { subject: '', body: '' };
};
const chargesOf = async (payer: string) => (await anton.get<PayerAccount>(`/api/accounts/${payer}`)).body.charges;
const act = async (payer: string, name: string, which: string, more: object) => {
  const row = (await chargesOf(payer)).find((one) => one.name.endsWith(name));
  return (await anton.post(`/api/charges/${row?.id}/${which}`, { version: row?.version, reason: 'Nach Rücksprache', ...more })).status;
};

test("notices of due and overdue charges name the person they are for; the payer's own positions need no name", async () => {
  const { payer, email } = await family('Fällig');
  await notifyOfDue(server);
  const due = await mailTo(email, 'fällig');
  for (const words of ['- Mia Fällig: Beitrag: 30,00', '- Can Fällig: Beitrag: 30,00', '- Beitrag: 30,00'])
    expect(due.body).toContain(words);
  await server.sql(`update charge set due_on = $2 where payer_person_id = $1`, [payer, addDays(today(), -20)]);
  expect((await anton.post(`/api/accounts/${payer}/reminders`)).status).toBe(200);
  const reminder = await mailTo(email, 'Zahlungserinnerung');
  for (const words of ['- Mia Fällig: Beitrag: 30,00', '- Can Fällig: Beitrag: 30,00', '- Beitrag: 30,00'])
    expect(reminder.body).toContain(words);
});

test('installments, new terms, a deferral and a bulk change name the child', async () => {
  const { payer, email, ids } = await family('Raten');
  expect(await act(payer, 'Mia', 'deferral', { until: addDays(today(), 60) })).toBe(200);
  expect((await mailTo(email, 'Stundung')).body).toContain('Mia Raten: Beitrag: 30,00');
  expect(await act(payer, 'Mia', 'installments', { count: 2, firstOn: addDays(today(), 30) })).toBe(200);
  expect((await mailTo(email, 'In Raten')).body).toContain('Mia Raten: Beitrag (30,00');
  const other = await someone('Opa', 'Raten', 'opa@familie.example');
  expect(await act(payer, 'Can', 'terms', { payerId: other })).toBe(200);
  expect((await mailTo('opa@familie.example', 'Beitrag')).body).toContain('Can Raten: Beitrag, 30,00');
  expect((await mailTo(email, 'Gilt nicht mehr')).body).toContain('(Can Raten: Beitrag)');
  const rows = (await chargesOf(payer)).filter(({ id }) => ids.includes(id)).concat(await chargesOf(other));
  const items = rows.map(({ id, version }) => ({ id, version }));
  const batch = await anton.post('/api/charges/batch', { action: 'dueOn', dueOn: addDays(today(), 40), items, reason: 'Ferien' });
  expect(batch).toMatchObject({ status: 200 });
  expect((await mailTo('opa@familie.example', 'Fälligkeit')).body).toContain('- Can Raten: Beitrag: 30,00');
});

test('a dunning notice keeps the person of each position, on the page, in the mail and on paper, until the child is erased', async () => {
  const { payer, email, children } = await family('Mahnung', { inDays: -20 });
  const preview = (await anton.get<DunningPreview>('/api/dunning-runs/preview')).body;
  const run = (await anton.post<DunningRun>('/api/dunning-runs', { hash: preview.hash })).body;
  const { body } = await mailTo(email, 'Zahlungserinnerung');
  for (const words of ['- Mia Mahnung: Beitrag: 30,00', '- Can Mahnung: Beitrag: 30,00', '- Beitrag: 30,00']) expect(body).toContain(words);
  const namesOf = async () => {
    const sent = (await anton.get<SentRun>(`/api/dunning-runs/${run.id}`)).body;
    return sent.notices[0]?.lines.map(({ name }) => name).toSorted();
  };
  expect(await namesOf()).toEqual(['', 'Can Mahnung', 'Mia Mahnung']);
  // A notice from before names were stored stays readable.
  await server.sql(`update dunning_notice set lines = (select jsonb_agg(line - 'name') from jsonb_array_elements(lines) line)`);
  expect(await namesOf()).toEqual(['', '', '']);
  await server.sql(
    `update dunning_notice set lines = (select jsonb_agg(line || '{"name": "Mia Mahnung"}') from jsonb_array_elements(lines) line)`,
  );
  const mia = children[0] ?? '';
  const owed = (await chargesOf(payer)).filter(({ name }) => name === 'Mahnung, Mia');
  const shares = owed.map(({ id: chargeId, cents }) => ({ chargeId, cents }));
  expect((await anton.post('/api/payments', { payerId: payer, cents: 3000, bookedOn: today(), shares })).status).toBe(200);
  expect(await anton.post(`/api/privacy/people/${mia}/erasure`, { name: 'Mia Mahnung', version: 1 })).toMatchObject({ status: 200 });
  expect(await namesOf()).toEqual(['', 'Mia Mahnung', 'Mia Mahnung']);
});

test('the account statement and a returned debit name the child', async () => {
  const { payer, email } = await family('Auszug', { method: 'sepa', inDays: -1 });
  await server.sql(
    `insert into sepa_mandate (id, club, payer_person_id, reference, signed_on, iban, account_holder, kind)
     values (gen_random_uuid(), 'RWA', $1, 'AUSZUG-1', '2026-01-31', 'DE02120300000000202051', 'Ayse Auszug', 'recurrent')`,
    [payer],
  );
  const year = today().slice(0, 4);
  expect((await anton.post(`/api/accounts/${payer}/statements`, { year: Number(year) })).status).toBe(200);
  expect((await mailTo(email, 'Kontoauszug')).body).toContain(`Auszug-1 Mia Auszug: Beitrag: 30,00`);
  const run = (await anton.post<SepaRun>('/api/sepa-runs', { collectionDate: addDays(today(), 20) })).body;
  expect((await mailTo(email, 'Ankündigung')).body).toContain('Auszug-1 Mia Auszug: Beitrag: 30,00');
  await anton.get(`/api/sepa-runs/${run.id}/file`);
  await anton.post(`/api/sepa-runs/${run.id}/state`, { to: 'submitted', version: run.version + 1 });
  const back = await anton.post(`/api/sepa-runs/${run.id}/returns`, { mandate: 'AUSZUG-1', code: 'AM04', withFee: false });
  expect(back).toMatchObject({ status: 200 });
  const { body } = await mailTo(email, 'kam zurück');
  for (const words of ['- Mia Auszug: Beitrag: 30,00', '- Can Auszug: Beitrag: 30,00', '- Beitrag: 30,00']) expect(body).toContain(words);
});
