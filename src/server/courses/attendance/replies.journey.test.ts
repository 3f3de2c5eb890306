import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AttendanceSheet, TrainingDate } from '#shared/courses/attendance.ts';
import type { OwnAbsence, OwnSession } from '#shared/courses/replies.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let parent: Client;
beforeAll(async () => {
  server = await startServer();
  parent = await server.signedIn('reader');
});
afterEach(() => setClock());
afterAll(() => server.close());

const thisDay = localOf(new Date()).date;
let made = 0;

/** A course with a session in so many hours and one a week later, and children of the parent with seats in it. */
async function makeGroup(children: string[], { inHours = 30 } = {}) {
  const [courseId, sessionId, later] = [randomUUID(), randomUUID(), randomUUID()];
  const title = `Gruppe ${++made}`;
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, status, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'permanent', $3, current_date - 30, 'published', now(), now())`,
    [courseId, `gruppe-${made}`, title],
  );
  for (const [id, hours] of [
    [sessionId, inHours],
    [later, inHours + 168],
  ] as const) {
    const startsAt = new Date(Date.now() + hours * 3_600_000);
    await server.sql('insert into course_session (id, course_id, local_date, starts_at, ends_at) values ($1, $2, $3, $4, $5)', [
      id,
      courseId,
      localOf(startsAt).date,
      startsAt,
      new Date(startsAt.getTime() + 3_600_000),
    ]);
  }
  const people: string[] = [];
  for (const firstname of children) {
    const person = {
      club: 'RWA',
      relation: 'guardian',
      firstname,
      lastname: `Muster ${made}`,
      birthDate: '2019-04-05',
      gender: 'x',
      emergencyPhone: '',
    };
    const { body } = await parent.post<{ id: string }>('/api/people/mine', person);
    people.push(body.id);
    await server.sql(
      `insert into enrolment (id, club, course_id, person_id, registered_at, registered_by, state)
       select gen_random_uuid(), 'RWA', $1, $2, now(), id, 'confirmed' from app_user where email = 'reader@rwa.test'`,
      [courseId, body.id],
    );
  }
  return { courseId, sessionId, later, people, title };
}

const reply = (client: Client, sessionId: string, personId: string | undefined, word: string, note = '') =>
  client.send('PUT', `/api/sessions/${sessionId}/replies/${personId}`, { reply: word, note });
const sheetOf = async (id: string) =>
  (await (await server.signedIn('trainer')).get<AttendanceSheet>(`/api/sessions/${id}/attendance`)).body;

test('a parent excuses a child with one tap, undoes it, and the trainer sees both', async () => {
  const { sessionId, people, title } = await makeGroup(['Mila', 'Ben']);
  expect((await reply(parent, sessionId, people[0], 'no', 'krank')).status).toBe(200);
  const mine = (await parent.get<OwnSession[]>('/api/me/sessions')).body.filter((one) => one.sessionId === sessionId);
  expect(mine.map(({ firstname, reply: said, mayReply, courseTitle }) => [firstname, said, mayReply, courseTitle])).toEqual([
    ['Ben', null, true, title],
    ['Mila', 'no', true, title],
  ]);
  const sheet = await sheetOf(sessionId);
  expect(sheet.people.map(({ name, reply: said, replyNote, state }) => [name.split(' ')[0], said, replyNote, state])).toEqual([
    ['Ben', null, '', null],
    ['Mila', 'no', 'krank', null],
  ]);
  expect(sheet.session).toMatchObject({ expected: 2, excused: 1 });
  await reply(parent, sessionId, people[0], 'yes');
  expect((await sheetOf(sessionId)).session).toMatchObject({ expected: 2, excused: 0 });
});

test('only accounts that act for a child reply for it, only for sessions with a seat, and only until the session ends', async () => {
  const { sessionId, people } = await makeGroup(['Ida'], { inHours: 2 });
  const { sessionId: foreign } = await makeGroup([]);
  expect((await reply(server.visitor(), sessionId, people[0], 'no')).status).toBe(401);
  expect((await reply(await server.signedIn('trainer'), sessionId, people[0], 'no')).status).toBe(404);
  expect((await reply(await server.signedIn('reader', 'SCB'), sessionId, people[0], 'no')).status).toBe(404);
  expect((await reply(parent, foreign, people[0], 'no')).status).toBe(404);
  expect((await reply(parent, sessionId, people[0], 'no', 'x'.repeat(141))).status).toBe(422);
  expect(await server.sql('select 1 from session_reply where session_id = any($1)', [[sessionId, foreign]])).toEqual([]);
  setClock(new Date(Date.now() + 4 * 3_600_000));
  expect((await reply(parent, sessionId, people[0], 'no')).body).toMatchObject({ code: 'reply-closed' });
});

test('an absence excuses several children, also from sessions planned later, and can be withdrawn', async () => {
  const { courseId, sessionId, later, people } = await makeGroup(['Ole', 'Pia']);
  const days = { personIds: people, from: thisDay, to: addDays(thisDay, 5) };
  expect((await parent.post('/api/me/absences/affected', days)).body).toEqual({ sessions: 1 });
  const { body: entered } = await parent.post<{ ids: string[] }>('/api/me/absences', { ...days, reason: 'ill', note: '' });
  expect((await sheetOf(sessionId)).people.map((one) => [one.reply, one.absenceReason])).toEqual([
    ['no', 'ill'],
    ['no', 'ill'],
  ]);
  expect((await sheetOf(later)).session.excused).toBe(0);
  const planned = randomUUID();
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at)
     values ($1, $2, $3::date, ($3 || 'T18:00:00Z')::timestamptz, ($3 || 'T19:00:00Z')::timestamptz)`,
    [planned, courseId, addDays(thisDay, 3)],
  );
  expect((await sheetOf(planned)).session.excused).toBe(2);
  // The reply to a single session takes precedence over an absence.
  await reply(parent, sessionId, people[0], 'yes');
  expect((await sheetOf(sessionId)).session.excused).toBe(1);
  const listed = (await parent.get<OwnAbsence[]>('/api/me/absences')).body.filter(({ id }) => entered.ids.includes(id));
  expect(listed.map(({ firstname }) => firstname)).toEqual(['Ole', 'Pia']);
  expect((await (await server.signedIn('editor')).send('DELETE', `/api/me/absences/${entered.ids[1]}`)).status).toBe(404);
  expect((await parent.send('DELETE', `/api/me/absences/${entered.ids[1]}`)).status).toBe(200);
  expect((await sheetOf(planned)).session.excused).toBe(1);
});

test('reversed, too long or past ranges and persons of others are refused, and nothing is written', async () => {
  const { people } = await makeGroup(['Uwe']);
  const away = (change: object) =>
    parent.post<{ fields?: { path: string }[] }>('/api/me/absences', {
      personIds: people,
      from: thisDay,
      to: thisDay,
      reason: 'away',
      note: '',
      ...change,
    });
  const [stranger] = await server.sql<{ id: string }>("select id from person where club = 'SCB' limit 1");
  expect((await away({ to: addDays(thisDay, -1) })).body.fields?.map(({ path }) => path)).toEqual(['to']);
  expect((await away({ to: addDays(thisDay, 92) })).status).toBe(422);
  expect((await away({ from: addDays(thisDay, -5), to: addDays(thisDay, -4) })).status).toBe(422);
  expect((await away({ personIds: [...people, stranger?.id] })).status).toBe(404);
  expect(await server.sql('select 1 from absence where person_id = any($1)', [people])).toEqual([]);
});

test("closing a session marks excused persons as excused, others as absent, and keeps the trainer's marks", async () => {
  const { sessionId, people } = await makeGroup(['Ada', 'Bo', 'Cem'], { inHours: 1 });
  await reply(parent, sessionId, people[0], 'no');
  await reply(parent, sessionId, people[2], 'no');
  setClock(new Date(Date.now() + 90 * 60_000));
  const trainer = await server.signedIn('trainer');
  const mark = {
    clientId: randomUUID(),
    sessionId,
    personId: people[2],
    state: 'present',
    markedAt: new Date(Date.now() + 90 * 60_000).toISOString(),
  };
  await trainer.post('/api/attendance', { marks: [mark] });
  expect((await trainer.post(`/api/sessions/${sessionId}/closing`, {})).status).toBe(200);
  expect((await sheetOf(sessionId)).people.map(({ name, state }) => [name.split(' ')[0], state])).toEqual([
    ['Ada', 'excused'],
    ['Bo', 'absent'],
    ['Cem', 'present'],
  ]);
});

test('without an account the link of an enrolment excuses from its own sessions only', async () => {
  const { courseId, sessionId } = await makeGroup([], { inHours: 40 });
  const { sessionId: other } = await makeGroup([]);
  const guest = { firstname: 'Gil', lastname: 'Gast', birthDate: '1990-01-01', email: 'gil@example.org', acceptsTerms: true };
  await server.visitor().post(`/api/courses/${courseId}/guests`, guest);
  const token = /registration\/([\w-]+)/.exec(await server.latestMail('gil@example.org'))?.[1] ?? '';
  const visitor = server.visitor();
  expect((await visitor.get<OwnSession[]>(`/api/registrations/${token}/sessions`)).body).toEqual([]);
  await visitor.post(`/api/registrations/${token}`, { action: 'confirm' });
  const dates = (await visitor.get<OwnSession[]>(`/api/registrations/${token}/sessions`)).body;
  expect(dates[0]).toMatchObject({ sessionId, firstname: 'Gil', reply: null, mayReply: true });
  const say = (id: string, key = token) => visitor.send('PUT', `/api/registrations/${key}/sessions/${id}`, { reply: 'late', note: '' });
  expect((await say(sessionId)).status).toBe(200);
  expect((await say(other)).status).toBe(404);
  // A second enrolment of the same person has its own link.
  await server.sql(
    `insert into enrolment (id, club, course_id, person_id, registered_at, state)
     select gen_random_uuid(), 'RWA', s.course_id, e.person_id, now(), 'confirmed' from course_session s, enrolment e
     where s.id = $1 and e.contact_email = 'gil@example.org'`,
    [other],
  );
  expect((await say(other)).status).toBe(404);
  expect((await say(sessionId, 'x'.repeat(43))).status).toBe(404);
  expect((await sheetOf(sessionId)).people.map((one) => one.reply)).toEqual(['late']);
});

test('the lists of a day show how many of the expected are excused', async () => {
  const { sessionId, people } = await makeGroup(['Mia', 'Tom'], { inHours: 5 });
  await reply(parent, sessionId, people[1], 'no');
  const day = localOf(new Date(Date.now() + 5 * 3_600_000)).date;
  const dates = (await (await server.signedIn('trainer')).get<TrainingDate[]>(`/api/training-dates?from=${day}&to=${day}`)).body;
  expect(dates.find(({ id }) => id === sessionId)).toMatchObject({ expected: 2, excused: 1, marked: 0 });
});

test('a reply after the deadline is accepted, and marked as late on the list', async () => {
  const { courseId, sessionId, people } = await makeGroup(['Lia', 'Ole'], { inHours: 6 });
  await server.sql('update course set reply_until_hours = 4 where id = $1', [courseId]);
  const [own] = (await parent.get<OwnSession[]>('/api/me/sessions')).body.filter((one) => one.sessionId === sessionId);
  expect(Date.parse(own?.startsAt ?? '') - Date.parse(own?.replyUntil ?? '')).toBe(4 * 3_600_000);
  expect((await reply(parent, sessionId, people[0], 'no')).status).toBe(200);
  setClock(new Date(Date.now() + 3 * 3_600_000));
  expect((await reply(parent, sessionId, people[1], 'no')).status).toBe(200);
  const said = (await sheetOf(sessionId)).people.map(({ name, reply: word, isLateReply }) => [name.split(' ')[0], word, isLateReply]);
  expect(said).toEqual([
    ['Lia', 'no', false],
    ['Ole', 'no', true],
  ]);
});

test('two parents who reply for their child at once are both answered: one reply stands, with its note and its name, for them and the trainer', async () => {
  const { courseId, sessionId, people } = await makeGroup(['Jona']);
  const other = await server.signedIn('editor');
  await server.sql(
    `insert into person_access (user_id, person_id, club, relation, verified_at, basis)
     select id, $1, 'RWA', 'guardian', now(), 'board' from app_user where email in ('reader@rwa.test', 'editor@rwa.test')
     on conflict (user_id, person_id) do update set verified_at = now(), basis = 'board'`,
    [people[0]],
  );
  const seenBy = async (client: Client) =>
    (await client.get<OwnSession[]>('/api/me/sessions')).body.find((one) => one.sessionId === sessionId && one.personId === people[0]);
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all([
      reply(parent, sessionId, people[0], 'no', `krank ${round}`),
      reply(other, sessionId, people[0], 'late', `Zahnarzt ${round}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const kept = await server.sql<{ reply: string; note: string; by: string }>(
      'select reply, note, u.email as by from session_reply join app_user u on u.id = by_user where session_id = $1',
      [sessionId],
    );
    const one = kept[0]?.reply === 'no' ? ['no', `krank ${round}`, 'reader@rwa.test'] : ['late', `Zahnarzt ${round}`, 'editor@rwa.test'];
    expect(kept.map(({ reply: said, note, by }) => [said, note, by])).toEqual([one]);
    const [mine, theirs] = [await seenBy(parent), await seenBy(other)];
    const [said, note] = one;
    expect([mine, theirs]).toMatchObject([
      { reply: said, note },
      { reply: said, note },
    ]);
    // The parent who did not say it reads by whom it was said.
    expect([mine?.repliedBy === null, theirs?.repliedBy === null]).toEqual(said === 'no' ? [true, false] : [false, true]);
    const sheet = await sheetOf(sessionId);
    expect(sheet.people.map((child) => [child.reply, child.replyNote])).toEqual([[said, note]]);
    expect(sheet.session).toMatchObject({ expected: 1, excused: said === 'no' ? 1 : 0 });
  }
  // Both presses are in the log of the club, once each.
  const logged = await server.sql("select 1 from audit where action = 'sessionReplies.set' and entity_id = $1", [courseId]);
  expect(logged).toHaveLength(40);
});
