import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SepaProposal } from '#shared/money/sepaRuns.ts';
import { setClock, today } from '#server/platform/process/clock.ts';
import { billedCourse } from '#test/billing.ts';
import { startServer, testTime, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let anton: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  anton = await server.signedIn('admin');
  await server.sql("update charge set method = 'transfer' where method = 'sepa'");
});
afterAll(async () => {
  setClock();
  await server.close();
});

type Reminded = { mailed: number; without: string[]; code: string };
const remind = (client: Client) => client.post<Reminded>('/api/sepa-runs/proposal/reminders', {});
const faults = async () => (await anton.get<SepaProposal>('/api/sepa-runs/proposal')).body.faults;
const mails = () =>
  server.sql<{ recipient: string; body: string }>(
    "select recipient, body from outbox_mail where subject like 'Lastschrift nicht möglich%'",
  );

test('the payers of charges that cannot be collected are reminded once a day, by one mail each; children and those without an address are named', async () => {
  expect((await remind(anton)).status).toBe(409);
  const { personIds, courseId } = await billedCourse(server, { title: 'Übungskurs Mandate', priceCents: 3333 });
  const [ada, ben, child] = personIds;
  await server.sql("update person set email = null, birth_date = '1980-01-01' where id = any($1)", [personIds]);
  await server.sql("update person set email = 'ada@example.org' where id = $1", [ada]);
  await server.sql("update person set email = 'kind@example.org', birth_date = '2015-01-01' where id = $1", [child]);
  expect((await anton.post('/api/charges', { courseId, dueOn: today() })).status).toBe(200);
  await server.sql("update charge set method = 'sepa' where course_id = $1", [courseId]);
  await server.sql(
    `insert into charge select gen_random_uuid(), club, reference || '-2', person_id, payer_person_id, 'other', null, '', course_id, null, 'Leihgebühr', 1001,
       due_on, method, 'open', null, '', tax_sphere, created_at, 1 from charge where person_id = $1 and course_id = $2`,
    [ada, courseId],
  );
  for (const role of ['reader', 'trainer', 'editor'] as const) expect((await remind(await server.signedIn(role))).status).toBe(403);
  expect((await remind(server.visitor())).status).toBe(401);
  expect((await remind(await server.signedIn('admin', 'SCB'))).status).toBe(409);
  expect(new Set((await faults()).map(({ remindedOn }) => remindedOn))).toEqual(new Set([null]));

  const pressed = await Promise.all([remind(anton), remind(anton)]);
  expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const done = pressed.find(({ status }) => status === 200)?.body;
  expect([done?.mailed, done?.without.length]).toEqual([1, personIds.length - 1]);
  expect(pressed.find(({ status }) => status === 409)?.body.code).toBe('reminded-today');
  const [mail, ...others] = await mails();
  expect([mail?.recipient, others]).toEqual(['ada@example.org', []]);
  expect(mail?.body).toContain('43,34');
  expect(mail?.body).toContain('Kein gültiges Lastschriftmandat.');
  expect(mail?.body).toContain('Leihgebühr');
  expect((await faults()).find(({ payerPersonId }) => payerPersonId === ada)?.remindedOn).toBe(today());
  expect((await faults()).find(({ payerPersonId }) => payerPersonId === ben)?.remindedOn).toBeNull();
  const [logged] = await server.sql<{ content: string; after: { listed: string[] } }>(
    "select content, after from audit where content like 'An das Mandat erinnert%'",
  );
  expect([logged?.content, logged?.after.listed]).toEqual(['An das Mandat erinnert: 1 Zahler', [ada]]);

  // Whose address is entered meanwhile is reminded, and nobody twice; on the next day everybody again.
  await server.sql("update person set email = 'ben@example.org' where id = $1", [ben]);
  expect((await remind(anton)).body.mailed).toBe(1);
  setClock(new Date(testTime.getTime() + 24 * 3600 * 1000));
  expect((await remind(anton)).body.mailed).toBe(2);
  setClock(testTime);
});
