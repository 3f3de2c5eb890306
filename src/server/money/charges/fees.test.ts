import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnCharge } from '#shared/money/charges.ts';
import { settleFees } from '#server/courses/enrolments/service.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { billedCourse, type Billed } from '#test/billing.ts';
import { startServer, type TestServer } from '#test/harness.ts';
import { chargeFees } from './fees.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

/** A running course for 70,00 € whose first participant is the child of the reader, with an address; the parent needs no token. */
async function withChild(): Promise<Billed & { token: string }> {
  const course = await billedCourse(server, { people: 1 });
  const id = course.participationIds[0];
  await server.sql("update enrolment set contact_email = 'fee@example.org' where id = $1", [id]);
  await server.sql(
    `insert into person_access (user_id, person_id, club, relation, verified_at) select id, $1, 'RWA', 'delegate', now() from app_user where email = 'reader@rwa.test'`,
    [course.personIds[0]],
  );
  return { ...course, token: id ?? '' };
}

async function minutesLater<T>(minutes: number, work: () => Promise<T>): Promise<T> {
  setClock(new Date(Date.now() + minutes * 60_000));
  await settleFees(server, chargeFees);
  setClock();
  return work();
}

async function feesOf(course: Billed) {
  const rosa = await server.signedIn('reader');
  const { body } = await rosa.get<OwnCharge[]>('/api/charges/mine');
  const ids = await server.sql<{ id: string }>('select id from charge where course_id = $1', [course.courseId]);
  const own = new Set([...ids.map(({ id }) => id), ...course.participationIds]);
  return body.filter(({ id }) => own.has(id)).map(({ label, cents, state, dueOn }) => ({ label, cents, state, dueOn }));
}

test('the cancellation fee is in the mail with its due date, is visible at once, and is charged after ten minutes', async () => {
  const course = await withChild();
  const off = await (await server.signedIn('reader')).post(`/api/registrations/${course.token}`, { action: 'cancel' });
  expect(off.status).toBe(200);
  const [named] = await feesOf(course);
  expect(named).toMatchObject({ label: 'Absagegebühr Kurs zur Abrechnung', cents: 7000, state: 'draft' });
  const [year, month, day] = (named?.dueOn ?? '').split('-');
  expect(await server.latestMail('fee@example.org')).toContain(`kostet 70,00\u00A0€, fällig am ${day}.${month}.${year}`);
  expect(await minutesLater(9, () => feesOf(course))).toMatchObject([{ state: 'draft' }]);
  expect(await minutesLater(11, () => feesOf(course))).toEqual([{ ...named, state: 'open' }]);
  expect(await minutesLater(12, () => feesOf(course))).toHaveLength(1);
});

test('an open price is replaced by the fee, and from a paid one the fee is deducted', async () => {
  const anton = await server.signedIn('admin');
  const [open, paid] = [await withChild(), await withChild()];
  for (const { courseId } of [open, paid]) await anton.post('/api/charges', { courseId, dueOn: '2026-12-15' });
  await server.sql("update charge set state = 'paid', paid_on = current_date, settled_cents = cents where course_id = $1", [paid.courseId]);
  const reader = await server.signedIn('reader');
  for (const { token } of [open, paid]) await reader.post(`/api/registrations/${token}`, { action: 'cancel' });
  await minutesLater(11, async () => undefined);
  const statesOf = ({ courseId }: Billed) =>
    server.sql('select source, state, cents from charge where course_id = $1 order by source', [courseId]);
  expect(await statesOf(open)).toEqual([
    { source: 'cancel_fee', state: 'open', cents: 7000 },
    { source: 'course', state: 'cancelled', cents: 7000 },
  ]);
  expect(await statesOf(paid)).toEqual([{ source: 'course', state: 'paid', cents: 7000 }]);
});
