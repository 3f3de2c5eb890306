import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Parameter } from '#shared/club/config.ts';
import type { DunningPreview, DunningRun } from '#shared/money/dunning/contract.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { remindOfOverdue } from './automatic.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  anton = await server.signedIn('admin');
  await server.sql(`update charge set due_on = '2199-01-01'`);
});
afterAll(async () => {
  setClock();
  await server.close();
});

/** Somebody with one overdue charge. */
async function owing(
  firstname: string,
  { email = `${firstname.toLowerCase()}@saeumig.example`, days = 20, level = null as number | null } = {},
) {
  const [row] = await server.sql<{ id: string }>(
    `insert into person (id, club, firstname, lastname, birth_date, email, street, house_no, postcode, city, created_at, updated_at)
     values (gen_random_uuid(), 'RWA', $1, 'Saeumig', '1980-02-03', nullif($2, ''), 'Weg', '1', '59999', 'Auenfeld', now(), now()) returning id`,
    [firstname, email],
  );
  await server.sql(
    `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, dunning_level, reminded_on, created_at)
     values (gen_random_uuid(), 'RWA', gen_random_uuid()::text, $1, $1, 'membership', 'Beitrag', 7000, $2, 'transfer', 'open', $3::int,
       case when $3::int is null then null else $2::date end, now())`,
    [row?.id, addDays(today(), 0 - days), level],
  );
  server.outdate();
}
const switchTo = async (value: boolean) => {
  const name = 'dunning.RWA.remindsItself';
  const { version } = (await anton.get<Parameter[]>('/api/config')).body.find((one) => one.name === name) ?? {};
  expect((await anton.send('PUT', `/api/config/${name}/club`, { value, version })).status).toBe(200);
};
const mailed = async () =>
  (
    await server.sql<{ recipient: string }>(
      `select recipient from outbox_mail where recipient like '%@saeumig.example' and subject like '%rinnerung%' order by 1`,
    )
  ).map(({ recipient }) => recipient);
const preview = async () => (await anton.get<DunningPreview>('/api/dunning-runs/preview')).body;

test('a club that does not want it reminds nobody by itself, and the preview says so', async () => {
  await owing('Abel');
  await remindOfOverdue(server);
  expect(await mailed()).toEqual([]);
  expect((await preview()).automatic).toBeNull();
});

test('once the board wants it, the first reminder goes out each morning, once; a later level, a letter, and what is not due long enough wait for a person', async () => {
  await owing('Berta', { level: 0, days: 40 });
  await owing('Carl', { email: '' });
  await owing('Dora', { days: 3 });
  await switchTo(true);
  expect((await preview()).automatic).toBe(1);
  await remindOfOverdue(server);
  await remindOfOverdue(server);
  expect(await mailed()).toEqual(['abel@saeumig.example']);
  const [run] = (await anton.get<{ rows: DunningRun[] }>('/api/dunning-runs')).body.rows;
  expect(run).toMatchObject({ createdBy: 'System', notices: 1, feeCents: 0, mayUndo: true });
  const [entry] = await server.sql<{ content: string }>("select content from audit where content like 'Von selbst erinnert%'");
  expect(entry?.content).toBe('Von selbst erinnert: 1 Zahler über 70,00\u00A0€');
  expect((await preview()).notices.map(({ name }) => name)).toEqual(['Saeumig, Berta', 'Saeumig, Carl']);
});

test('with a fee on the first level nothing goes out by itself', async () => {
  await owing('Emil');
  const stage = {
    name: 'Zahlungserinnerung',
    afterDays: 7,
    feeCents: 100,
    dueDays: 14,
    text: 'Bitte zahlen Sie.',
    channel: 'mail',
    version: 1,
  };
  expect((await anton.send('PUT', '/api/dunning-levels/0', stage)).status).toBe(200);
  expect((await preview()).automatic).toBe(0);
  await remindOfOverdue(server);
  expect(await mailed()).toEqual(['abel@saeumig.example']);
});
