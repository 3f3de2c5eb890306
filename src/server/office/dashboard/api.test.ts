import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import type { DashboardCardName } from '#shared/office/dashboard/dashboard.ts';
import type { DashboardFigures } from '#shared/office/dashboard/dashboardFigures.ts';
import type { ReportCockpit } from '#shared/people/report/reportSnapshots.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

type Cards = { name: DashboardCardName; count: number }[];

async function cardsOf(client: Client, query = ''): Promise<Map<DashboardCardName, number>> {
  const { status, body } = await client.get<Cards>(`/api/dashboard${query}`);
  expect(status).toBe(200);
  return new Map(body.map(({ name, count }) => [name, count]));
}

async function one(text: string, values: unknown[] = []): Promise<number> {
  const [row] = await server.sql<{ count: number }>(`select count(*)::int as count ${text}`, values);
  return row?.count ?? 0;
}

test('visitors and readers have no dashboard, and only the board has figures', async () => {
  expect((await server.visitor().get('/api/dashboard')).status).toBe(401);
  expect((await (await server.signedIn('reader')).get('/api/dashboard')).status).toBe(403);
  for (const role of ['reader', 'trainer', 'editor'] as const)
    expect((await (await server.signedIn(role)).get('/api/dashboard/figures')).status).toBe(403);
  const anton = await server.signedIn('admin');
  expect((await anton.get('/api/dashboard/figures')).status).toBe(200);
  expect((await anton.get('/api/dashboard?club=SCB')).status).toBe(404);
  expect((await anton.get('/api/dashboard/figures?club=SCB')).status).toBe(404);
});

test('each role gets the cards for its rights, and no other', async () => {
  const names = async (role: 'trainer' | 'editor' | 'admin' | 'super') => [...(await cardsOf(await server.signedIn(role))).keys()];
  expect(await names('trainer')).toEqual(['sessionsToday', 'sessionsUnmarked', 'openDefects', 'expensesToCheck']);
  expect(await names('editor')).toEqual(
    expect.arrayContaining(['sessionsToday', 'pendingRegistrations', 'coursesUnderMinimum', 'bookingsDisplaced']),
  );
  expect(await names('editor')).not.toEqual(expect.arrayContaining(['unansweredFeedback']));
  expect(await names('admin')).toEqual(
    expect.arrayContaining([
      'unansweredFeedback',
      'bookingsToDecide',
      'wishesToConfirm',
      'wishesToSend',
      'membershipRequests',
      'chargesReturned',
      'chargesOverdue',
      'bankLinesOpen',
      'feeGaps',
      'mandatesLapsing',
      'openShifts',
      'backupOverdue',
    ]),
  );
  expect(await names('super')).toEqual(await names('admin'));
});

test('a feature that is off for a club has no card, and a super counts any club', async () => {
  const alma = await server.signedIn('admin', 'SCB');
  expect([...(await cardsOf(alma)).keys()]).not.toContain('pendingRegistrations');
  const svea = await server.signedIn('super');
  expect((await cardsOf(svea, '?club=SCB')).get('bookingsDisplaced')).toBe((await cardsOf(alma)).get('bookingsDisplaced'));
});

test('the counts equal those of the linked lists, and a trainer sees their own courses only', async () => {
  const today = "(now() at time zone 'Europe/Berlin')::date";
  const sessions = `from course_session s join course c on c.id = s.course_id
    where c.club = 'RWA' and c.status in ('published', 'paused', 'confirmed') and s.local_date = ${today} and s.state <> 'cancelled'`;
  // A session of today in a course of the trainer, and one in a course of somebody else.
  const [till] = await server.sql<{ id: string }>("select id from app_user where email = 'trainer@rwa.test'");
  const add = (whose: 'exists' | 'not exists') =>
    server.sql(
      `insert into course_session (id, course_id, local_date, starts_at, ends_at)
       select gen_random_uuid(), c.id, ${today}, now() + interval '1 minute', now() + interval '2 minutes' from course c
       where c.club = 'RWA' and c.status = 'published' and ${whose} (select 1 from course_trainer t join person_access a using (person_id)
         where t.course_id = c.id and a.user_id = $1 and a.relation = 'self') limit 1 returning course_id`,
      [till?.id],
    );
  expect([...(await add('exists')), ...(await add('not exists'))]).toHaveLength(2);
  const ofTrainer = `${sessions} and exists (select 1 from person_access a where a.user_id = $1 and a.relation = 'self'
    and (a.person_id = s.substitute_person_id or exists (select 1 from course_trainer t where t.course_id = c.id and t.person_id = a.person_id)))`;

  const trainer = await cardsOf(await server.signedIn('trainer'));
  const admin = await cardsOf(await server.signedIn('admin'));
  expect(admin.get('sessionsToday')).toBe(await one(sessions));
  expect(trainer.get('sessionsToday')).toBe(await one(ofTrainer, [till?.id]));
  expect(trainer.get('sessionsToday')).toBeLessThan(admin.get('sessionsToday') ?? 0);

  await server.sql(
    "insert into feedback (club, kind, text, app_version, created_at) values ('RWA', 'club', 'Noch ohne Antwort', 'v2.4', now())",
  );
  expect((await cardsOf(await server.signedIn('admin'))).get('unansweredFeedback')).toBe(
    await one("from feedback where club = 'RWA' and state in ('new', 'in_progress')"),
  );
});

test('the figures count enrolments, attendance and seats week by week', async () => {
  const { body } = await (await server.signedIn('admin')).get<DashboardFigures>('/api/dashboard/figures');
  expect(body.weeks).toHaveLength(12);
  expect(body.weeks.map(({ monday }) => monday)).toEqual(body.weeks.map(({ monday }) => monday).toSorted());
  const present = await one(
    `from attendance a join course_session s on s.id = a.session_id where a.club = 'RWA' and a.state in ('present', 'trial') and s.local_date >= $1`,
    [body.weeks[0]?.monday],
  );
  expect(body.weeks.reduce((sum, week) => sum + week.present, 0)).toBe(present);
  const sum = (of: (week: DashboardFigures['weeks'][number]) => number) => body.weeks.reduce((all, week) => all + of(week), 0);
  const held = await one(
    `from course_session s where s.local_date >= $1 and exists (select from attendance a where a.session_id = s.id and a.club = 'RWA')`,
    [body.weeks[0]?.monday],
  );
  expect([sum((week) => week.held), held > 0]).toEqual([held, true]);
  const joined = await one(
    `from member where club = 'RWA' and status in ('active', 'terminated', 'left') and joined_on between $1 and $1::date + 83`,
    [body.weeks[0]?.monday],
  );
  expect(sum((week) => week.joined)).toBe(joined);
  expect(body.departments.every(({ places }) => places > 0)).toBe(true);
});

test('a seat held by an unverified address is counted as on the page, as long as it is held', async () => {
  const [edda, anton] = [await server.signedIn('editor'), await server.signedIn('admin')];
  const [department] = await server.sql<{ id: string }>(
    "insert into department (id, club, name) values (gen_random_uuid(), 'RWA', 'Abteilung für eine Zahl') returning id",
  );
  const [till] = await server.sql<{ id: string }>(
    "select a.person_id as id from person_access a join app_user u on u.id = a.user_id where u.email = 'trainer@rwa.test' and a.relation = 'self'",
  );
  const startsOn = addDays(localOf(new Date()).date, 60);
  const draft = await edda.post<EditedCourse>('/api/manage/courses', {
    kind: 'course',
    title: 'Zählt jeden Platz',
    departmentId: department?.id,
    startsOn,
    endsOn: addDays(startsOn, 14),
    slots: [{ weekday: 1, startTime: '16:30', endTime: '17:30', place: 'Halle A' }],
    prices: [{ category: 'non_member', cents: 0 }],
    trainers: [{ personId: till?.id, role: 'lead' }],
    contactName: 'Edda Rotmuster',
    contactEmail: 'edda@example.org',
    placesMax: 1000,
  });
  const { id, version } = draft.body;
  expect((await edda.post(`/api/manage/courses/${id}/status`, { to: 'published', version })).status).toBe(200);
  const taken = async () => {
    const { body } = await anton.get<DashboardFigures>('/api/dashboard/figures');
    const { body: listed } = await server.visitor().get<{ free: number }>(`/api/courses/${id}`);
    return [body.departments.find(({ name }) => name === 'Abteilung für eine Zahl')?.taken, 1000 - listed.free];
  };
  expect(await taken()).toEqual([0, 0]);
  const guest = { firstname: 'Jo', lastname: 'Gast', birthDate: '1990-05-04', email: 'jo@example.org', acceptsTerms: true };
  expect((await server.visitor().post(`/api/courses/${id}/guests`, guest)).status).toBe(200);
  expect(await taken()).toEqual([1, 1]);
  setClock(new Date(Date.now() + 31 * 60_000));
  try {
    expect(await taken()).toEqual([0, 0]);
  } finally {
    setClock();
  }
});

test('failed mails are counted as in their list: those of the last 30 days', async () => {
  await server.sql("delete from outbox_mail where state = 'failed'");
  await server.sql(`insert into outbox_mail (kind, club, recipient, subject, body, state, failure, created_at)
    select 'notice', 'RWA', 'a@example.org', 's', '', 'failed', 'server', now() - at from unnest(array[interval '1 day', '29 days', '31 days']) at`);
  const anton = await server.signedIn('admin');
  const { body } = await anton.get<{ counts: { failed: number } }>('/api/mail/outbox?state=failed');
  expect([body.counts.failed, (await cardsOf(anton)).get('mailsFailed')]).toEqual([2, 2]);
  expect([...(await cardsOf(await server.signedIn('editor'))).keys()]).not.toContain('mailsFailed');
});

test('requests for hours are counted as in their list: the dates of a series at one hall are one', async () => {
  const gina = await server.signedIn('admin', 'GSV');
  const asked = async () => (await gina.get<{ total: number }>('/api/bookings/requests?limit=1')).body.total;
  const before = await asked();
  expect((await cardsOf(gina)).get('bookingsToDecide') ?? 0).toBe(before);
  const [series] = await server.sql<{ id: string }>(
    `select b.series_id as id from booking b join facility f on f.id = b.facility_id
     where f.manager_club = 'GSV' and b.series_id is not null and b.starts_at > now()
     group by b.series_id having count(*) filter (where b.state = 'approved') > 2 and count(*) filter (where b.state in ('requested', 'counter_offered')) = 0 limit 1`,
  );
  await server.sql("update booking set state = 'requested' where series_id = $1 and starts_at > now()", [series?.id]);
  server.outdate();
  expect(await asked()).toBeGreaterThan(before);
  expect((await cardsOf(gina)).get('bookingsToDecide')).toBe(await asked());
});

test('a season is an open task for clubs with wishes to confirm, and for its manager with objections', async () => {
  const [round] = await server.sql<{ id: string }>("select id from season where phase = 'consultation' limit 1");
  const [alma, gina] = [await server.signedIn('admin', 'SCB'), await server.signedIn('admin', 'GSV')];
  expect((await cardsOf(gina)).get('objectionsToAnswer')).toBe(
    await one("from objection where season_id = $1 and state = 'open'", [round?.id]),
  );
  expect((await cardsOf(alma)).get('wishesToConfirm')).toBe(0);
  await server.sql("update season set phase = 'open', wishes_until = now() + interval '1 day' where id = $1", [round?.id]);
  await server.sql(
    `update wish set state = 'copied' where id in (select w.id from wish w join organisation o on o.id = w.organisation_id
     where w.season_id = $1 and o.club = 'SCB' limit 2)`,
    [round?.id],
  );
  expect((await cardsOf(alma)).get('wishesToConfirm')).toBe(2);
  expect((await cardsOf(await server.signedIn('admin'))).get('wishesToConfirm')).toBe(0);
  // A club that sent its wishes waits for nothing; one with a draft, or without any, is asked.
  await server.sql("update wish set state = 'submitted' where season_id = $1", [round?.id]);
  const toSend = async () => Promise.all([alma, gina].map(async (who) => (await cardsOf(who)).get('wishesToSend')));
  const [before = 0] = await toSend();
  const isOfScb = "organisation_id = (select id from organisation where club = 'SCB')";
  await server.sql(`update wish set state = 'draft' where id = (select id from wish where season_id = $1 and ${isOfScb} limit 1)`, [
    round?.id,
  ]);
  expect(await toSend()).toEqual([before + 1, 0]);
  await server.sql(`delete from wish where season_id = $1 and ${isOfScb}`, [round?.id]);
  expect(await toSend()).toEqual([before + 1, 0]);
});

/** The count of a card on a day. */
async function countOn(client: Client, day: string, card: DashboardCardName): Promise<number | undefined> {
  const instant = new Date(`${day}T10:00:00Z`);
  setClock(instant);
  // The session's timestamps move with the clock.
  await server.sql(
    "update auth_session set created_at = $1::timestamptz, updated_at = $1::timestamptz, expires_at = $1::timestamptz + interval '1 day'",
    [instant],
  );
  return (await cardsOf(client)).get(card);
}

test('claims that expire with the year are counted in its last two months', async () => {
  const anton = await server.signedIn('admin');
  await server.sql(
    `insert into charge (id, club, reference, person_id, payer_person_id, source, label, cents, due_on, method, state, created_at)
     select gen_random_uuid(), 'RWA', 'RWA-ALT-1', id, id, 'other', 'Vergessen', 100, '2024-12-31', 'transfer', 'open', now() from person where club = 'RWA' limit 1`,
  );
  try {
    const counts = [];
    for (const day of ['2027-10-31', '2027-11-01', '2027-12-31']) counts.push(await countOn(anton, day, 'chargesExpiring'));
    expect(counts).toEqual([0, 1, 1]);
  } finally {
    setClock();
  }
});

test('faults of the report are counted from 1 November until it is submitted, not in summer', async () => {
  const anton = await server.signedIn('admin');
  const at = async (day: string) => countOn(anton, day, 'reportFaults');
  try {
    expect(await at('2027-10-31')).toBe(0);
    const { body } = await anton.get<ReportCockpit>('/api/member-report/cockpit?keyDate=2028-01-01');
    const faults = body.causes.reduce((sum, { count }) => sum + count, 0);
    expect(faults).toBeGreaterThan(0);
    expect([await at('2027-11-01'), await at('2028-02-28'), await at('2028-03-01')]).toEqual([faults, faults, 0]);
    await server.sql(
      `insert into report_snapshot (id, club, key_date, number, adapter, head, totals, rows, left_out, hash, state, made_by, made_at, handed_in_on, handed_in_by)
       values (gen_random_uuid(), 'RWA', '2028-01-01', 1, 'nrw', '{}', '{}', '[]', '[]', '', 'handedIn', 'Anna', now(), '2028-01-05', 'Anna')`,
    );
    // As every write of the product does it.
    await server.sql(
      `insert into collection_version (club, collection, version) values ('RWA', 'members', 1)
       on conflict (club, collection) do update set version = collection_version.version + 1`,
    );
    expect(await at('2028-01-06')).toBe(0);
  } finally {
    setClock();
  }
});

test('the menu asks for what waits for a decision or an answer: the same numbers as on the dashboard, without dates of today and faults of the report', async () => {
  const anton = await server.signedIn('admin');
  const [all, menu] = [await cardsOf(anton), await cardsOf(anton, '?part=menu')];
  expect([...menu].filter(([name, count]) => all.get(name) !== count)).toEqual([]);
  expect([...menu.keys()]).toEqual(expect.arrayContaining(['membershipRequests', 'bookingsToDecide', 'unansweredFeedback']));
  for (const name of ['sessionsToday', 'reportFaults', 'chargesOverdue'] as const) expect(menu.has(name)).toBe(false);
  expect([...(await cardsOf(await server.signedIn('trainer'), '?part=menu')).keys()]).toEqual(['openDefects', 'expensesToCheck']);
});

test('a gap of the order of fees stands on the dashboard of the board until a rule closes it', async () => {
  const anton = await server.signedIn('admin');
  await server.sql(`delete from fee_rule where club = 'RWA' and not exists (select 1 from charge where source_id = fee_rule.id)`);
  await server.sql(`update fee_rule set layer = 'entry', department_id = null, due_minutes = null where club = 'RWA'`);
  const gaps = async () => (await cardsOf(anton)).get('feeGaps');
  // Without any base rule there is no order yet: the first steps say so.
  expect(await gaps()).toBe(0);
  const rule = { layer: 'base', name: 'Erwachsene', ageFrom: 18, validFrom: '2020-01-01', rhythm: 'year', cents: 12000 };
  expect((await anton.post('/api/fee-rules', rule)).status).toBe(200);
  expect(await gaps()).toBe(1);
  expect((await anton.post('/api/fee-rules', { ...rule, name: 'Kinder', ageFrom: null, ageTo: 17 })).status).toBe(200);
  expect(await gaps()).toBe(0);
  expect((await cardsOf(await server.signedIn('editor'))).has('feeGaps')).toBe(false);
});
