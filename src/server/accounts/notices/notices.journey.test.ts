import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { UserNotice } from '#shared/accounts/notices.ts';
import { undoSeconds } from '#shared/courses/sessionStates.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { everyClub } from '#server/platform/database/database.ts';
import { startServer, type Client, type TestServer } from '#test/harness.ts';
import { forgetNotices } from './service.ts';

let server: TestServer;
let parent: Client;
let till: Client;
beforeAll(async () => {
  server = await startServer();
  parent = await server.signedIn('reader');
  till = await server.signedIn('trainer');
});
afterEach(() => setClock());
afterAll(() => server.close());

let made = 0;

/** A session tomorrow in which two children of the parent have a seat. */
async function makeDate(): Promise<{ courseId: string; sessionId: string; title: string }> {
  const [courseId, sessionId] = [randomUUID(), randomUUID()];
  const title = `Ballspiele ${++made}`;
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, status, created_at, updated_at)
     values ($1, 'RWA', $2, $2, 'permanent', $3, current_date - 30, 'published', now(), now())`,
    [courseId, `ballspiele-${made}`, title],
  );
  await server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at)
     values ($2, $1, current_date + 1, now() + interval '1 day', now() + interval '25 hours')`,
    [courseId, sessionId],
  );
  const personIds = [];
  for (const firstname of ['Kim', 'Lou']) {
    const person = {
      club: 'RWA',
      relation: 'guardian',
      firstname,
      lastname: `M${made}`,
      birthDate: '2018-05-04',
      gender: 'x',
      emergencyPhone: '',
    };
    personIds.push((await parent.post<{ id: string }>('/api/people/mine', person)).body.id);
  }
  expect((await parent.post(`/api/courses/${courseId}/registrations`, { personIds, acceptsTerms: true })).status).toBe(200);
  return { courseId, sessionId, title };
}

const noticesOf = async (client: Client, title: string) =>
  (await client.get<UserNotice[]>('/api/me/notices')).body.filter((one) => one.title.includes(title));
const callOff = (id: string) => till.post(`/api/sessions/${id}/cancellation`, { reason: 'Wetter' });
const restore = (id: string) => till.send('DELETE', `/api/sessions/${id}/cancellation`);
const later = () => setClock(new Date(Date.now() + (undoSeconds + 1) * 1000));

test('each enrolment gets a notice, and a cancelled session gives one per family, once it can no longer be undone silently', async () => {
  const { sessionId, title } = await makeDate();
  expect((await noticesOf(parent, title)).map(({ topic }) => topic)).toEqual(['enrolment', 'enrolment']);
  await callOff(sessionId);
  expect(await noticesOf(parent, title)).toHaveLength(2);
  later();
  const [off, ...others] = await noticesOf(parent, title);
  expect(off).toMatchObject({ topic: 'session_off', isRead: false, body: expect.stringContaining('Grund: Wetter') });
  expect(others).toHaveLength(2);
  expect(await noticesOf(till, title)).toEqual([]);
  await restore(sessionId);
  expect((await noticesOf(parent, title)).map(({ topic }) => topic).slice(0, 2)).toEqual(['session_on', 'session_off']);
});

test('a cancellation that is undone at once is seen by nobody', async () => {
  const { sessionId, title } = await makeDate();
  await callOff(sessionId);
  await restore(sessionId);
  later();
  expect((await noticesOf(parent, title)).map(({ topic }) => topic)).toEqual(['enrolment', 'enrolment']);
});

test('only the account itself reads its notices and marks them as read', async () => {
  const { title } = await makeDate();
  const ids = (await noticesOf(parent, title)).map(({ id }) => id);
  expect((await server.visitor().get('/api/me/notices')).status).toBe(401);
  expect((await server.visitor().post('/api/me/notices/read', { ids })).status).toBe(401);
  const board = await server.signedIn('admin');
  expect(await noticesOf(board, title)).toEqual([]);
  await board.post('/api/me/notices/read', { ids });
  expect((await noticesOf(parent, title)).map(({ isRead }) => isRead)).toEqual([false, false]);
  expect((await parent.post('/api/me/notices/read', { ids: ids.slice(0, 1) })).status).toBe(200);
  expect((await noticesOf(parent, title)).map(({ isRead }) => isRead).toSorted()).toEqual([false, true]);
});

test('notices are deleted after half a year', async () => {
  const { title } = await makeDate();
  const forget = () => server.database.write(everyClub, ({ tx }) => forgetNotices(tx, 180));
  await forget();
  expect(await noticesOf(parent, title)).toHaveLength(2);
  await server.sql("update user_notice set shown_from = now() - interval '181 days' where title like $1", [`%${title}`]);
  expect(await forget()).toBe(2);
  expect(await noticesOf(parent, title)).toEqual([]);
});
