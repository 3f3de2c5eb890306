import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NoticeChoice } from '#shared/accounts/noticeTopics.ts';
import { emailOf, startServer, type Client, type TestServer } from '#test/harness.ts';
import { remindFamilies } from './service.ts';

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
const choose = (choice: object, who = parent) => who.send('PUT', address, choice);
const choiceOf = async (kind: string) => (await parent.get<NoticeChoice[]>(address)).body.find((one) => one.kind === kind);
const device = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/test',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

async function childOf(firstname: string, who = parent): Promise<string> {
  const child = {
    club: 'RWA',
    relation: 'guardian',
    firstname,
    lastname: 'Muster',
    birthDate: '2018-05-04',
    gender: 'x',
    emergencyPhone: '',
  };
  return (await who.post<{ id: string }>('/api/people/mine', child)).body.id;
}

/** A group with a session tomorrow in which these people have seats. */
async function groupOf(title: string, personIds: string[]): Promise<string> {
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
  expect((await parent.post(`/api/courses/${courseId}/registrations`, { personIds, acceptsTerms: true })).status).toBe(200);
  return sessionId;
}

/** The mails to the parent about a session that the trainer cancels. */
async function mailsAbout(title: string, personIds: string[]): Promise<number> {
  const sessionId = await groupOf(title, personIds);
  expect((await till.post(`/api/sessions/${sessionId}/cancellation`, { reason: 'Wetter' })).status).toBe(200);
  const told = await server.sql(`select 1 from user_notice where topic = 'session_off' and title like $1`, [`%${title}%`]);
  expect(told).toHaveLength(1);
  const mails = await server.sql('select 1 from outbox_mail where recipient = $1 and subject like $2', [
    emailOf('reader'),
    `Fällt aus: ${title}%`,
  ]);
  return mails.length;
}

/** The queued push messages about a cancelled session. */
const ringsFor = (title: string) =>
  server.sql(`select 1 from push_message m join user_notice n on n.id = m.notice_id where n.topic = 'session_off' and n.title like $1`, [
    `%${title}%`,
  ]);

test('a parent of two children makes a choice for one: mails and devices follow it, a common session is notified once, and other accounts are unaffected', async () => {
  const [mila, ben] = [await childOf('Mila'), await childOf('Ben')];
  const names = (await choiceOf('dates'))?.people.map(({ name, isOwn }) => [name, isOwn]);
  expect(names).toEqual(
    expect.arrayContaining([
      ['Mila Muster', false],
      ['Ben Muster', false],
    ]),
  );
  expect((await choiceOf('duties'))?.people).toEqual([]);
  expect((await parent.send('PUT', '/api/me/push', device)).status).toBe(200);
  expect((await choose({ kind: 'dates', personId: ben, mail: false, push: true })).status).toBe(200);
  expect((await choose({ kind: 'dates', personId: mila, mail: true, push: false })).status).toBe(200);
  expect([await mailsAbout('nur-mila', [mila]), await mailsAbout('nur-ben', [ben]), await mailsAbout('beide', [mila, ben])]).toEqual([
    1, 0, 1,
  ]);
  expect([(await ringsFor('nur-mila')).length, (await ringsFor('nur-ben')).length, (await ringsFor('beide')).length]).toEqual([0, 1, 1]);

  const stranger = await childOf('Fremd', till);
  expect((await choose({ kind: 'dates', personId: stranger, mail: true, push: false })).status).toBe(404);
  const duty = await choose({ kind: 'duties', personId: ben, mail: false, push: true });
  expect([duty.status, duty.body.fields]).toMatchObject([422, [{ path: 'personId' }]]);
  const neither = await choose({ kind: 'dates', personId: ben, mail: false, push: false });
  expect([neither.status, neither.body.fields]).toMatchObject([422, [{ path: 'mail' }]]);

  // A choice for all persons applies to the whole family again.
  expect((await choose({ kind: 'dates', mail: true, push: true })).status).toBe(200);
  expect(await server.sql('select 1 from user_notice_choice')).toEqual([]);
  expect(await mailsAbout('wieder-ben', [ben])).toBe(1);
});

test('the evening reminder names only the child that it is enabled for', async () => {
  const [lea, tom] = [await childOf('Lea'), await childOf('Tom')];
  await groupOf('ballett', [lea]);
  await groupOf('boxen', [tom]);
  for (const { personId } of (await choiceOf('reminders'))?.people ?? [])
    await choose({ kind: 'reminders', personId, mail: personId === lea, push: false });
  await remindFamilies(server);
  const [mail] = await server.sql<{ body: string }>("select body from outbox_mail where recipient = $1 and subject like 'Morgen:%'", [
    emailOf('reader'),
  ]);
  expect(mail?.body).toContain('ballett');
  expect(mail?.body).not.toContain('boxen');
});
