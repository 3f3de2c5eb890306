import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NoticeChoice } from '#shared/accounts/noticeTopics.ts';
import { emailOf, startServer, type Client, type TestServer } from '#test/harness.ts';

let server: TestServer;
let parent: Client;
let till: Client;
beforeAll(async () => {
  server = await startServer();
  parent = await server.signedIn('reader');
  till = await server.signedIn('trainer');
});
afterAll(() => server.close());

const address = '/api/me/notices/choices';
type Choosing = Pick<NoticeChoice, 'kind' | 'mail' | 'push'> & { personId?: string | null };
const choose = (choice: Choosing, who = parent) => who.send('PUT', address, choice);
const choiceOf = async (kind: string, who = parent) => (await who.get<NoticeChoice[]>(address)).body.find((one) => one.kind === kind);
const rows = () => server.sql('select kind from user_notice_choice');

test('a choice is stored if it differs from the default, and visible to its account only', async () => {
  expect(await choiceOf('duties')).toEqual({ kind: 'duties', mail: true, push: true, people: [] });
  expect((await choose({ kind: 'duties', mail: false, push: true })).status).toBe(200);
  expect(await choiceOf('duties')).toMatchObject({ mail: false, push: true });
  expect(await choiceOf('duties', till)).toMatchObject({ mail: true, push: true });
  expect(await rows()).toEqual([{ kind: 'duties' }]);
  expect((await choose({ kind: 'duties', mail: true, push: true })).status).toBe(200);
  expect(await rows()).toEqual([]);
  expect((await server.visitor().get(address)).status).toBe(401);
  expect((await choose({ kind: 'duties', mail: false, push: true }, server.visitor())).status).toBe(401);
});

test('a notice that must be in writing keeps its mail: the refusal is reported at its field', async () => {
  const { status, body } = await choose({ kind: 'enrolments', mail: false, push: true });
  expect([status, body.fields]).toEqual([422, [{ path: 'mail', message: 'Diese Nachrichten kommen immer per Mail.' }]]);
  expect((await parent.send('PUT', address, { kind: 'dunning', mail: false, push: false })).status).toBe(422);
  expect(await rows()).toEqual([]);
});

test('an account that chose no mails about sessions and has a push device gets none; all others get the mail with a link to the choice', async () => {
  const personId = (
    await parent.post<{ id: string }>('/api/people/mine', {
      club: 'RWA',
      relation: 'guardian',
      firstname: 'Kim',
      lastname: 'Muster',
      birthDate: '2018-05-04',
      gender: 'x',
      emergencyPhone: '',
    })
  ).body.id;
  const callOff = async (title: string) => {
    const [courseId, sessionId] = [randomUUID(), randomUUID()];
    await server.sql(
      `insert into course (id, club, slug, number, kind, title, starts_on, status, created_at, updated_at)
       values ($1, 'RWA', $2, $2, 'permanent', $2, current_date - 30, 'published', now(), now())`,
      [courseId, title],
    );
    await server.sql(
      `insert into course_session (id, course_id, local_date, starts_at, ends_at)
       values ($2, $1, current_date + 1, now() + interval '1 day', now() + interval '25 hours')`,
      [courseId, sessionId],
    );
    await parent.post(`/api/courses/${courseId}/registrations`, { personIds: [personId], acceptsTerms: true });
    expect((await till.post(`/api/sessions/${sessionId}/cancellation`, { reason: 'Wetter' })).status).toBe(200);
    const told = await server.sql(`select 1 from user_notice where topic = 'session_off' and title like $1`, [`%${title}%`]);
    expect(told).toHaveLength(1);
    return server.sql<{ body: string }>('select body from outbox_mail where recipient = $1 and subject like $2', [
      emailOf('reader'),
      `Fällt aus: ${title}%`,
    ]);
  };
  expect((await callOff('mit-mail'))[0]?.body).toContain('/profile/notices');
  await choose({ kind: 'dates', mail: false, push: true });
  // Without a registered device nobody would be notified in time, so the mail is sent anyway.
  expect(await callOff('ohne-geraet')).toHaveLength(1);
  const device = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/test',
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  expect((await parent.send('PUT', '/api/me/push', device)).status).toBe(200);
  expect(await callOff('ohne-mail')).toEqual([]);
  const none = await choose({ kind: 'dates', mail: false, push: false });
  expect([none.status, none.body.fields]).toMatchObject([422, [{ path: 'mail' }]]);
  await choose({ kind: 'dates', mail: true, push: true });
});
