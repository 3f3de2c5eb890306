import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserNotice } from '#shared/accounts/notices.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { emailOf, startServer, type TestServer } from '#test/harness.ts';
import { notifyOfDue } from './dueNotices.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  // Nothing of the demo data is due soon.
  await server.sql('update charge set due_on = current_date - 30 where due_on > current_date');
});
afterAll(() => server.close());

type Wanted = { cents?: number; inDays?: number; method?: 'transfer' | 'sepa' };

async function owes(payer: string, label: string, { cents = 1200, inDays = 5, method = 'transfer' }: Wanted = {}): Promise<void> {
  await server.sql(
    `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, created_at)
     values ($1, 'RWA', $2, $3, $3, 'membership', $4, $5, current_date + $6::int, $7, 'open', now())`,
    [randomUUID(), `R-${label}`, payer, label, cents, inDays, method],
  );
}

test('credit of a payer is set off against what is due within a week, and the notice names the rest; what is due later or being paid out is not', async () => {
  const payer = randomUUID();
  await server.sql(
    `insert into person (id, club, firstname, lastname, email, created_at, updated_at) values ($1, 'RWA', 'Gina', 'Guthaben', 'gina@guthaben.example', now(), now())`,
    [payer],
  );
  await server.sql(
    `insert into payment (id, club, payer_person_id, kind, cents, booked_on, created_by, created_at) values ($1, 'RWA', $2, 'transfer', 1000, current_date, 'Probe', now())`,
    [randomUUID(), payer],
  );
  await owes(payer, 'Gina-spät', { inDays: 30 });
  await notifyOfDue(server);
  const settled = () =>
    server.sql('select label, settled_cents::int as cents from charge where payer_person_id = $1 order by label', [payer]);
  expect(await settled()).toEqual([{ label: 'Gina-spät', cents: 0 }]);
  await owes(payer, 'Gina', { cents: 4000 });
  await notifyOfDue(server);
  await notifyOfDue(server);
  expect(await settled()).toEqual([
    { label: 'Gina', cents: 1000 },
    { label: 'Gina-spät', cents: 0 },
  ]);
  const mail = await server.latestMail('gina@guthaben.example');
  expect(mail.replaceAll('\u00a0', ' ')).toContain('Gina: 30,00 € (von 40,00 €, 10,00 € sind schon verrechnet)');
});

test('credit stays as it is where the office uses it by hand', async () => {
  const payer = randomUUID();
  await server.sql(
    `insert into person (id, club, firstname, lastname, created_at, updated_at) values ($1, 'RWA', 'Hanna', 'Hand', now(), now())`,
    [payer],
  );
  await server.sql(
    `insert into payment (id, club, payer_person_id, kind, cents, booked_on, created_by, created_at) values ($1, 'RWA', $2, 'transfer', 1000, current_date, 'Probe', now())`,
    [randomUUID(), payer],
  );
  await owes(payer, 'Hanna');
  const svea = await server.signedIn('super');
  const set = async (value: boolean) => {
    const { version } =
      (await svea.get<{ name: string; version: number }[]>('/api/config')).body.find(({ name }) => name === 'credit.use') ?? {};
    expect((await svea.send('PUT', '/api/config/credit.use', { value, version })).status).toBe(200);
  };
  const settled = () => server.sql('select settled_cents::int as cents from charge where payer_person_id = $1', [payer]);
  await set(false);
  await notifyOfDue(server);
  expect(await settled()).toEqual([{ cents: 0 }]);
  await set(true);
  await notifyOfDue(server);
  expect(await settled()).toEqual([{ cents: 1000 }]);
});

test('transfers due within a week are notified once for each due date, all of them together; debits and later days are not', async () => {
  const rosa = await server.signedIn('reader');
  const own = (await rosa.get<OwnPerson[]>('/api/people/mine')).body.find(({ relation }) => relation === 'self');
  const payer = own?.id ?? '';
  await server.sql('update person set email = $2 where id = $1', [payer, emailOf('reader')]);
  await owes(payer, 'Turnen');
  await owes(payer, 'Schwimmen', { cents: 3360 });
  await owes(payer, 'Einzug', { method: 'sepa' });
  await owes(payer, 'Später', { inDays: 30 });
  await owes(payer, 'Heute', { inDays: 0 });
  await notifyOfDue(server);
  await notifyOfDue(server);
  const mails = await server.sql<{ subject: string; body: string }>(
    "select subject, body from outbox_mail where recipient = $1 and subject like '%fällig%'",
    [emailOf('reader')],
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toMatch(/^Am \d\d\.\d\d\.\d{4} sind 45,60\s€ fällig$/);
  for (const words of ['- Turnen: 12,00', '- Schwimmen: 33,60', 'Verwendungszweck R-Turnen']) expect(mails[0]?.body).toContain(words);
  for (const words of ['Einzug', 'Später', 'Heute']) expect(mails[0]?.body).not.toContain(words);
  const notices = (await rosa.get<UserNotice[]>('/api/me/notices')).body;
  expect(notices.filter(({ topic }) => topic === 'money_due')).toHaveLength(1);
});
