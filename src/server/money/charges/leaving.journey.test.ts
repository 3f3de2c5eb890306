import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnEnrolment, ParticipantList } from '#shared/courses/enrolmentShapes.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { ProposedCharge, ProposedRefund } from '#shared/money/charges.ts';
import { endSeats } from '#server/courses/enrolments/service.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type TestServer } from '#test/harness.ts';

let server: TestServer;
const september = new Date('2026-09-01T08:00:00Z');
const november = new Date('2026-11-20T09:00:00Z');
beforeAll(async () => {
  setClock(november);
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

/** A group every Monday since 07.09.2026 for 12,00 € a month, without an end. */
async function group(placesMax = 5): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, status, registration, places_max, requires_guardian, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'permanent', 'Badminton', '2026-09-01', 'published', 'open', $3, false, now(), now())`,
    [id, `g-${id}`, placesMax],
  );
  await server.sql("insert into course_price (course_id, category, cents, per) values ($1, 'non_member', 1200, 'month')", [id]);
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at, state)
     select gen_random_uuid(), $1, d::date, d + time '18:00', d + time '19:00', 'planned'
     from generate_series('2026-09-07'::timestamp, '2027-03-29'::timestamp, interval '7 days') d`,
    [id],
  );
  return id;
}

async function joins(courseId: string, firstname: string, at = september): Promise<{ id: string; token: string }> {
  setClock(at);
  const edda = await server.signedIn('editor');
  const email = `${firstname.toLowerCase()}@example.org`;
  const person = { firstname, lastname: 'Gruppe', birthDate: '1990-01-01', email };
  const { body } = await edda.post<{ id: string }>(`/api/courses/${courseId}/participants`, { person });
  setClock(november);
  const token = /registration\/([\w-]+)/.exec(await server.latestMail(email))?.[1] ?? '';
  return { id: body.id, token };
}

type Preview = { charges: ProposedCharge[]; toCheck: ProposedCharge[]; refunds: ProposedRefund[] };
async function previewOf(courseId: string, day: string): Promise<Preview> {
  const anton = await server.signedIn('admin');
  return (await anton.get<Preview>(`/api/charges/preview?courseId=${courseId}&day=${day}`)).body;
}
const owed = ({ charges }: Preview) => charges.map(({ source, period, cents }) => [source, period, cents]);
const three = ['2026-09', '2026-10', '2026-11'].map((period) => ['course', period, 1200]);

test('a person whom the office signs off on 20.11. to 30.11. pays 09, 10 and 11, 36,00 together, and nothing more', async () => {
  const course = await group();
  const { id } = await joins(course, 'Mila');
  const edda = await server.signedIn('editor');
  const off = (leavesOn: string) =>
    edda.post<Partial<ProblemBody>>(`/api/participants/${id}/cancellation`, { withFee: true, reason: 'zieht um', leavesOn });
  const past = await off('2026-11-19');
  expect([past.status, past.body.fields?.[0]?.path]).toEqual([422, 'leavesOn']);
  expect((await off('2026-11-30')).status).toBe(200);
  expect(await server.latestMail('mila@example.org')).toContain('30.11.2026');
  for (const day of ['2026-11-20', '2026-12-31', '2027-03-31']) expect(owed(await previewOf(course, day))).toEqual(three);

  const anton = await server.signedIn('admin');
  const made = await anton.post<{ made: number; cents: number }>('/api/charges', {
    courseId: course,
    day: '2027-03-31',
    dueOn: '2027-04-15',
  });
  expect(made.body).toMatchObject({ made: 3, cents: 3600 });
  expect(owed(await previewOf(course, '2027-03-31'))).toEqual([]);
});

test('a person leaving a group sees the last day before, leaves at the earliest end by notice, and can undo it', async () => {
  const course = await group();
  const { token } = await joins(course, 'Ben');
  const visitor = server.visitor();
  const seen = (await visitor.get<OwnEnrolment>(`/api/registrations/${token}`)).body;
  expect(seen).toMatchObject({ endsOnNotice: '2026-12-31', leavesOn: null, cancelFeeCents: 0, pricePer: 'month' });
  const act = async (action: string) => (await visitor.post<OwnEnrolment>(`/api/registrations/${token}`, { action })).body;
  expect(await act('cancel')).toMatchObject({ state: 'confirmed', leavesOn: '2026-12-31', canCancel: false });
  expect(await act('cancel')).toMatchObject({ leavesOn: '2026-12-31' });
  expect(await server.latestMail('ben@example.org')).toContain('bis zum 31.12.2026');
  expect((await previewOf(course, '2027-02-01')).charges.map(({ period }) => period)).toEqual(['2026-09', '2026-10', '2026-11', '2026-12']);
  expect(await act('keep')).toMatchObject({ leavesOn: null, endsOnNotice: '2026-12-31', canCancel: true });
});

test('on the day after the last one the seat is free, the next is offered it, and the family is notified', async () => {
  const course = await group(1);
  const first = await joins(course, 'Ida');
  const waits = await joins(course, 'Wartet');
  const edda = await server.signedIn('editor');
  await edda.post(`/api/participants/${first.id}/cancellation`, { withFee: false, reason: '', leavesOn: '2026-11-30' });
  const statesAt = async (at: string) => {
    setClock(new Date(at));
    await endSeats(server);
    setClock(november);
    const { body } = await edda.get<ParticipantList>(`/api/courses/${course}/participants`);
    return [first.id, waits.id].map((id) => body.rows.find((row) => row.id === id)?.state);
  };
  expect(await statesAt('2026-11-30T22:30:00Z')).toEqual(['confirmed', 'waitlisted']);
  expect(await statesAt('2026-11-30T23:15:00Z')).toEqual(['completed', 'offered']);
  expect(await server.latestMail('ida@example.org')).toContain('war der 30.11.2026');
  expect(owed(await previewOf(course, '2026-12-31'))).toEqual(three);
});

test('an immediate end owes the begun months without a fee, and a month paid ahead is refunded', async () => {
  const course = await group();
  const { id } = await joins(course, 'Nora');
  const anton = await server.signedIn('admin');
  await anton.post('/api/charges', { courseId: course, day: '2026-12-01', dueOn: '2026-12-15' });
  const [december] = await server.sql<{ id: string; version: number }>(
    "select id, version from charge where course_id = $1 and period = '2026-12'",
    [course],
  );
  await anton.post('/api/charges/state', { items: [december], to: 'paid', paidOn: '2026-11-20' });
  await anton.post(`/api/participants/${id}/cancellation`, { withFee: true, reason: '' });
  const { charges, refunds } = await previewOf(course, '2026-12-31');
  expect(charges).toEqual([]);
  // Three of the five sessions in November are owed: the open charge of the whole month is replaced by one of 7,20.
  expect(refunds.map(({ kind, cents, reason }) => [kind, cents, reason]).toSorted()).toEqual([
    ['cancel', 1200, 'dabei bis 20.11.2026'],
    ['refund', 1200, 'dabei bis 20.11.2026'],
  ]);
  expect(refunds.find(({ kind }) => kind === 'refund')?.chargeId).toBe(december?.id);
  await server.sql("update charge set state = 'cancelled' where course_id = $1 and period = '2026-11'", [course]);
  expect((await previewOf(course, '2026-12-31')).charges).toMatchObject([
    { period: '2026-11', cents: 720, note: 'anteilig bis 20.11.2026: 3 von 5 Terminen' },
  ]);
});

test('earlier uncharged months are listed for review and never charged automatically; one month can be excluded', async () => {
  const course = await group();
  const { id } = await joins(course, 'Alt');
  await joins(course, 'Neu');
  await server.sql('update enrolment set full_price_cents = null, price_per = null, starts_on = null where id = $1', [id]);
  const { charges, toCheck } = await previewOf(course, '2026-11-20');
  expect(charges.map(({ name, period }) => [name, period])).toEqual([
    ['Gruppe, Alt', '2026-11'],
    ['Gruppe, Neu', '2026-09'],
    ['Gruppe, Neu', '2026-10'],
    ['Gruppe, Neu', '2026-11'],
  ]);
  expect(toCheck.map(({ name, period }) => [name, period])).toEqual([
    ['Gruppe, Alt', '2026-09'],
    ['Gruppe, Alt', '2026-10'],
  ]);
  const anton = await server.signedIn('admin');
  const excluded = [{ participationId: charges[1]?.participationId, period: '2026-09', reason: 'Halle gesperrt' }];
  const made = await anton.post<object>('/api/charges', { courseId: course, day: '2026-11-20', dueOn: '2026-12-15', excluded });
  expect(made.body).toMatchObject({ made: 3, excluded: 1, cents: 3600 });
});
