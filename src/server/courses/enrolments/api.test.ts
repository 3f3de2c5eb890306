import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import type { OwnEnrolment, ParticipantList } from '#shared/courses/enrolmentShapes.ts';
import type { Candidate } from '#shared/courses/enrolmentShapes.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import type { AttendanceSheet, MarkResult } from '#shared/courses/attendance.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { expireDue } from './service.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

let courses = 0;
async function makeCourse(columns: { [column: string]: unknown } = {}): Promise<string> {
  const id = randomUUID();
  const row = {
    id,
    club: 'RWA',
    slug: `probe-${++courses}`,
    number: `P-${courses}`,
    kind: 'course',
    title: `Probe ${courses}`,
    places_max: 5,
    starts_on: addDays(localOf(new Date()).date, 51),
    status: 'published',
    created_at: new Date(),
    updated_at: new Date(),
    ...columns,
  };
  const names = Object.keys(row);
  await server.sql(
    `insert into course (${names.join(', ')}) values (${names.map((_name, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  );
  return id;
}

const price = (id: string, category: string, cents: number) =>
  server.sql('insert into course_price (course_id, category, cents) values ($1, $2, $3)', [id, category, cents]);
const guest = (change: object = {}) => ({
  firstname: 'Gerd',
  lastname: 'Gast',
  birthDate: '1990-01-01',
  email: 'gerd@example.org',
  acceptsTerms: true,
  ...change,
});
const tokenOf = async (email: string) => /registration\/([\w-]+)/.exec(await server.latestMail(email))?.[1] ?? '';
const statesOf = async (id: string) =>
  (await server.sql<{ state: string }>('select state from enrolment where course_id = $1 order by registered_at', [id])).map(
    ({ state }) => state,
  );

test('a guest confirms by mail, sees the own enrolment behind the link, and cancels there', async () => {
  const id = await makeCourse();
  const visitor = server.visitor();
  expect((await visitor.post(`/api/courses/${id}/guests`, guest())).status).toBe(200);
  expect(await statesOf(id)).toEqual(['unverified']);
  const token = await tokenOf('gerd@example.org');
  const seen = (await visitor.get<OwnEnrolment>(`/api/registrations/${token}`)).body;
  expect(seen).toMatchObject({ state: 'unverified', name: 'Gerd Gast' });
  expect((await visitor.post<OwnEnrolment>(`/api/registrations/${token}`, { action: 'confirm' })).body.state).toBe('confirmed');
  expect((await visitor.post<OwnEnrolment>(`/api/registrations/${token}`, { action: 'confirm' })).status).toBe(200);
  expect((await visitor.post<OwnEnrolment>(`/api/registrations/${token}`, { action: 'cancel' })).body.state).toBe('cancelled');
  expect((await visitor.get(`/api/registrations/${'x'.repeat(32)}`)).status).toBe(404);
});

test('cancelling before the address is confirmed can be undone: the seat is held as long as before, and no longer', async () => {
  const id = await makeCourse({ places_max: 1 });
  const visitor = server.visitor();
  await visitor.post(`/api/courses/${id}/guests`, guest({ email: 'doch@example.org' }));
  const token = await tokenOf('doch@example.org');
  const before = (await visitor.get<OwnEnrolment>(`/api/registrations/${token}`)).body.holdExpiresAt;
  expect(before).not.toBeNull();
  expect((await visitor.post<OwnEnrolment>(`/api/registrations/${token}`, { action: 'cancel' })).body.state).toBe('cancelled');
  const back = await visitor.post<OwnEnrolment>(`/api/registrations/${token}`, { action: 'undo' });
  expect(back.body).toMatchObject({ state: 'unverified', holdExpiresAt: before });
  setClock(new Date(Date.now() + 31 * 60 * 1000));
  await expireDue(server);
  expect(await statesOf(id)).toEqual(['expired']);
  setClock();
});

test('the database refuses an unconfirmed hold without an end, and an end without a hold', async () => {
  const id = await makeCourse();
  await server.visitor().post(`/api/courses/${id}/guests`, guest({ email: 'ende@example.org' }));
  const set = (change: string) => server.sql(`update enrolment set ${change} where course_id = $1`, [id]);
  await expect(set('hold_expires_at = null')).rejects.toThrow('enrolment_hold_ends');
  await expect(set("state = 'confirmed'")).rejects.toThrow('enrolment_hold_ends');
});

test('an address that is not confirmed within 30 minutes loses its seat', async () => {
  const id = await makeCourse({ places_max: 1 });
  await server.visitor().post(`/api/courses/${id}/guests`, guest({ email: 'spaet@example.org' }));
  const token = await tokenOf('spaet@example.org');
  setClock(new Date(Date.now() + 31 * 60 * 1000));
  await expireDue(server);
  expect(await statesOf(id)).toEqual(['expired']);
  expect((await server.visitor().post(`/api/registrations/${token}`, { action: 'confirm' })).status).toBe(409);
  setClock();
});

test('a seat held for a guest is not given to others, and a guest without one neither holds nor blocks a seat', async () => {
  const id = await makeCourse({ places_max: 1 });
  const visitor = server.visitor();
  const comes = (name: string) => visitor.post(`/api/courses/${id}/guests`, guest({ firstname: name, email: `${name}@example.org` }));
  const confirms = async (name: string) =>
    (await visitor.post<OwnEnrolment>(`/api/registrations/${await tokenOf(`${name}@example.org`)}`, { action: 'confirm' })).body.state;
  await comes('erster');
  await comes('zweiter');
  expect(await server.latestMail('erster@example.org')).toContain('halten wir den Platz frei');
  expect(await server.latestMail('zweiter@example.org')).toContain('Warteliste');
  const edda = await server.signedIn('editor');
  expect((await edda.get<ParticipantList>(`/api/courses/${id}/participants`)).body.occupied).toBe(1);
  expect(await confirms('erster')).toBe('confirmed');
  await comes('dritter');
  const token = await tokenOf('erster@example.org');
  await visitor.post(`/api/registrations/${token}`, { action: 'cancel' });
  await server.sql("update enrolment set undo_until = now() - interval '1 minute' where course_id = $1 and undo_until is not null", [id]);
  // No enrolment with a confirmed address is waiting, and an unconfirmed one does not block the seat for the next.
  expect(await confirms('dritter')).toBe('confirmed');
  expect(await confirms('zweiter')).toBe('waitlisted');
  expect((await edda.get<ParticipantList>(`/api/courses/${id}/participants`)).body).toMatchObject({ occupied: 1, waiting: 1 });
});

test('known and unknown guests get the same response, and the link goes to their own address only', async () => {
  const id = await makeCourse();
  const visitor = server.visitor();
  const first = await visitor.post(`/api/courses/${id}/guests`, guest({ email: 'gleich@example.org' }));
  const again = await visitor.post(`/api/courses/${id}/guests`, guest({ email: 'gleich@example.org' }));
  expect([again.status, again.text]).toEqual([first.status, first.text]);
  expect(await statesOf(id)).toEqual(['unverified']);
});

test('a child requires a guardian, and age limits are shown before', async () => {
  const id = await makeCourse({ starts_on: '2027-01-11', age_min: 6, age_max: 10 });
  const visitor = server.visitor();
  const young = await visitor.post(
    `/api/courses/${id}/guests`,
    guest({ birthDate: '2021-01-12', guardianFirstname: 'Ute', guardianLastname: 'Gast' }),
  );
  expect([young.status, young.body.code, young.body.fields?.[0]?.message]).toEqual([
    409,
    'not-eligible',
    'Zu jung: ab 6 Jahren am 11.01.2027.',
  ]);
  const alone = await visitor.post(`/api/courses/${id}/guests`, guest({ birthDate: '2021-01-11' }));
  expect([alone.status, alone.body.fields?.[0]?.path]).toEqual([422, 'guardianLastname']);
  expect(
    (
      await visitor.post(
        `/api/courses/${id}/guests`,
        guest({ birthDate: '2021-01-11', guardianFirstname: 'Ute', guardianLastname: 'Gast' }),
      )
    ).status,
  ).toBe(200);
  const [agreed] = await server.sql<{ relation: string; granted_by_name: string }>(
    "select relation, granted_by_name from consent where purpose = 'guardian_participation'",
  );
  expect(agreed).toEqual({ relation: 'guardian', granted_by_name: 'Ute Gast' });
});

test('a child entered as oneself is refused at the birth date; who is under 18 reads beforehand that a parent enrols', async () => {
  const id = await makeCourse({ starts_on: '2027-01-11' });
  const account = await server.signedIn('reader', 'GSV');
  const self = { club: 'RWA', relation: 'self', firstname: 'Ben', lastname: 'Gast', birthDate: '2020-12-24' };
  const young = await account.post<ProblemBody>('/api/people/mine', self);
  expect([young.status, young.body.fields]).toEqual([
    422,
    [{ path: 'birthDate', message: 'Sich selbst trägt man ab 16 Jahren ein. Für ein Kind wählen Sie oben „mein Kind“.' }],
  ]);
  const { body: alone } = await account.post<OwnPerson>('/api/people/mine', { ...self, birthDate: '2009-12-24' });
  const { body: candidates } = await account.get<Candidate[]>(`/api/courses/${id}/candidates`);
  expect(candidates.find(({ personId }) => personId === alone.id)?.reasons).toEqual(['Unter 18 Jahren meldet ein Elternteil an.']);
});

/** Adds a person in a club to the account of `client`. */
async function personOf(client: Client, club: string, change: object = {}): Promise<OwnPerson> {
  const input = { club, relation: 'guardian', firstname: 'Partnerin', lastname: 'Blau', birthDate: '1999-09-09', ...change };
  return (await client.post<OwnPerson>('/api/people/mine', input)).body;
}

test('the partner price requires proof: being the same person as a member of the partner club', async () => {
  const id = await makeCourse({ requires_guardian: false });
  for (const [category, cents] of [
    ['member', 5000],
    ['partner_member', 7000],
    ['non_member', 9000],
  ] as const)
    await price(id, category, cents);
  // On RWA's host, because SCB does not take enrolments itself.
  const onRwa = server.visitor('RWA');
  await onRwa.signIn('reader@scb.test');
  const here = await personOf(onRwa, 'RWA');
  const offered = async () =>
    (await onRwa.get<Candidate[]>(`/api/courses/${id}/candidates`)).body.find(({ personId }) => personId === here.id)?.priceCents;
  expect(await offered()).toBe(9000);
  const there = await personOf(onRwa, 'SCB');
  expect(await offered()).toBe(9000);
  await server.sql(
    "insert into member (id, club, person_id, member_no, joined_on, status) values ($1, 'SCB', $2, 'X-1', '2020-01-01', 'active')",
    [randomUUID(), there.id],
  );
  // An unconfirmed relation proves nothing: the board has to confirm it.
  expect(await offered()).toBe(9000);
  await server.sql("update person_access set verified_at = now(), basis = 'board' where person_id = $1", [there.id]);
  expect(await offered()).toBe(7000);
});

test('a person without free cancelling reads the cost before enrolling, to the cent that is then charged', async () => {
  const day = (days: number) => addDays(localOf(new Date()).date, days);
  const id = await makeCourse({ requires_guardian: false, cancel_tiers: '[{"days":30,"percent":50}]', starts_on: day(7), grace_hours: 0 });
  const later = await makeCourse({ requires_guardian: false });
  for (const course of [id, later]) await price(course, 'non_member', 7305);
  const rosa = await server.signedIn('reader');
  const one = await personOf(rosa, 'RWA', { firstname: 'Spät' });
  const feeOf = async (course: string) =>
    (await rosa.get<Candidate[]>(`/api/courses/${course}/candidates`)).body.find(({ personId }) => personId === one.id)?.cancelFeeCents;
  const ruleOf = async (course: string) => (await rosa.get<{ cancelRule: string[] }>(`/api/courses/${course}`)).body.cancelRule[0];
  expect([await feeOf(later), await ruleOf(later)]).toEqual([0, expect.stringContaining('sagen Sie kostenlos ab.')]);
  expect([await feeOf(id), await ruleOf(id)]).toEqual([3653, 'Ab jetzt verbindlich: Eine Absage kostet 50 % des Preises.']);
  await rosa.post(`/api/courses/${id}/registrations`, { personIds: [one.id], acceptsTerms: true });
  const placed = (await rosa.get<OwnEnrolment[]>('/api/registrations/mine')).body.find(({ target }) => target.id === id);
  expect([placed?.cancelFeeCents, placed?.cancelRule[0]]).toEqual([3653, 'Ab jetzt verbindlich: Eine Absage kostet 50 % des Preises.']);
});

test('nobody enrols people whom they may not act for, and a parent enrols a child', async () => {
  const id = await makeCourse();
  const rosa = await server.signedIn('reader');
  const [foreign] = await server.sql<{ id: string }>(
    "select p.id from person p where p.club = 'RWA' and not exists (select 1 from person_access a where a.person_id = p.id) limit 1",
  );
  expect((await rosa.post(`/api/courses/${id}/registrations`, { personIds: [foreign?.id], acceptsTerms: true })).status).toBe(404);
  expect(await statesOf(id)).toEqual([]);
  const child = await personOf(rosa, 'RWA', { firstname: 'Kind', birthDate: '2018-02-03' });
  const answer = await rosa.post<{ state: string }[]>(`/api/courses/${id}/registrations`, { personIds: [child.id], acceptsTerms: true });
  expect(answer.body[0]?.state).toBe('confirmed');
  const mine = (await rosa.get<OwnEnrolment[]>('/api/registrations/mine')).body;
  expect(mine.some(({ name, state }) => name.startsWith('Kind') && state === 'confirmed')).toBe(true);
});

test('trainers see names and emergency contacts, no money and no addresses; the export is for editors and neutralises formulas', async () => {
  const id = await makeCourse({ requires_guardian: false });
  await price(id, 'non_member', 4000);
  const edda = await server.signedIn('editor');
  const added = await edda.post(`/api/courses/${id}/participants`, {
    person: { firstname: '=1+1', lastname: 'Formel', email: 'formel@example.org', birthDate: '1990-01-01' },
  });
  expect(added.status).toBe(200);
  const till = await server.signedIn('trainer');
  const [row] = (await till.get<ParticipantList>(`/api/courses/${id}/participants`)).body.rows;
  expect(row).toMatchObject({ lastname: 'Formel', priceCents: null, contactEmail: null, staffNote: null });
  expect((await till.get(`/api/courses/${id}/participants/export`)).status).toBe(403);
  const file = await edda.get(`/api/courses/${id}/participants/export`);
  expect(file.text).toContain(`"'=1+1"`);
  const sheet = await edda.get(`/api/courses/${id}/participants/export?format=xlsx`);
  expect([sheet.status, sheet.text.slice(0, 2)]).toEqual([200, 'PK']);
  // Of selected ones the file holds these alone, and the log says of whom.
  await edda.post(`/api/courses/${id}/participants`, { person: { firstname: 'Jo', lastname: 'Zweite', birthDate: '1990-01-01' } });
  const chosen = { participationIds: [row?.id], format: 'csv' };
  expect((await till.post(`/api/courses/${id}/participants/export`, chosen)).status).toBe(403);
  const some = await edda.post(`/api/courses/${id}/participants/export`, chosen);
  expect(some.text.includes('Formel')).toBe(true);
  expect(some.text.includes('Zweite')).toBe(false);
  const [logged] = await server.sql<{ content: string }>('select content from audit order by time desc, id desc limit 1');
  expect(logged?.content).toMatch(/^Teilnehmerliste exportiert: .* \(1\)$/);
  const rosa = await server.signedIn('reader');
  expect((await rosa.get(`/api/courses/${id}/participants`)).status).toBe(403);
});

test('staff replace, move, reorder and reject; a seat is never given twice', async () => {
  const [from, to] = [await makeCourse({ places_max: 1 }), await makeCourse({ places_max: 1 })];
  const edda = await server.signedIn('editor');
  const add = async (course: string, lastname: string) =>
    (
      await edda.post<{ id: string; state: string }>(`/api/courses/${course}/participants`, {
        person: { firstname: 'Jo', lastname, birthDate: '1990-01-01' },
      })
    ).body;
  const first = await add(from, 'Eins');
  const second = await add(from, 'Zwei');
  const third = await add(from, 'Drei');
  expect([first.state, second.state, third.state]).toEqual(['confirmed', 'waitlisted', 'waitlisted']);
  expect((await edda.post(`/api/participants/${third.id}/rank`, { position: 1, reason: 'Härtefall' })).status).toBe(200);
  expect((await edda.post(`/api/participants/${second.id}/decision`, { action: 'confirm' })).body.code).toBe('places-taken');
  expect((await edda.post<{ state: string }>(`/api/participants/${first.id}/move`, { courseId: to })).body.state).toBe('confirmed');
  const list = (await edda.get<ParticipantList>(`/api/courses/${from}/participants`)).body.rows;
  expect(list.find(({ id }) => id === third.id)?.state).toBe('offered');
  expect((await edda.post(`/api/participants/${third.id}/decision`, { action: 'confirm' })).status).toBe(200);
  const [other] = await server.sql<{ id: string }>("select id from person where club = 'RWA' and firstname <> 'Jo' limit 1");
  expect((await edda.post(`/api/participants/${third.id}/replacement`, { personId: other?.id })).status).toBe(200);
  expect((await edda.get<ParticipantList>(`/api/courses/${from}/participants`)).body).toMatchObject({ occupied: 1, waiting: 1 });
});

test('nobody on the waiting list is skipped without a reason, whoever gets the seat', async () => {
  const id = await makeCourse({ places_max: 1 });
  const edda = await server.signedIn('editor');
  const add = (lastname: string) =>
    edda.post<{ id: string }>(`/api/courses/${id}/participants`, { person: { firstname: 'Jo', lastname, birthDate: '1990-01-01' } });
  const [, longest, next] = [await add('Erste'), await add('Zweite'), await add('Dritte')];
  await server.sql('update course set places_max = 2 where id = $1', [id]);
  await server.outdate();
  const confirm = (one: typeof next, reason = '') => edda.post(`/api/participants/${one?.body.id}/decision`, { action: 'confirm', reason });
  expect(await confirm(next)).toMatchObject({
    status: 422,
    body: { fields: [{ path: 'reason', message: 'Diese Person ist nicht die nächste: Bitte nennen Sie einen Grund.' }] },
  });
  expect((await confirm(next, 'Geschwisterkind')).status).toBe(200);
  await server.sql('update course set places_max = 3 where id = $1', [id]);
  await server.outdate();
  expect((await confirm(longest)).status).toBe(200);
});

test('a health note is opened by the lead trainer and the board only, and each access is logged', async () => {
  const [row] = await server.sql<{ id: string }>(
    "select p.id from enrolment p join care_note n using (person_id) where p.state = 'confirmed' and n.health_note is not null and p.course_id not in (select course_id from course_trainer t join person_access a using (person_id)) limit 1",
  );
  const path = `/api/participants/${row?.id}/health-note`;
  const before = await server.sql<{ count: number }>("select count(*)::int as count from audit where action = 'healthNotes.read'");
  expect((await (await server.signedIn('trainer')).post(path)).status).toBe(403);
  expect((await (await server.signedIn('editor')).post(path)).status).toBe(403);
  expect((await (await server.signedIn('admin', 'SCB')).post(path)).status).toBe(404);
  expect((await (await server.signedIn('admin')).post(path)).status).toBe(200);
  const after = await server.sql<{ count: number }>("select count(*)::int as count from audit where action = 'healthNotes.read'");
  expect((after[0]?.count ?? 0) - (before[0]?.count ?? 0)).toBe(1);
});

test('of two marks for one person the later one wins, a repeated queue changes nothing, and each mark is validated individually', async () => {
  const [session] = await server.sql<{ id: string; person_id: string }>(
    "select s.id, p.person_id from course_session s join enrolment p using (course_id) where p.state = 'confirmed' and s.state = 'held' and s.ends_at > now() - interval '20 days' limit 1",
  );
  const till = await server.signedIn('trainer');
  const edda = await server.signedIn('editor');
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const mark = (state: string, minutes: number) => ({
    clientId: randomUUID(),
    sessionId: session?.id,
    personId: session?.person_id,
    state,
    markedAt: at(minutes),
  });
  const early = mark('absent', 10);
  expect((await edda.post<MarkResult[]>('/api/attendance', { marks: [mark('present', 5)] })).body[0]?.result).toBe('kept');
  const late = (
    await till.post<MarkResult[]>('/api/attendance', { marks: [early, { ...early, clientId: randomUUID(), sessionId: randomUUID() }] })
  ).body;
  expect(late.map(({ result }) => result).toSorted()).toEqual(['overtaken', 'refused']);
  expect(late.find(({ result }) => result === 'overtaken')).toMatchObject({ state: 'present', markedBy: 'Edda Rotmuster' });
  const newer = mark('excused', 1);
  for (let times = 0; times < 2; times++)
    expect((await till.post<MarkResult[]>('/api/attendance', { marks: [newer] })).body[0]?.result).toBe('kept');
  const sheet = (await till.get<AttendanceSheet>(`/api/sessions/${session?.id}/attendance`)).body;
  expect(sheet.people.find(({ personId }) => personId === session?.person_id)?.state).toBe('excused');
  const thea = server.visitor('RWA');
  await thea.signIn('trainer@scb.test');
  expect((await thea.post<MarkResult[]>('/api/attendance', { marks: [mark('present', 0)] })).body[0]?.result).toBe('refused');
  expect((await (await server.signedIn('reader')).post('/api/attendance', { marks: [mark('present', 0)] })).status).toBe(403);
});
