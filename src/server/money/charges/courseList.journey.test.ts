import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffedList } from '#shared/courses/enrolmentShapes.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import { billedCourse } from '#test/billing.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const listOf = (client: Client, courseId: string) => client.get<StaffedList>(`/api/courses/${courseId}/participants`);
const paidOf = async (client: Client, courseId: string) => {
  const { rows, payments } = (await listOf(client, courseId)).body;
  return (
    payments && rows.map(({ firstname, personId }) => [firstname, payments.find((one) => one.personId === personId)?.state]).toSorted()
  );
};

/** A course of four: one has paid, one a part of it, one nothing, and of one the price was waived. */
async function partlyPaid() {
  const anton = await server.signedIn('admin');
  const course = await billedCourse(server, { people: 4 });
  await anton.post('/api/charges', { courseId: course.courseId, dueOn: '2026-12-15' });
  const { rows } = (await anton.get<{ rows: ListedCharge[] }>(`/api/charges?courseId=${course.courseId}&order=reference`)).body;
  const of = (name: string) => rows.find((row) => row.name.includes(name)) as ListedCharge;
  const item = (name: string) => ({ id: of(name).id, version: of(name).version });
  expect((await anton.post('/api/charges/state', { items: [item('Nr1')], to: 'paid' })).status).toBe(200);
  const part = {
    payerId: of('Nr2').payerId,
    kind: 'transfer',
    cents: 3000,
    bookedOn: '2026-11-20',
    shares: [{ chargeId: of('Nr2').id, cents: 3000 }],
  };
  expect((await anton.post('/api/payments', part)).status).toBe(200);
  expect(
    (await anton.post(`/api/charges/${of('Nr4').id}/waivers`, { version: of('Nr4').version, cents: 7000, reason: 'Härtefall' })).status,
  ).toBe(200);
  return course;
}

test('editors and the board see at the list of any course who has paid, in part or not, and what was waived looks like paid', async () => {
  const { courseId } = await partlyPaid();
  for (const role of ['editor', 'admin', 'super'] as const)
    expect(await paidOf(await server.signedIn(role), courseId)).toEqual([
      ['Nr1', 'paid'],
      ['Nr2', 'partly'],
      ['Nr3', 'open'],
      ['Nr4', 'paid'],
    ]);
});

test('trainers see it for their own courses alone, and never an amount', async () => {
  const { courseId } = await partlyPaid();
  const till = await server.signedIn('trainer');
  expect((await listOf(till, courseId)).body.payments).toBeNull();
  await server.sql(
    `insert into course_trainer (course_id, person_id, role) select $1, a.person_id, 'assistant' from person_access a join app_user u on u.id = a.user_id
     where u.email = 'trainer@rwa.test' and a.relation = 'self'`,
    [courseId],
  );
  expect((await paidOf(till, courseId))?.map(([, state]) => state)).toEqual(['paid', 'partly', 'open', 'paid']);
  const { text } = await listOf(till, courseId);
  expect(text).not.toMatch(/7000|3000|4000|Härtefall/);
});

test('installments count in place of the whole, and before anything is charged nobody owes', async () => {
  const anton = await server.signedIn('admin');
  const { courseId } = await billedCourse(server, { people: 1 });
  expect((await listOf(anton, courseId)).body.payments).toEqual([]);
  await anton.post('/api/charges', { courseId, dueOn: '2026-12-15' });
  const [whole] = (await anton.get<{ rows: ListedCharge[] }>(`/api/charges?courseId=${courseId}`)).body.rows;
  const split = { version: whole?.version, count: 2, firstOn: '2027-01-15', reason: 'Auf Bitte' };
  expect((await anton.post(`/api/charges/${whole?.id}/installments`, split)).status).toBe(200);
  expect(await paidOf(anton, courseId)).toEqual([['Nr1', 'open']]);
  const parts = (await anton.get<{ rows: ListedCharge[] }>(`/api/charges?courseId=${courseId}&state=open&order=oldest`)).body.rows;
  await anton.post('/api/charges/state', { items: parts.slice(0, 1).map(({ id, version }) => ({ id, version })), to: 'paid' });
  expect(await paidOf(anton, courseId)).toEqual([['Nr1', 'partly']]);
});
