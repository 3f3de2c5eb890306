import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import type { PriceChanges } from '#shared/courses/priceChanges/priceChanges.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { applyPrices } from './service.ts';

let server: TestServer;

beforeAll(async () => {
  setClock(new Date('2026-05-10T09:00:00Z'));
  server = await startServer();
});

beforeEach(() => setClock(new Date('2026-05-10T09:00:00Z')));

afterAll(async () => {
  setClock();
  await server.close();
});

/** A group every Monday for 12 euros a month, with a minimum term of half a year. */
async function group(title: string): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, status, registration, requires_guardian, places_max,
       age_reference, notice_amount, notice_unit, notice_to, min_term_months, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'permanent', $3, '2025-09-01', 'published', 'open', true, 20, 'session', 4, 'week', 'month_end', 6, now(), now())`,
    [id, `p-${id}`, title],
  );
  await server.sql("insert into course_price (course_id, category, cents, per) values ($1, 'non_member', 1200, 'month')", [id]);
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at)
     select gen_random_uuid(), $1, d::date, d + time '15:30', d + time '16:30'
     from generate_series('2025-09-01'::timestamp, '2026-12-28'::timestamp, interval '7 days') d`,
    [id],
  );
  server.outdate();
  return id;
}

async function seated(parent: Client, courseId: string, ...names: string[]): Promise<string[]> {
  const personIds = [];
  for (const firstname of names) {
    const person = { club: 'RWA', relation: 'guardian', firstname, lastname: 'Preis', birthDate: '2018-06-03', gender: 'w' };
    personIds.push((await parent.post<OwnPerson>('/api/people/mine', person)).body.id);
  }
  const { body } = await parent.post<{ id: string }[]>(`/api/courses/${courseId}/registrations`, { personIds, acceptsTerms: true });
  return body.map(({ id }) => id);
}

const path = (id: string) => `/api/manage/courses/${id}/price-changes`;
const announce = (client: Client, id: string, input: object = {}) =>
  client.post<ProblemBody>(path(id), { validFrom: '2026-07-01', prices: [{ category: 'non_member', cents: 1500 }], reason: '', ...input });
const mailsOf = (title: string, word: string) =>
  server.sql<{ recipient: string; body: string }>('select recipient, body from outbox_mail where subject like $1 order by id', [
    `%${word}%${title}`,
  ]);
const plain = (text = '') => text.replaceAll('\u00A0', ' ');

test('a new price is announced six weeks ahead, notified once per family, and shown on the page', async () => {
  const id = await group('Turnen teuer');
  const rosa = await server.signedIn('reader');
  await seated(rosa, id, 'Mila', 'Ben');
  for (const [client, status] of [
    [server.visitor(), 401],
    [await server.signedIn('trainer'), 403],
    [await server.signedIn('editor', 'SCB'), 404],
  ] as const) {
    expect((await announce(client, id)).status).toBe(status);
    expect((await client.get(path(id))).status).toBe(status);
  }
  const editor = await server.signedIn('editor');
  const list = (await editor.get<PriceChanges>(path(id))).body;
  expect([list.mayAnnounce, list.earliest, list.people, list.changes]).toEqual([true, '2026-07-01', 2, []]);
  const faultOf = async (input: object) => (await announce(editor, id, input)).body.fields?.[0]?.path;
  expect(await faultOf({ validFrom: '2026-06-01' })).toBe('validFrom');
  expect(await faultOf({ validFrom: '2026-07-02' })).toBe('validFrom');
  expect(await faultOf({ validFrom: '2029-07-01' })).toBe('validFrom');
  expect(await faultOf({ prices: [{ category: 'member', cents: 1500 }] })).toBe('prices.0.category');
  expect(await faultOf({ prices: [{ category: 'non_member', cents: 1200 }] })).toBe('prices');
  expect(await faultOf({ prices: [{ category: 'non_member', cents: -1 }] })).toBe('prices.0.cents');
  expect((await announce(editor, id, { reason: 'Die Halle kostet mehr.' })).status).toBe(200);
  expect((await announce(editor, id, { validFrom: '2026-08-01' })).body.code).toBe('wrong-state');
  const mails = await mailsOf('Turnen teuer', 'Neuer Preis');
  expect(mails).toHaveLength(1);
  const body = plain(mails[0]?.body);
  expect(body).toContain('Mila Preis: ab 01.07.2026 15,00 € im Monat statt 12,00 € im Monat');
  expect(body).toContain('Grund: Die Halle kostet mehr.');
  expect(body).toContain('kündigt bis zum 30.06.2026');
  expect(body.match(/\/registration\//g)).toHaveLength(2);
  const page = (await server.visitor().get<CoursePage>(`/api/courses/${id}`)).body;
  expect(plain(page.cancelRule[1])).toBe('Neue Preise ab 01.07.2026: Nichtmitglieder 15,00 € im Monat.');
});

test('people who would pay more leave on the day before, regardless of the minimum term; others pay the price valid on the first day of each month', async () => {
  const id = await group('Turnen gehen');
  const rosa = await server.signedIn('reader');
  const [goes = '', stays = ''] = await seated(rosa, id, 'Ida', 'Tom');
  await server.sql("update enrolment set starts_on = '2026-05-04' where course_id = $1", [id]);
  const before = (await rosa.get<OwnEnrolment>(`/api/registrations/${goes}`)).body;
  expect(before.endsOnNotice).toBe('2026-11-30');
  const editor = await server.signedIn('editor');
  await announce(editor, id);
  const own = (await rosa.get<OwnEnrolment>(`/api/registrations/${goes}`)).body;
  expect(own.endsOnNotice).toBe('2026-06-30');
  expect(own.cancelRule.map(plain)).toContain('Ab 01.07.2026 kostet es 15,00 € im Monat.');
  expect((await rosa.post<OwnEnrolment>(`/api/registrations/${goes}`, { action: 'cancel' })).body.leavesOn).toBe('2026-06-30');
  setClock(new Date('2026-07-01T03:00:00Z'));
  await applyPrices(server);
  await applyPrices(server);
  setClock(new Date('2026-08-20T09:00:00Z'));
  const [newcomer = ''] = await seated(rosa, id, 'Neu');
  const admin = await server.signedIn('admin');
  const { body } = await admin.get<{ charges: { participationId: string; period: string; cents: number }[] }>(
    `/api/charges/preview?courseId=${id}&day=2026-08-31`,
  );
  const owedBy = (one: string) => body.charges.filter((row) => row.participationId === one).map(({ period, cents }) => [period, cents]);
  expect(owedBy(goes)).toEqual([
    ['2026-05', 1200],
    ['2026-06', 1200],
  ]);
  expect(owedBy(stays)).toEqual([
    ['2026-05', 1200],
    ['2026-06', 1200],
    ['2026-07', 1500],
    ['2026-08', 1500],
  ]);
  expect(owedBy(newcomer).map(([period]) => period)).toEqual(['2026-08']);
  const prices = await server.sql('select cents from course_price where course_id = $1', [id]);
  expect(prices).toEqual([{ cents: 1500 }]);
  const shown = (await rosa.get<OwnEnrolment>(`/api/registrations/${stays}`)).body;
  expect([shown.priceCents, shown.endsOnNotice]).toEqual([1500, '2026-11-30']);
  const list = (await editor.get<PriceChanges>(path(id))).body;
  expect([list.changes[0]?.state, list.mayAnnounce]).toEqual(['applied', true]);
});

test('an announcement is withdrawn until its day, and everybody is notified that the price stays', async () => {
  const id = await group('Turnen zurück');
  const rosa = await server.signedIn('reader');
  const [mila = ''] = await seated(rosa, id, 'Ada');
  const editor = await server.signedIn('editor');
  await announce(editor, id);
  expect((await (await server.signedIn('trainer')).post(`${path(id)}/withdraw`)).status).toBe(403);
  expect((await editor.post(`${path(id)}/withdraw`)).status).toBe(200);
  expect((await editor.post<ProblemBody>(`${path(id)}/withdraw`)).body.code).toBe('wrong-state');
  expect(plain((await mailsOf('Turnen zurück', 'Der Preis bleibt'))[0]?.body)).toContain('Ada Preis: weiter 12,00 € im Monat');
  setClock(new Date('2026-07-02T09:00:00Z'));
  await applyPrices(server);
  expect((await rosa.get<OwnEnrolment>(`/api/registrations/${mila}`)).body.priceCents).toBe(1200);
});

test('of two concurrent announcements one wins, the other is refused', async () => {
  const id = await group('Turnen zweimal');
  const [editor, admin] = [await server.signedIn('editor'), await server.signedIn('admin')];
  const answers = await Promise.all([announce(editor, id), announce(admin, id, { validFrom: '2026-08-01' })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
