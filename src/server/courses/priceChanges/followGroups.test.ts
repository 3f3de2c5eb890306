import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OwnEnrolment, StaffedList } from '#shared/courses/enrolmentShapes.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { applyPrices, followPriceGroups } from './service.ts';

let server: TestServer;
let rosa: Client;

beforeAll(async () => {
  setClock(new Date('2025-10-05T09:00:00Z'));
  server = await startServer();
});

beforeEach(async () => {
  setClock(new Date('2025-10-05T09:00:00Z'));
  rosa = await server.signedIn('reader');
});

afterAll(async () => {
  setClock();
  await server.close();
});

/** A group every Monday: 8 euros a month for members, 12 for those under 18, 20 for all others. */
async function group(title: string): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, status, registration, requires_guardian, places_max, age_reference, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'permanent', $3, '2024-09-01', 'published', 'open', true, 20, 'session', now(), now())`,
    [id, `g-${id}`, title],
  );
  await server.sql(
    `insert into course_price (course_id, category, cents, per) values ($1, 'member', 800, 'month'), ($1, 'child', 1200, 'month'), ($1, 'non_member', 2000, 'month')`,
    [id],
  );
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at)
     select gen_random_uuid(), $1, d::date, d + time '15:30', d + time '16:30'
     from generate_series('2024-09-01'::timestamp, '2026-12-27'::timestamp, interval '7 days') d`,
    [id],
  );
  await server.outdate();
  return id;
}

async function seated(courseId: string, firstname: string, birthDate: string): Promise<{ id: string; personId: string }> {
  const person = { club: 'RWA', relation: 'guardian', firstname, lastname: 'Preisgruppe', birthDate, gender: 'w' };
  const personId = (await rosa.post<OwnPerson>('/api/people/mine', person)).body.id;
  const { body } = await rosa.post<{ id: string }[]>(`/api/courses/${courseId}/registrations`, {
    personIds: [personId],
    acceptsTerms: true,
  });
  return { id: body[0]?.id ?? '', personId };
}

/** The night of a day: what the job does. */
async function night(day: string): Promise<void> {
  setClock(new Date(`${day}T03:00:00Z`));
  await applyPrices(server);
  await followPriceGroups(server);
}

const mails = (title: string) =>
  server.sql<{ body: string }>("select body from outbox_mail where subject like 'Anderer Preis%' and subject like $1 order by id", [
    `%${title}`,
  ]);
const plain = (text = '') => text.replaceAll('\u00A0', ' ');

async function months(courseId: string, day: string): Promise<{ [period: string]: number }> {
  setClock(new Date(`${day}T09:00:00Z`));
  const admin = await server.signedIn('admin');
  const { body } = await admin.get<{ charges: { period: string; cents: number }[] }>(
    `/api/charges/preview?courseId=${courseId}&day=${day}`,
  );
  return Object.fromEntries(body.charges.map(({ period, cents }) => [period, cents]));
}

test('whoever turns 18 on 10 January pays the child price in January and that of adults from February, told once before', async () => {
  const id = await group('Turnen achtzehn');
  const mila = await seated(id, 'Mila', '2008-01-10');
  await night('2025-11-20');
  expect(await mails('Turnen achtzehn')).toEqual([]);
  await night('2025-11-21');
  await night('2025-11-22');
  const [mail, ...more] = await mails('Turnen achtzehn');
  expect(more).toEqual([]);
  expect(plain(mail?.body)).toContain(
    'Mila Preisgruppe: ab 01.02.2026 20,00 € im Monat (Nichtmitglieder) statt 12,00 € im Monat (Kinder und Jugendliche)',
  );
  rosa = await server.signedIn('reader');
  const own = (await rosa.get<OwnEnrolment>(`/api/registrations/${mila.id}`)).body;
  expect(own.cancelRule.map(plain)).toContain('Ab 01.02.2026 kostet es 20,00 € im Monat (Nichtmitglieder).');
  expect(own.priceCents).toBe(1200);
  await night('2026-02-01');
  const [row] = await server.sql('select price_category, price_cents from enrolment where id = $1', [mila.id]);
  expect(row).toEqual({ price_category: 'non_member', price_cents: 2000 });
  expect(await months(id, '2026-03-15')).toMatchObject({ '2025-12': 1200, '2026-01': 1200, '2026-02': 2000, '2026-03': 2000 });
  const entries = await server.sql<{ content: string }>("select content from audit where entity_id = $1 and content like 'Preisgruppe%'", [
    mila.id,
  ]);
  expect(entries.map(({ content }) => content)).toEqual(['Preisgruppe ab 01.02.2026 Nichtmitglieder (Turnen achtzehn)']);
});

test('a member pays less from the next month; whoever leaves the club pays more six weeks after being told', async () => {
  const id = await group('Turnen Mitglied');
  const { personId } = await seated(id, 'Ben', '2016-05-05');
  await server.sql(
    `insert into member (id, club, person_id, member_no, joined_on, kind, status) values (gen_random_uuid(), 'RWA', $1, '99071', '2025-10-20', 'active', 'active')`,
    [personId],
  );
  await night('2025-10-21');
  await night('2025-11-01');
  await server.sql("update member set left_on = '2025-12-31' where person_id = $1", [personId]);
  for (const day of ['2025-12-10', '2026-01-01', '2026-02-01']) await night(day);
  expect(await mails('Turnen Mitglied')).toHaveLength(2);
  expect(await months(id, '2026-03-15')).toMatchObject({
    '2025-10': 1200,
    '2025-11': 800,
    '2026-01': 800,
    '2026-02': 1200,
    '2026-03': 1200,
  });
});

test('a birth date that is put right before the day takes the change back, with a word', async () => {
  const id = await group('Turnen verschrieben');
  const { id: enrolmentId, personId } = await seated(id, 'Ida', '2008-01-10');
  await night('2025-12-01');
  await server.sql("update person set birth_date = '2009-01-10' where id = $1", [personId]);
  await night('2026-01-02');
  await night('2026-01-03');
  const stays = await server.sql<{ body: string }>("select body from outbox_mail where subject = 'Der Preis bleibt: Turnen verschrieben'");
  expect(stays.map(({ body }) => plain(body))).toEqual([
    expect.stringContaining('den wir zum 01.02.2026 angekündigt hatten, kommt nicht.\n\nIda Preisgruppe: weiter 12,00 € im Monat'),
  ]);
  rosa = await server.signedIn('reader');
  const own = (await rosa.get<OwnEnrolment>(`/api/registrations/${enrolmentId}`)).body;
  expect(own.cancelRule.filter((words) => words.includes('kostet es'))).toEqual([]);
  await night('2026-02-01');
  expect((await months(id, '2026-03-15'))['2026-02']).toBe(1200);
});

test('who has given notice reads of no price that begins after the last day; taken back, it is told like any other', async () => {
  const id = await group('Turnen gekündigt');
  const { id: enrolmentId } = await seated(id, 'Pia', '2008-01-10');
  setClock(new Date('2025-11-01T09:00:00Z'));
  rosa = await server.signedIn('reader');
  const act = async (action: string) => (await rosa.post(`/api/registrations/${enrolmentId}`, { action })).status;
  expect(await act('cancel')).toBe(200);
  for (const day of ['2025-11-21', '2025-11-22']) await night(day);
  expect(await mails('Turnen gekündigt')).toEqual([]);
  setClock(new Date('2025-11-22T09:00:00Z'));
  rosa = await server.signedIn('reader');
  const own = (await rosa.get<OwnEnrolment>(`/api/registrations/${enrolmentId}`)).body;
  expect([own.leavesOn, own.cancelRule.filter((words) => words.includes('kostet es'))]).toEqual(['2025-11-30', []]);
  expect(await act('keep')).toBe(200);
  await night('2025-11-23');
  expect(await mails('Turnen gekündigt')).toHaveLength(1);
  expect((await months(id, '2026-03-15'))['2026-01']).toBe(1200);
});

test('the price that the office chose stays, however old the person is', async () => {
  const id = await group('Turnen vereinbart');
  const { id: enrolmentId } = await seated(id, 'Uta', '2008-01-10');
  const { version } = (await server.sql<{ version: number }>('select version from enrolment where id = $1', [enrolmentId]))[0] ?? {
    version: 0,
  };
  const admin = await server.signedIn('admin');
  expect((await admin.send('PUT', `/api/participants/${enrolmentId}/price`, { priceCategory: 'child', version })).status).toBe(200);
  await night('2025-12-21');
  expect(await mails('Turnen vereinbart')).toEqual([]);
});

test('who sits in the group since before prices had a unit is followed like the others; staff read it on the list, trainers no money', async () => {
  const id = await group('Turnen von früher');
  const alma = await seated(id, 'Alma', '2008-01-10');
  await server.sql('update enrolment set price_per = null, full_price_cents = null where id = $1', [alma.id]);
  await night('2025-11-21');
  expect(await mails('Turnen von früher')).toHaveLength(1);
  setClock(new Date('2025-11-21T09:00:00Z'));
  const listed = async (role: 'admin' | 'editor' | 'trainer') => {
    const { body } = await (await server.signedIn(role)).get<StaffedList>(`/api/courses/${id}/participants`);
    return body.rows?.map(({ comingPrice }) => plain(comingPrice));
  };
  const words = ['Ab 01.02.2026 kostet es 20,00 € im Monat (Nichtmitglieder)'];
  expect([await listed('admin'), await listed('editor')]).toEqual([words, words]);
  await server.sql(
    `insert into course_trainer (course_id, person_id, role)
     select $1, a.person_id, 'lead' from person_access a join app_user u on u.id = a.user_id where a.relation = 'self' and u.email = 'trainer@rwa.test'`,
    [id],
  );
  expect(await listed('trainer')).toEqual(['']);
  await night('2026-02-01');
  expect(await months(id, '2026-02-28')).toMatchObject({ '2026-01': 1200, '2026-02': 2000 });
});
