import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { UserNotice } from '#shared/accounts/notices.ts';
import type { OwnPerson } from '#shared/people/people.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { emailOf, startServer, testTime, type Client, type TestServer } from '#test/harness.ts';
import { askForNumbers, remindFamilies, notifyLeaders } from './service.ts';

let server: TestServer;
let parent: Client;
let trainer: Client;
beforeAll(async () => {
  setClock(testTime);
  server = await startServer();
  [parent, trainer] = [await server.signedIn('reader'), await server.signedIn('trainer')];
  // Only the sessions created by these tests take place.
  await server.sql("update course_session set state = 'cancelled' where state in ('planned', 'moved')");
});
afterEach(() => setClock());
afterAll(() => server.close());

const evening = new Date('2026-11-23T17:00:00Z');
const tuesday = '2026-11-24';

/** A group of the trainer on Tuesday at 16:30, with children of the parent in it. */
async function groupWith(title: string, children: readonly string[]) {
  const [courseId, sessionId] = [randomUUID(), randomUUID()];
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, status, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'permanent', $3, '2026-09-01', 'published', now(), now())`,
    [courseId, `erinnern-${courseId}`, title],
  );
  await server.sql(
    "insert into course_session (id, course_id, local_date, starts_at, ends_at, place) values ($1, $2, $3, $3::date + time '16:30', $3::date + time '17:30', 'Turnhalle Süd')",
    [sessionId, courseId, tuesday],
  );
  const [own] = (await trainer.get<OwnPerson[]>('/api/people/mine')).body;
  await server.sql("insert into course_trainer (course_id, person_id, role) values ($1, $2, 'lead')", [courseId, own?.id]);
  const people: string[] = [];
  for (const firstname of children) {
    const person = {
      club: 'RWA',
      relation: 'guardian',
      firstname,
      lastname: title,
      birthDate: '2019-04-05',
      gender: 'x',
      emergencyPhone: '',
    };
    const { body } = await parent.post<OwnPerson>('/api/people/mine', person);
    people.push(body.id);
    await server.sql(
      `insert into enrolment (id, club, course_id, person_id, registered_at, registered_by, state)
       select gen_random_uuid(), 'RWA', $1, $2, now(), id, 'confirmed' from app_user where email = 'reader@rwa.test'`,
      [courseId, body.id],
    );
  }
  return { sessionId, people };
}

const choose = (client: Client, kind: string, mail: boolean) => client.send('PUT', '/api/me/notices/choices', { kind, mail, push: true });
const told = async (client: Client, topic: string) =>
  (await client.get<UserNotice[]>('/api/me/notices')).body.filter((one) => one.topic === topic).map(({ title, body }) => [title, body]);
const mailsTo = async (recipient: string, subject: string) =>
  (await server.sql('select 1 from outbox_mail where recipient = $1 and subject like $2', [recipient, subject])).length;

test("on the evening before, a family that wants it gets one message with all of tomorrow's sessions, without excused persons", async () => {
  setClock(evening);
  const { sessionId, people } = await groupWith('Handball-Minis', ['Mila', 'Ben']);
  await groupWith('Schwimmen', ['Ida']);
  await remindFamilies(server);
  expect(await told(parent, 'reminder')).toEqual([]);
  expect((await choose(parent, 'reminders', true)).status).toBe(200);
  await parent.send('PUT', `/api/sessions/${sessionId}/replies/${people[1]}`, { reply: 'no', note: '' });
  await remindFamilies(server);
  await remindFamilies(server);
  expect(await told(parent, 'reminder')).toEqual([
    ['Morgen: 2 Termine Ihrer Familie', expect.stringMatching(/16:30.* · Schwimmen · Ida · Turnhalle Süd/)],
  ]);
  expect((await told(parent, 'reminder'))[0]?.[1]).not.toContain('Ben');
  expect(await mailsTo(emailOf('reader'), 'Morgen: 2 Termine%')).toBe(1);
});

test('of a date whose hall was closed the evening reminder names no hall that nobody gets into', async () => {
  setClock(new Date('2026-11-30T17:00:00Z'));
  const { sessionId } = await groupWith('Judo', ['Jo']);
  const [displaced] = await server.sql<{ id: string }>(
    "update booking set state = 'displaced' where id = (select id from booking limit 1) returning id",
  );
  await server.sql(
    "update course_session set local_date = '2026-12-01', starts_at = starts_at + interval '7 days', ends_at = ends_at + interval '7 days', booking_id = $2 where id = $1",
    [sessionId, displaced?.id],
  );
  await choose(parent, 'reminders', true);
  await remindFamilies(server);
  expect((await told(parent, 'reminder'))[0]?.[1]).toContain('Judo · Jo · Turnhalle Süd (gesperrt, neuer Ort folgt)');
});

test('two hours before a session its leaders get one message about excused participants; none if all attend', async () => {
  setClock(evening);
  const { sessionId, people } = await groupWith('Turnen', ['Lea', 'Tim']);
  await groupWith('Tanzen', ['Uli']);
  await choose(trainer, 'replies', true);
  await parent.send('PUT', `/api/sessions/${sessionId}/replies/${people[0]}`, { reply: 'no', note: '' });
  await notifyLeaders(server);
  expect(await told(trainer, 'replies')).toEqual([]);
  setClock(new Date('2026-11-24T13:40:00Z'));
  await notifyLeaders(server);
  await notifyLeaders(server);
  expect((await told(trainer, 'replies')).filter(([title]) => title?.includes('Turnen'))).toEqual([
    ['Eine Person kommt nicht: Turnen, 16:30 Uhr', 'Lea Turnen'],
  ]);
  expect((await told(trainer, 'replies')).some(([title]) => title?.includes('Tanzen'))).toBe(false);
  expect(await mailsTo(emailOf('trainer'), 'Eine Person kommt nicht: Turnen%')).toBe(1);
});

test('once a season a family learns which children come without a number for emergencies, all in one mail; not again until the next season', async () => {
  setClock(evening);
  await server.sql("update course_session set state = 'cancelled' where state in ('planned', 'moved')");
  const move = (sessionId: string, day: string) =>
    server.sql(
      `update course_session set local_date = $2, starts_at = starts_at + ($2::date - local_date) * interval '1 day',
         ends_at = ends_at + ($2::date - local_date) * interval '1 day' where id = $1`,
      [sessionId, day],
    );
  const { sessionId, people } = await groupWith('Klettern', ['Nia', 'Olaf', 'Pia']);
  await move(sessionId, '2026-12-01');
  await parent.send('PUT', `/api/people/mine/${people[1]}/emergency-contact`, {
    name: '',
    phone: '0170 123456',
    others: [],
    goesHome: 'alone',
    collectors: '',
  });
  await askForNumbers(server);
  await askForNumbers(server);
  const asked = async () =>
    (await server.sql<{ title: string }>("select title from user_notice where title like 'Notfallnummer%' order by shown_from, id")).map(
      ({ title }) => title,
    );
  expect(await asked()).toEqual(['Notfallnummer fehlt: Nia und Pia']);
  expect((await told(parent, 'enrolment'))[0]?.[1]).toContain('Wen dürfen wir anrufen');
  expect(await mailsTo(emailOf('reader'), 'Notfallnummer fehlt: Nia und Pia')).toBe(1);
  // A child who joins later is asked for alone.
  const later = await groupWith('Fechten', ['Quentin']);
  await move(later.sessionId, '2026-12-02');
  await askForNumbers(server);
  expect((await asked()).toSorted()).toEqual(['Notfallnummer fehlt: Nia und Pia', 'Notfallnummer fehlt: Quentin']);
  // The next season asks again for those who still come.
  setClock(new Date('2027-09-07T09:00:00Z'));
  await move(sessionId, '2027-09-14');
  await askForNumbers(server);
  expect((await asked()).toSorted()).toEqual([
    'Notfallnummer fehlt: Nia und Pia',
    'Notfallnummer fehlt: Nia und Pia',
    'Notfallnummer fehlt: Quentin',
  ]);
});
