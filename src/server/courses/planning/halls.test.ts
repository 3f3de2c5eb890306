import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EditedCourse } from '#shared/courses/courseShapes.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { makeHall, overlaps, requestedAt, type Hall } from '#test/halls.ts';
import { startServer, testTime, type Answer, type Client, type TestServer } from '#test/harness.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { planEndless } from './planning.ts';

let server: TestServer;
let edda: Client;
let trainerId: string;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  edda = await server.signedIn('editor');
  const till = await server.signedIn('trainer');
  trainerId = (await till.get<OwnPerson[]>('/api/people/mine')).body[0]?.id ?? '';
});
afterAll(async () => {
  setClock();
  await server.close();
});

type Course = EditedCourse & Pick<ProblemBody, 'code' | 'fields'>;
const monday = { weekday: 1, startTime: '18:00', endTime: '19:30' };
const inHall = ({ id, unitIds }: Hall, change: object = {}) => ({ ...monday, facilityId: id, unitIds: unitIds.slice(0, 1), ...change });
const fields = (slot: object) => ({
  kind: 'course',
  title: 'Yoga',
  startsOn: '2027-01-11',
  endsOn: '2027-02-02',
  slots: [slot],
  prices: [{ category: 'non_member', cents: 6000 }],
  trainers: [{ personId: trainerId, role: 'lead' }],
  contactName: 'Edda Rotmuster',
  contactEmail: 'edda@example.org',
});
const setStatus = ({ id, version }: { id: string; version: number }, to: string, more: object = {}) =>
  edda.post<Course>(`/api/manage/courses/${id}/status`, { to, version, ...more });
const create = async (slot: object) => (await edda.post<Course>('/api/manage/courses', fields(slot))).body;
const published = async (slot: object) => (await setStatus(await create(slot), 'published')).body;
const reread = async ({ id }: { id: string }) => (await edda.get<Course>(`/api/manage/courses/${id}`)).body;
const statesOf = ({ sessions }: EditedCourse) => sessions.map(({ hall }) => hall?.state);
const bookingsOf = (hall: Hall) =>
  server.sql<{ day: string; state: string; series: string | null; time: string }>(
    `select local_date::text as day, state, series_id as series, to_char(starts_at at time zone 'Europe/Berlin', 'HH24:MI') as time
     from booking where facility_id = $1 order by starts_at, created_at`,
    [hall.id],
  );
const move = (id: string | undefined, wish: object, client = edda): Promise<Answer<Pick<ProblemBody, 'code' | 'fields'>>> =>
  client.post(`/api/sessions/${id}/move`, { date: '2027-01-12', startTime: '18:00', endTime: '19:30', ...wish });

test('a draft only checks whether its hall is free; publishing books every session, in one series, and the page shows the hall', async () => {
  const hall = await makeHall(server, 'RWA', { needs_approval: false });
  const draft = await create(inHall(hall));
  expect(statesOf(draft)).toEqual(['free', 'free', 'free', 'free']);
  expect(await bookingsOf(hall)).toEqual([]);
  const course = (await setStatus(draft, 'published')).body;
  expect(statesOf(course)).toEqual(['booked', 'booked', 'booked', 'booked']);
  const bookings = await bookingsOf(hall);
  expect(bookings.map(({ day, state, time }) => `${day} ${time} ${state}`)).toEqual([
    '2027-01-11 18:00 approved',
    '2027-01-18 18:00 approved',
    '2027-01-25 18:00 approved',
    '2027-02-01 18:00 approved',
  ]);
  expect(new Set(bookings.map(({ series }) => series)).size).toBe(1);
  const page = await server.visitor().get<{ sessions: { place: string }[] }>(`/api/courses/${course.id}`);
  expect(page.body.sessions[0]?.place).toMatch(/^Halle halle-.*, Teil 1$/);
});

test('another draft that plans the same hall at an overlapping time is named while typing, with its number of dates; not the offer itself', async () => {
  const hall = await makeHall(server, 'RWA', { needs_approval: false });
  const draft = await create(inHall(hall));
  const { startsOn, endsOn } = fields({});
  const asked = async (slot: object, except?: string) =>
    (
      await edda.post<{ drafts: object[] }>('/api/manage/course-dates', {
        startsOn,
        endsOn,
        holidayMode: 'skip_both',
        slots: [{ place: '', ...slot }],
        ...(except && { except }),
      })
    ).body.drafts;
  expect(await asked(inHall(hall, { startTime: '19:00', endTime: '20:00' }))).toEqual([
    { id: draft.id, title: 'Yoga', dates: 4, firstOn: '2027-01-11' },
  ]);
  expect(await asked(inHall(hall), draft.id)).toEqual([]);
  // Back to back, on another day, and in another part there is no overlap.
  expect(await asked(inHall(hall, { startTime: '19:30', endTime: '20:30' }))).toEqual([]);
  expect(await asked(inHall(hall, { weekday: 2 }))).toEqual([]);
  expect(await asked(inHall(hall, { unitIds: hall.unitIds.slice(1, 2) }))).toEqual([]);
  // What is published holds its hall, which the check for free halls tells.
  await setStatus(draft, 'published');
  expect(await asked(inHall(hall))).toEqual([]);
});

test('the list "without a hall" holds what has a coming date without place, and what was published without getting its hall', async () => {
  const hall = await makeHall(server, 'RWA', { needs_approval: false });
  const nowhere = { ...monday, place: '', facilityId: null, unitIds: [] };
  const [lost, outside, first, second, called] = [
    await create(nowhere),
    await create({ ...nowhere, place: 'Stadtpark' }),
    await published(inHall(hall)),
    await published(inHall(hall)),
    await create(nowhere),
  ];
  await setStatus(called, 'cancelled', { cancelReason: 'no_trainer', reason: 'krank' });
  const { rows } = (await edda.get<{ rows: { id: string }[] }>('/api/manage/courses?status=hallless')).body;
  const listed = [lost, outside, first, second, called].map(({ id }) => rows.some((row) => row.id === id));
  expect(listed).toEqual([true, false, false, true, false]);
});

test('a session whose hall is occupied has none and shows the holder; back to back both fit, and the other sessions are booked', async () => {
  const hall = await makeHall(server, 'RWA', { needs_approval: false });
  await edda.post('/api/bookings', {
    facilityId: hall.id,
    unitIds: hall.unitIds.slice(0, 1),
    title: 'Handballturnier',
    kind: 'match',
    date: '2027-01-18',
    startTime: '17:00',
    endTime: '19:00',
  });
  const course = await published(inHall(hall));
  expect(statesOf(course)).toEqual(['booked', 'missing', 'booked', 'booked']);
  expect(course.sessions[1]?.hall?.reason).toBe('Belegt am 18.01.2027, 17:00–19:00 Uhr: RWA, Handballturnier');
  const later = await published(inHall(hall, { startTime: '19:30', endTime: '20:30' }));
  expect(statesOf(later)).toEqual(['booked', 'booked', 'booked', 'booked']);
  expect(await overlaps(server)).toBe(0);
});

test('a moved session takes its hall along, or is left unchanged; the weekly rule creates no second one at its old place', async () => {
  const hall = await makeHall(server, 'RWA', { needs_approval: false });
  const other = await makeHall(server, 'RWA', { needs_approval: false, units: 1 });
  const course = await published({ ...inHall(hall), startTime: '18:00' });
  await published(inHall(hall, { weekday: 2 }));
  const [first, second] = course.sessions;
  const taken = await move(first?.id, { facilityId: hall.id, unitIds: hall.unitIds.slice(0, 1) });
  expect([taken.status, taken.body.code, taken.body.fields?.[0]?.message]).toEqual([
    409,
    'occupied',
    'Belegt am 12.01.2027, 18:00–19:30 Uhr: RWA, Yoga',
  ]);
  expect((await reread(course)).sessions[0]).toMatchObject({ localDate: '2027-01-11', state: 'planned', hall: { state: 'booked' } });

  expect((await move(first?.id, { facilityId: other.id, unitIds: other.unitIds })).status).toBe(200);
  const moved = await reread(course);
  expect(moved.sessions[0]).toMatchObject({ localDate: '2027-01-12', state: 'moved', hall: { facilityId: other.id, state: 'booked' } });
  expect((await bookingsOf(hall)).find(({ day }) => day === '2027-01-11')?.state).toBe('cancelled');
  // Without a hall the place text applies.
  expect((await move(second?.id, { date: '2027-01-19', place: 'Stadtpark' })).status).toBe(200);
  const update = await edda.send<Course>('PUT', `/api/manage/courses/${course.id}`, {
    ...fields(inHall(hall)),
    number: course.number,
    version: moved.version,
    endsOn: '2027-02-09',
  });
  expect(update.body.sessions.map(({ localDate, place }) => `${localDate} ${place === 'Stadtpark'}`)).toEqual([
    '2027-01-12 false',
    '2027-01-19 true',
    '2027-01-25 false',
    '2027-02-01 false',
    '2027-02-08 false',
  ]);
  expect(statesOf(update.body)).toEqual(['booked', undefined, 'booked', 'booked', 'booked']);
});

test('other weekly times move the bookings from that day on; past and other sessions are kept', async () => {
  const hall = await makeHall(server, 'RWA', { needs_approval: false });
  const course = await published(inHall(hall));
  const changed = await edda.send<Course>('PUT', `/api/manage/courses/${course.id}`, {
    ...fields(inHall(hall, { startTime: '19:00', endTime: '20:00' })),
    number: course.number,
    version: course.version,
    slotsFrom: '2027-01-20',
  });
  expect(statesOf(changed.body)).toEqual(['booked', 'booked', 'booked', 'booked']);
  const live = (await bookingsOf(hall)).filter(({ state }) => state === 'approved');
  expect(live.map(({ day, time }) => `${day} ${time}`)).toEqual([
    '2027-01-11 18:00',
    '2027-01-18 18:00',
    '2027-01-25 19:00',
    '2027-02-01 19:00',
  ]);
});

test('at a hall of the town the sessions are requested as one series; approved they are booked, rejected the reason is shown at the session', async () => {
  const hall = await makeHall(server, 'GSV');
  const course = await published(inHall(hall));
  expect(statesOf(course)).toEqual(['requested', 'requested', 'requested', 'requested']);
  const armin = await server.signedIn('admin', 'GSV');
  const waiting = await requestedAt(armin, hall.id);
  const decide = (id: string | undefined, body: object) =>
    armin.post(`/api/bookings/${id}/decision`, { scope: 'one', onlyFree: false, reason: '', ...body });
  await decide(waiting[0]?.id, { action: 'reject', reason: 'Stadtfest' });
  await decide(waiting[1]?.id, { action: 'approve', scope: 'all' });
  const after = await reread(course);
  expect(statesOf(after)).toEqual(['missing', 'booked', 'booked', 'booked']);
  expect(after.sessions[0]?.hall?.reason).toBe('Die Anfrage wurde abgelehnt: Stadtfest');
});

test('a rejected or displaced session is booked again: in another hall, and in the same one once it is open again', async () => {
  const hall = await makeHall(server, 'GSV');
  const other = await makeHall(server, 'RWA', { needs_approval: false, units: 1 });
  const course = await published(inHall(hall));
  const armin = await server.signedIn('admin', 'GSV');
  const decide = (id: string | undefined, body: object) =>
    armin.post(`/api/bookings/${id}/decision`, { scope: 'one', onlyFree: false, reason: '', ...body });
  const [first, second] = await requestedAt(armin, hall.id);
  await decide(first?.id, { action: 'reject', reason: 'Stadtfest' });
  await decide(second?.id, { action: 'approve', scope: 'all' });
  const range = { facilityId: hall.id, startsOn: '2027-01-18', endsOn: '2027-01-18' };
  const closure = (await armin.post<{ id: string; displaced: number }>('/api/closures', { ...range, name: 'Bodenarbeiten' })).body;
  expect(closure.displaced).toBe(1);
  const before = await reread(course);
  expect(statesOf(before)).toEqual(['missing', 'missing', 'booked', 'booked']);

  const time = { startTime: '18:00', endTime: '19:30' };
  const elsewhere = { ...time, facilityId: other.id, unitIds: other.unitIds };
  expect((await move(before.sessions[0]?.id, { ...elsewhere, date: '2027-01-11' })).status).toBe(200);
  const back = { ...time, facilityId: hall.id, unitIds: hall.unitIds.slice(0, 1), date: '2027-01-18' };
  const shut = await move(before.sessions[1]?.id, back);
  expect([shut.status, shut.body.fields?.[0]?.message]).toEqual([409, expect.stringContaining('Bodenarbeiten')]);
  expect((await armin.send('DELETE', `/api/calendar/rules/${closure.id}`)).status).toBe(200);
  expect((await move(before.sessions[1]?.id, back)).status).toBe(200);
  expect(statesOf(await reread(course))).toEqual(['booked', 'requested', 'booked', 'booked']);
  await decide((await requestedAt(armin, hall.id))[0]?.id, { action: 'approve' });
  const after = await reread(course);
  expect(statesOf(after)).toEqual(['booked', 'booked', 'booked', 'booked']);
  expect(after.sessions[0]?.hall?.facilityId).toBe(other.id);
  expect(await overlaps(server)).toBe(0);
});

test('a displaced session waits for a hall until it is moved or called off, and what was decided does not come back', async () => {
  const hall = await makeHall(server, 'RWA');
  const other = await makeHall(server, 'RWA', { units: 1 });
  const course = await published(inHall(hall));
  const anton = await server.signedIn('admin');
  const range = { facilityId: hall.id, startsOn: '2027-01-11', endsOn: '2027-01-25' };
  const closure = (await anton.post<{ id: string; displaced: number }>('/api/closures', { ...range, name: 'Rohrbruch' })).body;
  expect(closure.displaced).toBe(3);
  const states = async () => (await bookingsOf(hall)).map(({ state }) => state);
  expect(await states()).toEqual(['displaced', 'displaced', 'displaced', 'approved']);
  expect((await reread(course)).sessions[0]?.hall).toMatchObject({
    state: 'missing',
    isClosed: true,
    reason: 'Die Halle ist gesperrt: Rohrbruch',
  });
  const [first, second, third] = (await reread(course)).sessions;
  const elsewhere = { date: '2027-01-11', facilityId: other.id, unitIds: other.unitIds, startTime: '18:00', endTime: '19:30' };
  expect((await move(first?.id, elsewhere)).status).toBe(200);
  expect((await edda.post(`/api/sessions/${second?.id}/cancellation`, { reason: 'Halle gesperrt' })).status).toBe(200);
  expect(await states()).toEqual(['cancelled', 'cancelled', 'displaced', 'approved']);
  // The club gives the third its place in the plan, and the session follows.
  const [row] = await server.sql<{ id: string; version: number }>(
    'select b.id, b.version from booking b join course_session s on s.booking_id = b.id where s.id = $1',
    [third?.id],
  );
  const change = { ...elsewhere, title: 'Yoga', kind: 'course', date: '2027-01-25', scope: 'one', version: row?.version };
  expect((await anton.send('PUT', `/api/bookings/${row?.id}`, change)).status).toBe(200);
  expect((await anton.send('DELETE', `/api/calendar/rules/${closure.id}`, { dates: 'follow' })).status).toBe(200);
  expect(await states()).toEqual(['cancelled', 'cancelled', 'approved']);
  const after = await reread(course);
  expect(after.sessions.map(({ state, hall: at }) => [state, at?.facilityId, at?.state])).toEqual([
    ['moved', other.id, 'booked'],
    ['cancelled', undefined, undefined],
    ['moved', other.id, 'booked'],
    ['planned', hall.id, 'booked'],
  ]);
  expect(await overlaps(server)).toBe(0);
});

test('an accepted counter-offer moves the session with its hall; the other sessions are kept', async () => {
  const hall = await makeHall(server, 'GSV');
  const other = await makeHall(server, 'GSV', { units: 1 });
  const course = await published(inHall(hall));
  const armin = await server.signedIn('admin', 'GSV');
  const [id] = (await server.sql<{ id: string }>('select id from booking where facility_id = $1 order by starts_at', [hall.id])).map(
    (row) => row.id,
  );
  const offer = { facilityId: other.id, unitIds: other.unitIds, startTime: '19:00', endTime: '20:00' };
  const body = { action: 'offer', scope: 'one', onlyFree: false, reason: 'Bühnenaufbau', offer };
  expect((await armin.post(`/api/bookings/${id}/decision`, body)).status).toBe(200);
  expect((await edda.post(`/api/bookings/${id}/answer`, { isAccepted: true, scope: 'one' })).status).toBe(200);
  const [first, second] = (await reread(course)).sessions;
  expect(first).toMatchObject({ state: 'moved', place: expect.stringMatching(/^Halle halle-/) });
  expect(first?.hall).toMatchObject({ facilityId: other.id, state: 'booked' });
  expect(first?.startsAt).toBe('2027-01-11T18:00:00.000Z');
  expect(second).toMatchObject({ state: 'planned', hall: { state: 'requested', facilityId: hall.id } });
});

test("moving a course's booking in the plan moves its session, here and in another hall", async () => {
  const [hall, other] = [await makeHall(server, 'RWA'), await makeHall(server, 'RWA')];
  const course = await published(inHall(hall));
  const rows = await server.sql<{ id: string; version: number }>(
    'select id, version from booking where facility_id = $1 order by starts_at',
    [hall.id],
  );
  const anton = await server.signedIn('admin');
  const change = (one: (typeof rows)[number] | undefined, more: object) =>
    anton.send('PUT', `/api/bookings/${one?.id}`, { title: 'Yoga', kind: 'course', version: one?.version, ...more });
  const elsewhere = {
    facilityId: other.id,
    unitIds: other.unitIds,
    date: '2027-01-12',
    startTime: '17:00',
    endTime: '18:30',
    scope: 'one',
  };
  expect((await change(rows[0], elsewhere)).status).toBe(200);
  const later = { unitIds: hall.unitIds.slice(0, 1), date: '2027-01-25', startTime: '18:00', endTime: '19:30', scope: 'following' };
  expect((await change(rows[1], later)).status).toBe(200);
  const after = (await reread(course)).sessions;
  expect(after.map(({ startsAt, hall: at }) => [startsAt, at?.facilityId])).toEqual([
    ['2027-01-12T16:00:00.000Z', other.id],
    ['2027-01-25T17:00:00.000Z', hall.id],
    ['2027-02-01T17:00:00.000Z', hall.id],
    ['2027-02-08T17:00:00.000Z', hall.id],
  ]);
});

test('in a hall of the town a course session keeps its time until the managers approve another, and then moves', async () => {
  const hall = await makeHall(server, 'GSV');
  const course = await published(inHall(hall));
  const armin = await server.signedIn('admin', 'GSV');
  const promise = async (of: string) => {
    const [one] = await server.sql<{ id: string }>(`select id from booking where facility_id = $1 and ${of} order by starts_at limit 1`, [
      hall.id,
    ]);
    const decision = { action: 'approve', scope: 'all', onlyFree: false, reason: '' };
    expect((await armin.post(`/api/bookings/${one?.id}/decision`, decision)).status).toBe(200);
  };
  await promise("state = 'requested'");
  const [hour] = await server.sql<{ id: string; version: number }>(
    'select id, version from booking where facility_id = $1 order by starts_at limit 1',
    [hall.id],
  );
  const anton = await server.signedIn('admin');
  const wish = {
    title: 'Yoga',
    kind: 'course',
    unitIds: hall.unitIds.slice(0, 1),
    date: '2027-01-12',
    startTime: '17:00',
    endTime: '18:30',
  };
  const asked = await anton.send('PUT', `/api/bookings/${hour?.id}`, { ...wish, scope: 'one', version: hour?.version });
  expect(asked.body).toEqual({ changed: 1, asked: 1 });
  expect((await reread(course)).sessions[0]).toMatchObject({ localDate: '2027-01-11', state: 'planned', hall: { state: 'booked' } });
  await promise('replaces_id is not null');
  const [first] = (await reread(course)).sessions;
  expect(first).toMatchObject({ startsAt: '2027-01-12T16:00:00.000Z', state: 'moved', hall: { state: 'booked' } });
});

test('a session cancelled by its trainer frees the hall for other clubs; a cancelled course frees all its halls at once', async () => {
  const hall = await makeHall(server, 'GSV', { needs_approval: false });
  const course = await published(inHall(hall));
  const till = await server.signedIn('trainer');
  expect((await till.post(`/api/sessions/${course.sessions[0]?.id}/cancellation`, { reason: 'Krank' })).status).toBe(200);
  expect((await bookingsOf(hall))[0]).toMatchObject({ day: '2027-01-11', state: 'released' });
  expect(await server.latestMail('admin@scb.test')).toContain('11.01.2027, 18:00–19:30 Uhr');
  const cancelled = await setStatus(await reread(course), 'cancelled', { cancelReason: 'weather' });
  expect(cancelled.status).toBe(200);
  expect((await bookingsOf(hall)).map(({ state }) => state)).toEqual(['released', 'cancelled', 'cancelled', 'cancelled']);
  const [busy] = await server.sql<{ count: number }>(
    'select count(*)::int as count from occupancy o join booking b on b.id = o.booking_id where b.facility_id = $1 and o.blocking',
    [hall.id],
  );
  expect(busy?.count).toBe(0);
  const again = await setStatus(cancelled.body, 'published');
  expect(again.body).toMatchObject({ status: 'published' });
  expect(statesOf(again.body).slice(1)).toEqual(['booked', 'booked', 'booked']);
});

test("for an occupied time in the town's hall the other club is asked, and the request is in the plan", async () => {
  const hall = await makeHall(server, 'GSV', { needs_approval: false });
  const emil = await server.signedIn('editor', 'SCB');
  const taken = { facilityId: hall.id, unitIds: hall.unitIds, title: 'Turnen', kind: 'training', date: '2027-01-11' };
  await emil.post('/api/bookings', { ...taken, startTime: '18:00', endTime: '19:30' });
  const course = await published(inHall(hall));
  expect(course.sessions[0]?.hall?.reason).toBe('Belegt am 11.01.2027, 18:00–19:30 Uhr: SCB');
  const ask = (client: Client) => client.post(`/api/sessions/${course.sessions[0]?.id}/hall`);
  expect((await ask(await server.signedIn('trainer'))).status).toBe(403);
  expect((await ask(emil)).status).toBe(404);
  expect((await ask(edda)).status).toBe(200);
  expect(statesOf(await reread(course))).toEqual(['requested', 'booked', 'booked', 'booked']);
  expect(await server.latestMail('admin@scb.test')).toContain('RWA fragt, ob Sie diese Zeit freigeben können');
  expect((await ask(edda)).status).toBe(409);
});

test('a hall of another club, an invalid unit, a move without the right: refused at the field, and nothing is written', async () => {
  const theirs = await makeHall(server, 'SCB');
  const own = await makeHall(server, 'RWA', { needs_approval: false });
  const refused = await edda.post<Course>('/api/manage/courses', fields(inHall(theirs)));
  expect([refused.status, refused.body.fields?.[0]?.path]).toEqual([422, 'slots.0.facilityId']);
  const strange = await edda.post<Course>('/api/manage/courses', fields({ ...inHall(own), unitIds: theirs.unitIds }));
  expect([strange.status, strange.body.fields?.[0]?.path]).toEqual([422, 'slots.0.facilityId']);
  const course = await published(inHall(own));
  const [first] = course.sessions;
  const wish = { facilityId: own.id, unitIds: own.unitIds };
  expect((await move(first?.id, wish, server.visitor())).status).toBe(401);
  for (const role of ['reader', 'trainer'] as const) expect((await move(first?.id, wish, await server.signedIn(role))).status).toBe(403);
  expect((await move(first?.id, wish, await server.signedIn('admin', 'SCB'))).status).toBe(404);
  expect((await move(first?.id, { startTime: '23:00', endTime: '23:30', ...wish })).body.fields?.[0]?.message).toContain('geöffnet');
  expect((await reread(course)).sessions[0]).toMatchObject({ localDate: '2027-01-11', state: 'planned' });
});

test('the effects of a course on bookings are in the audit log of its club, with author and number of dates', async () => {
  const log = (hall: Hall) =>
    server.sql<{ name: string; content: string; action: string; actor: string | null }>(
      "select name, content, action, actor_id as actor from audit where entity = 'facilities' and content like $1 order by id",
      [`%Halle ${hall.slug}%`],
    );
  const hall = await makeHall(server, 'RWA', { needs_approval: false });
  const course = await published(inHall(hall));
  const till = await server.signedIn('trainer');
  expect((await till.post(`/api/sessions/${course.sessions[0]?.id}/cancellation`, { reason: 'Krank' })).status).toBe(200);
  expect((await setStatus(await reread(course), 'cancelled', { cancelReason: 'weather' })).status).toBe(200);
  const entries = await log(hall);
  expect(entries.map(({ content, action }) => `${action} ${content.split(`: Halle ${hall.slug}`).join(' |')}`)).toEqual([
    'bookings.create Gebucht (4 Termine, ab) |, 11.01.2027, 18:00–19:30',
    'bookings.cancel Stunde freigegeben |, 11.01.2027, 18:00–19:30',
    'bookings.cancel Buchung abgesagt (3 Termine, ab) |, 18.01.2027, 18:00–19:30',
  ]);
  expect(entries.map(({ actor }) => actor === null)).toEqual([false, false, false]);
  expect(entries[0]?.name).toBe(entries[2]?.name);
  expect(entries[1]?.name).not.toBe(entries[0]?.name);

  const ofTown = await makeHall(server, 'GSV');
  const asked = await published(inHall(ofTown));
  expect((await till.post(`/api/sessions/${asked.sessions[0]?.id}/cancellation`, { reason: 'Krank' })).status).toBe(200);
  expect((await log(ofTown)).map(({ content }) => content.split(':')[0])).toEqual(['Angefragt (4 Termine, ab)', 'Anfrage zurückgezogen']);
});

test('the nightly planning of a group without an end also books its hall', async () => {
  const hall = await makeHall(server, 'RWA', { needs_approval: false });
  const draft = await edda.post<Course>('/api/manage/courses', { ...fields(inHall(hall)), kind: 'permanent', endsOn: null });
  const course = (await setStatus(draft.body, 'published')).body;
  const late = 'from course_session where course_id = $1 and local_date > $2';
  const after = [course.id, '2027-03-01'];
  await server.sql(`delete from booking where id in (select booking_id ${late})`, after);
  await server.sql(`delete ${late}`, after);
  await planEndless(server);
  const planned = await reread(course);
  expect(planned.sessions.length).toBe(course.sessions.length);
  expect(new Set(statesOf(planned))).toEqual(new Set(['booked']));
  expect(await overlaps(server)).toBe(0);
});

test('a session cannot move into a hall of another club, with or without a location', async () => {
  const own = await makeHall(server, 'RWA', { needs_approval: false });
  const foreign = await makeHall(server, 'SCB', { needs_approval: false });
  const [session] = (await published(inHall(own))).sessions;
  for (const place of ['', 'Halle der anderen']) {
    const refused = await move(session?.id, { facilityId: foreign.id, unitIds: foreign.unitIds.slice(0, 1), place });
    expect([place, refused.status, refused.body.fields]).toEqual([
      place,
      422,
      [{ path: 'facilityId', message: 'Diese Sportstätte gibt es für den Verein nicht.' }],
    ]);
  }
  expect(await bookingsOf(foreign)).toEqual([]);
});
