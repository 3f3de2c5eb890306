import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addDays, instantOf, localOf } from '#shared/kernel/calendar.ts';
import { clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import type { Candidate, OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import type { HelperListView } from '#shared/helpers/helperListShapes.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { unseal } from '#server/platform/database/sealing.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterEach(() => server.sql("update club set has_participations = (name = 'RWA'), has_operationals = (name = 'RWA')"));
afterAll(() => server.close());

const day = addDays(localOf(new Date()).date, 20);
let made = 0;

async function makeCourse(club: ClubName = 'RWA'): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, places_max, starts_on, status, requires_guardian, created_at, updated_at)
     values ($1, $2, $3, $3, 'course', 'Probe', 5, $4, 'published', true, now(), now())`,
    [id, club, `ort-${++made}`, day],
  );
  for (const [category, cents] of Object.entries({ member: 1000, partner_member: 2000, non_member: 3000 }))
    await server.sql('insert into course_price (course_id, category, cents) values ($1, $2, $3)', [id, category, cents]);
  return id;
}

async function makeEvent(change: { is_members_only?: boolean } = {}): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into event (id, club, title, kind, state, starts_at, ends_at, registration, places_max, is_members_only)
     values ($1, 'RWA', 'Fest', 'camp', 'published', $2, $3, 'open', 5, $4)`,
    [id, instantOf(day, '10:00'), instantOf(day, '12:00'), change.is_members_only ?? false],
  );
  return id;
}

/** Creates an open helper list of RWA with one shift, accessible by link. */
async function makeHelperList(): Promise<HelperListView> {
  const anton = await server.signedIn('admin');
  const list = (await anton.post<HelperListView>('/api/operationals', { title: 'Fest', startsOn: day, endsOn: day, visibility: 'link' }))
    .body;
  const shift = { task: 'Grill', startsAt: instantOf(day, '10:00'), endsAt: instantOf(day, '12:00'), needed: 9 };
  const { version } = (await anton.post<HelperListView>(`/api/operationals/${list.id}/shifts`, shift)).body;
  return (await anton.send<HelperListView>('PUT', `/api/operationals/${list.id}/state`, { state: 'open', version })).body;
}

const guest = (name: string) => ({
  firstname: name,
  lastname: 'Gast',
  birthDate: '1990-01-01',
  email: `${name.toLowerCase()}@example.org`,
  acceptsTerms: true,
});
const seatsOf = (id: string) =>
  server.sql<{ club: string; state: string; email: string | null }>(
    'select club, state, contact_email as email from enrolment where coalesce(course_id, event_id) = $1 order by registered_at',
    [id],
  );
/** An SCB account on the site of the given club. */
async function ruben(host: ClubName): Promise<Client> {
  const client = server.visitor(host);
  await client.signIn('reader@scb.test');
  return client;
}
async function child(client: Client, club: ClubName, firstname: string): Promise<OwnPerson> {
  const values = { club, relation: 'guardian', firstname, lastname: 'Blaumuster', birthDate: '2016-05-04', gender: 'w' };
  return (await client.post<OwnPerson>('/api/people/mine', values)).body;
}

test.each(clubNames)('a guest on the host of %s enrols in a course, an event and a helper list of RWA', async (host) => {
  const [course, event, list] = [await makeCourse(), await makeEvent(), await makeHelperList()];
  const visitor = server.visitor(host);
  for (const path of [`courses/${course}`, `events/${event}`]) {
    const name = `Gast${host}${path.slice(0, 6)}`;
    expect([path, (await visitor.post(`/api/${path}/guests`, guest(name))).status]).toEqual([path, 200]);
    const mail = await server.latestMail(guest(name).email);
    const token = /registration\/([\w-]+)/.exec(mail)?.[1] ?? '';
    // The link points to the site of the offer's club, but works on every host.
    expect(mail).toContain('rwa.localhost');
    expect((await visitor.post<OwnEnrolment>(`/api/registrations/${token}`, { action: 'confirm' })).body.state).toBe('confirmed');
  }
  expect((await seatsOf(course)).map(({ club, state }) => [club, state])).toEqual([['RWA', 'confirmed']]);
  const helper = { name: 'Hilde Gast', email: `hilde-${host}@example.org`.toLowerCase() };
  expect((await visitor.get(`/api/helpers/${list.token}`)).status).toBe(200);
  const taken = await visitor.post<{ state: string }>(`/api/helpers/${list.token}/shifts/${list.shifts[0]?.id}`, helper);
  expect([taken.status, taken.body.state]).toEqual([200, 'unverified']);
});

test.each(clubNames)('with the feature off at RWA nobody enrols from the host of %s, whatever that club has on', async (host) => {
  const [course, event, list] = [await makeCourse(), await makeEvent(), await makeHelperList()];
  await server.sql("update club set has_participations = (name <> 'RWA'), has_operationals = (name <> 'RWA')");
  for (const client of [server.visitor(host), await ruben(host), await server.signedIn('super')]) {
    const answers = [
      await client.get(`/api/courses/${course}/candidates`),
      await client.post(`/api/courses/${course}/guests`, guest(`Zu${++made}`)),
      await client.post(`/api/events/${event}/guests`, guest(`Zu${++made}`)),
      await client.get(`/api/helpers/${list.token}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  }
  expect([...(await seatsOf(course)), ...(await seatsOf(event))]).toEqual([]);
});

test('with the feature off the staff of RWA keep no lists either', async () => {
  const [session] = await server.sql<{ id: string }>(
    "select s.id from course_session s join course c on c.id = s.course_id where c.club = 'RWA' limit 1",
  );
  const till = await server.signedIn('trainer');
  const person = { firstname: 'Schnupper', lastname: 'Gast' };
  await server.sql("update club set has_participations = false where name = 'RWA'");
  const answers = [
    await till.post(`/api/sessions/${session?.id}/walk-ins`, { person }),
    await till.get(`/api/sessions/${session?.id}/attendance`),
    await till.post(`/api/sessions/${session?.id}/closing`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(await server.sql("select 1 from person where firstname = 'Schnupper'")).toEqual([]);
});

test.each(clubNames)('a family known to SCB enrols in a course of RWA from the host of %s, created once as people of RWA', async (host) => {
  const [course, other] = [await makeCourse(), await makeCourse()];
  const client = await ruben(host);
  const mia = await child(client, 'SCB', `Mia${host}`);
  const known = (await client.get<Candidate[]>(`/api/courses/${course}/candidates`)).body;
  expect(known.find(({ personId }) => personId === mia.id)).toMatchObject({ isNewHere: true, reasons: [], relation: 'guardian' });
  const place = { personIds: [mia.id], acceptsTerms: true, healthNotes: { [mia.id]: 'Asthma' }, allowsHealthNotes: true };
  expect((await client.post(`/api/courses/${course}/registrations`, place)).body).toMatchObject([{ state: 'confirmed' }]);
  const written = async () => {
    const rows = await server.sql<{ club: string; birth: string; relation: string; note: string | null }>(
      `select p.club, p.birth_date::text as birth, a.relation, n.health_note as note from person p
       join person_access a on a.person_id = p.id left join care_note n on n.person_id = p.id
       where p.firstname = $1 order by p.club`,
      [`Mia${host}`],
    );
    return rows.map((row) => ({ ...row, note: row.note && unseal('care_note.health_note', row.note) }));
  };
  const once = [
    { club: 'RWA', birth: '2016-05-04', relation: 'guardian', note: 'Asthma' },
    { club: 'SCB', birth: '2016-05-04', relation: 'guardian', note: null },
  ];
  expect(await written()).toEqual(once);
  // The next order finds the person there, under either id; enrolling twice in the same course is refused.
  const [here, ...more] = (await client.get<Candidate[]>(`/api/courses/${other}/candidates`)).body.filter(({ name }) =>
    name.startsWith(`Mia${host}`),
  );
  expect([here?.isNewHere, here?.personId === mia.id, more]).toEqual([false, false, []]);
  const again = await client.post(`/api/courses/${course}/registrations`, { personIds: [mia.id], acceptsTerms: true });
  expect([again.status, again.body.code]).toEqual([409, 'already-registered']);
  expect((await client.post(`/api/courses/${other}/registrations`, { personIds: [mia.id], acceptsTerms: true })).status).toBe(200);
  expect((await written()).length).toBe(2);
  const [seat] = await server.sql<{ club: string }>(
    'select p.club from enrolment e join person p on p.id = e.person_id where e.course_id = $1',
    [other],
  );
  expect(seat?.club).toBe('RWA');
});

test('nobody enrols a stranger: people of another account, and delegated adults, are not found', async () => {
  const course = await makeCourse();
  const mia = await child(await ruben('SCB'), 'SCB', 'Fremd');
  const ronja = await server.signedIn('reader', 'GSV');
  const place = { personIds: [mia.id], acceptsTerms: true };
  expect((await ronja.post(`/api/courses/${course}/registrations`, place)).status).toBe(404);
  await server.sql("update person_access set relation = 'delegate' where person_id = $1", [mia.id]);
  expect((await (await ruben('RWA')).post(`/api/courses/${course}/registrations`, place)).status).toBe(404);
  expect(await server.sql("select 1 from person where firstname = 'Fremd' and club = 'RWA'")).toEqual([]);
});

test('an account of another club enrols in an event for everybody, never in one for members', async () => {
  const [open, closed] = [await makeEvent(), await makeEvent({ is_members_only: true })];
  const client = await ruben('GSV');
  const mia = await child(client, 'SCB', 'Eva');
  const place = { personIds: [mia.id], acceptsTerms: true };
  expect((await client.get<Candidate[]>(`/api/events/${open}/candidates`)).body).toContainEqual(
    expect.objectContaining({ isNewHere: true }),
  );
  expect((await client.post(`/api/events/${open}/registrations`, place)).body).toMatchObject([{ state: 'confirmed' }]);
  expect((await client.get(`/api/events/${closed}/candidates`)).status).toBe(404);
  expect((await client.post(`/api/events/${closed}/registrations`, place)).status).toBe(404);
});

test('a family of another club gets the partner price for its members, otherwise the price for everybody', async () => {
  const course = await makeCourse();
  const client = await ruben('GSV');
  const [self] = await server.sql<{ id: string }>("select id from person where club = 'SCB' and id in (select person_id from member)");
  const [user] = await server.sql<{ id: string }>("select id from app_user where email = 'reader@scb.test'");
  await server.sql("update person set birth_date = '2015-05-04' where id = $1", [self?.id]);
  await server.sql(
    "insert into person_access (user_id, person_id, club, relation, verified_at) values ($1, $2, 'SCB', 'guardian', now()) on conflict do nothing",
    [user?.id, self?.id],
  );
  const mia = await child(client, 'SCB', 'Preis');
  const people = (await client.get<Candidate[]>(`/api/courses/${course}/candidates`)).body;
  const priceOf = (id: string | undefined) => people.find(({ personId }) => personId === id)?.priceCents;
  expect([priceOf(self?.id), priceOf(mia.id)]).toEqual([2000, 3000]);
});
