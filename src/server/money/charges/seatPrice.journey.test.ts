import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnEnrolment, ParticipantList } from '#shared/courses/enrolmentShapes.ts';
import type { ProposedCharge } from '#shared/money/charges.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, testTime, type TestServer } from '#test/harness.ts';

let server: TestServer;
/** 15 of the 24 Mondays are left. */
const october = new Date('2026-10-24T09:00:00Z');
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

/** A course of 24 Mondays since 24.08.2026 for 35,00 €; on 21.11.2026 11 of them are left. */
async function mondayCourse(columns: { placesMax?: number; lateJoin?: string } = {}): Promise<string> {
  const id = randomUUID();
  const { placesMax = 1, lateJoin = 'prorata' } = columns;
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, ends_on, status, registration, late_join, places_max, requires_guardian, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'course', 'Kinderturnen', '2026-08-24', '2027-02-01', 'confirmed', 'open', $3, $4, false, now(), now())`,
    [id, `k-${id}`, lateJoin, placesMax],
  );
  await server.sql("insert into course_price (course_id, category, cents, per) values ($1, 'non_member', 3500, 'course')", [id]);
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at, state)
     select gen_random_uuid(), $1, d::date, d + time '16:00', d + time '17:00', case when d < '2026-11-21' then 'held' else 'planned' end
     from generate_series('2026-08-24'::timestamp, '2027-02-01'::timestamp, interval '7 days') d`,
    [id],
  );
  return id;
}

async function add(courseId: string, firstname: string, at = testTime): Promise<{ id: string; state: string }> {
  setClock(at);
  const edda = await server.signedIn('editor');
  const person = { firstname, lastname: 'Spät', birthDate: '1990-01-01', email: `${firstname.toLowerCase()}@example.org` };
  const { body } = await edda.post<{ id: string; state: string }>(`/api/courses/${courseId}/participants`, { person });
  setClock(testTime);
  return body;
}

async function owedIn(courseId: string): Promise<Pick<ProposedCharge, 'name' | 'cents' | 'note'>[]> {
  const anton = await server.signedIn('admin');
  const { body } = await anton.get<{ charges: ProposedCharge[] }>(`/api/charges/preview?courseId=${courseId}`);
  return body.charges.map(({ name, cents, note }) => ({ name, cents, note }));
}

const shownIn = async (courseId: string, id: string) =>
  (await (await server.signedIn('editor')).get<ParticipantList>(`/api/courses/${courseId}/participants`)).body.rows.find(
    (row) => row.id === id,
  )?.priceCents;

const share = { cents: 1604, note: 'anteilig ab 23.11.2026: 11 von 24 Terminen' };

test('a person who waited since 15 sessions were left and is confirmed when 11 are left pays 16,04 of 35,00, and sees the same', async () => {
  const course = await mondayCourse();
  await add(course, 'Erste', new Date('2026-08-01T09:00:00Z'));
  const waits = await add(course, 'Lena', october);
  expect(waits.state).toBe('waitlisted');
  expect(await shownIn(course, waits.id)).toBe(2188);
  const edda = await server.signedIn('editor');
  const decision = { action: 'confirm', reason: 'Ein Kind mehr geht' };
  expect((await edda.post(`/api/participants/${waits.id}/decision`, decision)).status).toBe(200);
  expect(await owedIn(course)).toEqual([
    { name: 'Spät, Erste', cents: 3500, note: '' },
    { name: 'Spät, Lena', ...share },
  ]);
  expect(await shownIn(course, waits.id)).toBe(1604);
});

test('a person who accepts an offered seat pays from the next session on', async () => {
  const course = await mondayCourse();
  const first = await add(course, 'Erste', new Date('2026-08-01T09:00:00Z'));
  expect(await add(course, 'Annehma', october)).toMatchObject({ state: 'waitlisted' });
  const edda = await server.signedIn('editor');
  await edda.post(`/api/participants/${first.id}/cancellation`, { withFee: false, reason: '' });
  // The course runs and permits late joining: the seat is offered automatically.
  const token = /registration\/([\w-]+)/.exec(await server.latestMail('annehma@example.org'))?.[1] ?? '';
  const { body } = await server.visitor().post<OwnEnrolment>(`/api/registrations/${token}`, { action: 'accept' });
  expect(body).toMatchObject({ state: 'confirmed', priceCents: 1604 });
  expect(await owedIn(course)).toEqual([{ name: 'Spät, Annehma', ...share }]);
});

test('a substitute and a moved person pay from the next session on, once', async () => {
  const [from, to] = [await mondayCourse(), await mondayCourse()];
  const first = await add(from, 'Erste', new Date('2026-08-01T09:00:00Z'));
  const substitute = await add(await mondayCourse(), 'Ersatz');
  const edda = await server.signedIn('editor');
  const [row] = await server.sql<{ person_id: string }>('select person_id from enrolment where id = $1', [substitute.id]);
  expect((await edda.post(`/api/participants/${first.id}/replacement`, { personId: row?.person_id })).status).toBe(200);
  expect(await owedIn(from)).toEqual([{ name: 'Spät, Ersatz', ...share }]);
  const [next] = await server.sql<{ id: string }>("select id from enrolment where course_id = $1 and state = 'confirmed'", [from]);
  expect((await edda.post<{ state: string }>(`/api/participants/${next?.id}/move`, { courseId: to })).body.state).toBe('confirmed');
  expect(await owedIn(to)).toEqual([{ name: 'Spät, Ersatz', ...share }]);
});

test('if joining late costs the whole price it costs the whole price, and an older enrolment keeps its price', async () => {
  const full = await mondayCourse({ lateJoin: 'full' });
  await add(full, 'Ganz');
  expect(await owedIn(full)).toEqual([{ name: 'Spät, Ganz', cents: 3500, note: '' }]);
  const old = await mondayCourse({ placesMax: 5 });
  const { id } = await add(old, 'Alt');
  await server.sql('update enrolment set full_price_cents = null, price_per = null, starts_on = null, price_cents = 3208 where id = $1', [
    id,
  ]);
  expect(await owedIn(old)).toEqual([{ name: 'Spät, Alt', cents: 3208, note: '' }]);
});

test('another price keeps the first day of the seat', async () => {
  const course = await mondayCourse({ placesMax: 5 });
  await server.sql("insert into course_price (course_id, category, cents, per) values ($1, 'reduced', 2400, 'course')", [course]);
  const { id } = await add(course, 'Tausch');
  const edda = await server.signedIn('editor');
  const [row] = await server.sql<{ version: number }>('select version from enrolment where id = $1', [id]);
  expect((await edda.send('PUT', `/api/participants/${id}/price`, { priceCategory: 'reduced', version: row?.version })).status).toBe(200);
  expect([await shownIn(course, id), (await owedIn(course))[0]?.cents]).toEqual([1100, 1100]);
});
