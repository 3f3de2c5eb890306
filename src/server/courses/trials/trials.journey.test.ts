import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AttendanceSheet, MarkResult } from '#shared/courses/attendance.ts';
import type { OwnTrial, TrialDate } from '#shared/courses/trials/trials.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import type { ProblemBody } from '#shared/kernel/problems.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { followUpTrials, notifyGuests } from './service.ts';

let server: TestServer;
beforeAll(async () => {
  setClock(new Date('2026-11-22T09:00:00Z'));
  server = await startServer();
});
afterAll(async () => {
  setClock();
  await server.close();
});

type Given = { trials?: number; places?: number | null; ages?: [number, number] };

/** A group every Monday from 23.11.2026, 16:30 to 17:30. */
async function group(title: string, { trials = 2, places = 10, ages }: Given = {}): Promise<{ id: string; dates: string[] }> {
  const id = randomUUID();
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, status, registration, place, bring_note, trial_sessions, places_max,
       age_min, age_max, age_reference, contact_name, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'permanent', $3, '2026-09-01', 'published', 'open', 'Turnhalle', 'Hallenschuhe', $4, $5, $6, $7, 'session',
       'Uta Übung', now(), now())`,
    [id, `s-${id}`, title, trials, places, ages?.[0] ?? null, ages?.[1] ?? null],
  );
  const rows = await server.sql<{ id: string }>(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at)
     select gen_random_uuid(), $1, d::date, d + time '16:30', d + time '17:30'
     from generate_series('2026-11-23'::timestamp, '2027-03-29'::timestamp, interval '7 days') d returning id`,
    [id],
  );
  server.outdate();
  return { id, dates: rows.map((row) => row.id) };
}

const mila = {
  firstname: 'Mila',
  lastname: 'Muster',
  birthDate: '2018-02-03',
  email: 'jo@example.org',
  guardianFirstname: 'Jo',
  guardianLastname: 'Muster',
  emergencyPhone: '0170 1234567',
};

type Mail = { subject: string; body: string; attachments: { name: string; text: string }[] | null };
const mailsTo = (recipient: string) =>
  server.sql<Mail>('select subject, body, attachments from outbox_mail where recipient = $1 order by id', [recipient]);
const tokenIn = (mail: Mail | undefined) => /trials\/([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
const book = (client: Client, id: string, input: object) => client.post<ProblemBody>(`/api/courses/${id}/trials`, input);
const datesOf = async (id: string) => (await server.visitor().get<TrialDate[]>(`/api/courses/${id}/trials`)).body;
const trialOf = async (token: string) => (await server.visitor().get<OwnTrial>(`/api/trials/${token}`)).body;

test('a guest books a trial without an account, gets a ticket with a calendar file, sees it by its link and cancels it', async () => {
  const { id, dates } = await group('Kinderturnen');
  expect((await datesOf(id)).map(({ sessionId, room }) => [sessionId, room])).toEqual(dates.slice(0, 4).map((one) => [one, 5]));
  expect(await book(server.visitor(), id, { ...mila, sessionId: dates[1] })).toMatchObject({ status: 200, body: { ok: true } });
  const [ticket, ...others] = await mailsTo('jo@example.org');
  expect(others).toEqual([]);
  expect(ticket?.subject).toBe('Schnupperstunde: Kinderturnen am Montag, 30.11.2026');
  for (const words of ['Mila Muster kommt zum Schnuppern', '16:30–17:30 Uhr', 'Wo: Turnhalle', 'Mitbringen: Hallenschuhe', 'Uta Übung'])
    expect(ticket?.body).toContain(words);
  expect(ticket?.attachments?.map(({ name, text }) => [name, text.includes('DTSTART;TZID=Europe/Berlin:20261130T163000')])).toEqual([
    ['schnupperstunde.ics', true],
  ]);
  const token = tokenIn(ticket);
  expect(await trialOf(token)).toMatchObject({
    state: 'booked',
    name: 'Mila Muster',
    canCancel: true,
    left: 1,
    known: { email: 'jo@example.org' },
  });
  expect((await datesOf(id))[1]).toMatchObject({ room: 4 });
  const cancelled = await server.visitor().post<OwnTrial>(`/api/trials/${token}/cancellation`);
  expect(cancelled.body).toMatchObject({ state: 'cancelled', canCancel: false, left: 2 });
  expect((await server.visitor().post<OwnTrial>(`/api/trials/${token}/cancellation`)).status).toBe(200);
  expect((await datesOf(id))[1]).toMatchObject({ room: 5 });
});

test('known and unknown guests get the same response: a further trial, an enrolled child and a double booking are answered by mail only', async () => {
  const { id, dates } = await group('Judo', { trials: 1 });
  const tom = { ...mila, firstname: 'Tom', email: 'tom@example.org' };
  const answers = [];
  for (const sessionId of [dates[0], dates[0], dates[1]]) answers.push(await book(server.visitor(), id, { ...tom, sessionId }));
  expect(answers.map(({ status, body }) => [status, body])).toEqual([1, 2, 3].map(() => [200, { ok: true }]));
  expect(await server.sql('select 1 from trial_visit where course_id = $1', [id])).toHaveLength(1);
  const mails = await mailsTo('tom@example.org');
  expect(mails.map(({ body }) => body.includes('schon so oft geschnuppert'))).toEqual([false, false, true]);
  expect(tokenIn(mails[1])).not.toBe(tokenIn(mails[0]));
  // The same name with another address is another person.
  await book(server.visitor(), id, { ...tom, email: 'andere@example.org', sessionId: dates[0] });
  expect(await server.sql('select distinct person_id from trial_visit where course_id = $1', [id])).toHaveLength(2);
});

test('twenty concurrent bookings of five seats: five succeed, the others are shown what is left', async () => {
  const { id, dates } = await group('Schwimmen', { places: 5 });
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      server.visitor().post<ProblemBody>(`/api/courses/${id}/trials`, {
        ...mila,
        firstname: `Kind ${at}`,
        email: `k${at}@example.org`,
        sessionId: dates[0],
      }),
    ),
  );
  expect(all.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(all.find(({ status }) => status === 422)?.body.fields).toMatchObject([{ path: 'sessionId' }]);
  expect((await datesOf(id)).map(({ sessionId }) => sessionId)).toEqual(dates.slice(1, 5));
});

test('obstacles are reported at their fields: the age, a parent without a name or number, a session of another offer; nothing is stored', async () => {
  const { id, dates } = await group('Minis', { ages: [3, 5] });
  const { dates: foreign } = await group('Andere');
  const fieldsOf = async (input: object) => (await book(server.visitor(), id, { ...mila, ...input })).body.fields?.map(({ path }) => path);
  expect(await fieldsOf({ sessionId: dates[0] })).toEqual(['birthDate']);
  const small = { birthDate: '2022-03-04', email: 'mini@example.org', sessionId: dates[0] };
  expect(await fieldsOf({ ...small, guardianFirstname: '' })).toEqual(['guardianLastname']);
  expect(await fieldsOf({ ...small, emergencyPhone: '' })).toEqual(['emergencyPhone']);
  expect(await fieldsOf({ ...small, sessionId: foreign[0] })).toEqual(['sessionId']);
  expect(await fieldsOf({ ...small, email: 'kein', birthDate: '2030-01-01' })).toEqual(expect.arrayContaining(['email']));
  expect(await server.sql('select 1 from trial_visit where course_id = $1', [id])).toEqual([]);
  const { id: anyAge, dates: open } = await group('Für alle');
  const unborn = { ...mila, birthDate: '2030-01-01', email: 'mini@example.org', sessionId: open[0] };
  expect((await book(server.visitor(), anyAge, unborn)).body.fields).toMatchObject([{ path: 'birthDate' }]);
  const { id: closed, dates: none } = await group('Ohne Schnuppern', { trials: 0 });
  expect(await datesOf(closed)).toEqual([]);
  expect((await book(server.visitor(), closed, { ...mila, sessionId: none[0] })).body.code).toBe('registration-closed');
});

test('a mother books for her child, a stranger cannot, and the trainer finds the child on the list of that session and marks it', async () => {
  const { id, dates } = await group('Tanzen', { trials: 1 });
  const rosa = await server.signedIn('reader');
  const child = { club: 'RWA', relation: 'guardian', firstname: 'Lea', lastname: 'Tanz', birthDate: '2017-05-06', gender: 'w' };
  const personId = (await rosa.post<OwnPerson>('/api/people/mine', child)).body.id;
  const own = (client: Client) => client.post<OwnTrial & ProblemBody>(`/api/courses/${id}/trials/own`, { sessionId: dates[0], personId });
  expect((await own(server.visitor())).status).toBe(401);
  expect((await own(await server.signedIn('trainer'))).status).toBe(404);
  const booked = await own(rosa);
  expect(booked.body).toMatchObject({ state: 'booked', name: 'Lea Tanz', known: null, left: 0 });
  expect((await rosa.get<OwnTrial[]>('/api/trials')).body.map((one) => one.id)).toEqual([booked.body.id]);
  expect((await server.visitor().get(`/api/trials/${booked.body.id}`)).status).toBe(404);
  const again = await rosa.post<ProblemBody>(`/api/courses/${id}/trials/own`, { sessionId: dates[1], personId });
  expect(again.body.code).toBe('trial-used');
  const trainer = await server.signedIn('trainer');
  const sheet = (await trainer.get<AttendanceSheet>(`/api/sessions/${dates[0]}/attendance`)).body;
  expect(sheet.people.map(({ name, isTrial, participationId }) => [name, isTrial, participationId])).toEqual([['Lea Tanz', true, null]]);
  expect(sheet.session).toMatchObject({ expected: 0, trials: 1 });
  expect((await trainer.get<AttendanceSheet>(`/api/sessions/${dates[1]}/attendance`)).body.people).toEqual([]);
  setClock(new Date('2026-11-23T15:40:00Z'));
  const mark = { clientId: randomUUID(), sessionId: dates[0], personId, state: 'present', markedAt: '2026-11-23T15:35:00Z' };
  expect((await trainer.post<MarkResult[]>('/api/attendance', { marks: [mark] })).body).toMatchObject([{ result: 'kept' }]);
  expect((await rosa.get<OwnTrial>(`/api/trials/${booked.body.id}`)).body).toMatchObject({ state: 'came' });
  setClock(new Date('2026-11-22T09:00:00Z'));
});

test('attending guests are asked the day after, and enrol with their entered data; they stay one person', async () => {
  const { id, dates } = await group('Handball', { trials: 1 });
  const ben = { ...mila, firstname: 'Ben', email: 'ben@example.org' };
  await book(server.visitor(), id, { ...ben, sessionId: dates[0] });
  const [visit] = await server.sql<{ person_id: string }>('select person_id from trial_visit where course_id = $1', [id]);
  setClock(new Date('2026-11-23T16:35:00Z'));
  const trainer = await server.signedIn('trainer');
  const mark = {
    clientId: randomUUID(),
    sessionId: dates[0],
    personId: visit?.person_id,
    state: 'present',
    markedAt: '2026-11-23T16:30:00Z',
  };
  await trainer.post('/api/attendance', { marks: [mark] });
  setClock(new Date('2026-11-24T09:00:00Z'));
  for (const _ of [1, 2]) await followUpTrials(server);
  const [, thanks, ...more] = await mailsTo('ben@example.org');
  expect([thanks?.subject, thanks?.body.includes('#anmelden'), more]).toEqual(['Wie war es bei „Handball“?', true, []]);
  const { known } = await trialOf(tokenIn(thanks));
  expect(known).toMatchObject({ ...ben });
  const { birthDate, firstname, lastname, email, guardianFirstname, guardianLastname, emergencyPhone } = known ?? ben;
  const typed = { birthDate, firstname, lastname, email, guardianFirstname, guardianLastname, emergencyPhone, acceptsTerms: true };
  expect((await server.visitor().post(`/api/courses/${id}/guests`, typed)).status).toBe(200);
  const people = await server.sql<{ person_id: string }>('select person_id from enrolment where course_id = $1', [id]);
  expect(people).toEqual([{ person_id: visit?.person_id }]);
  setClock(new Date('2026-11-22T09:00:00Z'));
});

test('a guest is notified once of each cancelled, restored, moved or removed session', async () => {
  const { id, dates } = await group('Yoga');
  const ida = { firstname: 'Ida', lastname: 'Ruhe', birthDate: '1980-01-01', email: 'ida@example.org' };
  await book(server.visitor(), id, { ...ida, sessionId: dates[2] });
  const token = tokenIn((await mailsTo('ida@example.org'))[0]);
  const changes = [
    "update course_session set state = 'cancelled', reason = 'Halle gesperrt' where id = $1",
    "update course_session set state = 'planned', reason = null where id = $1",
    "update course_session set starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour' where id = $1",
    'delete from course_session where id = $1',
  ];
  for (const change of changes) {
    await server.sql(change, [dates[2]]);
    for (const _ of [1, 2]) await notifyGuests(server);
  }
  const [, ...told] = await mailsTo('ida@example.org');
  expect(told.map(({ subject }) => subject.split(':')[0])).toEqual(['Fällt aus', 'Findet doch statt', 'Verlegt', 'Fällt aus']);
  expect(told[0]?.body).toContain('Halle gesperrt');
  expect(await trialOf(token)).toMatchObject({ isOff: true, canCancel: false });
});

test('an unknown link opens nothing, and a trial of another club is found by its own link only', async () => {
  expect((await server.visitor().get('/api/trials/gibtesnichtgibtesnichtgibtes')).status).toBe(404);
  expect((await server.visitor().get(`/api/trials/${randomUUID()}`)).status).toBe(404);
});

test('if the club enables it, an excused participant frees a trial seat on that session, and on no other', async () => {
  const { id, dates } = await group('Volle Gruppe', { places: 1 });
  const [personId] = (
    await server.sql<{ id: string }>(
      "insert into person (id, club, firstname, lastname, created_at, updated_at) values (gen_random_uuid(), 'RWA', 'Pia', 'Platz', now(), now()) returning id",
    )
  ).map((row) => row.id);
  await server.sql(
    "insert into enrolment (id, club, course_id, person_id, registered_at, state) values (gen_random_uuid(), 'RWA', $1, $2, now(), 'confirmed')",
    [id, personId],
  );
  await server.sql(
    "insert into session_reply (session_id, person_id, club, reply, note, via, at) values ($1, $2, 'RWA', 'no', '', 'web', now())",
    [dates[1], personId],
  );
  server.outdate();
  expect(await datesOf(id)).toEqual([]);
  await server.sql('update course set replaces_absent = true where id = $1', [id]);
  server.outdate();
  expect((await datesOf(id)).map(({ sessionId, room }) => [sessionId, room])).toEqual([[dates[1], 1]]);
  expect((await book(server.visitor(), id, { ...mila, firstname: 'Mina', sessionId: dates[1] })).status).toBe(200);
  expect(await datesOf(id)).toEqual([]);
});
