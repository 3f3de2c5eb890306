import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Role } from '#shared/kernel/roles.ts';
import type { MailTemplate } from '#shared/content/mailTemplates.ts';
import type { MailPreview, SentMail } from '#shared/content/mails.ts';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import type { Client } from '#test/harness.ts';
import { multipart, paper } from '#test/stage/files.ts';
import { startStorage, type StorageServer } from '#test/storage.ts';
import { readFile } from '#server/files/objects/service.ts';
import { deliverMails, type ReadFile } from '#server/platform/mail/delivery.ts';
import { forgetMails, sendPlanned } from './service.ts';
import { openSender, type Sender } from '#server/platform/mail/sender.ts';

type Received = { to: string[]; raw: string };
type Detail = SentMail & { rows: { email: string; state: string; error: string | null }[] };

let server: StorageServer;
let anton: Client;
let post: SMTPServer;
let sender: Sender | undefined;
const received: Received[] = [];
const refusing = new Set<string>();
const courseId = randomUUID();

beforeAll(async () => {
  server = await startStorage();
  anton = await server.signedIn('admin');
  post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(refusing.has(address) ? new Error('no such box') : undefined),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve));
  sender = await openSender({ ...server.settings, SMTP_URL: `smtp://127.0.0.1:${(post.server.address() as AddressInfo).port}` });
  await server.sql(
    `insert into course (id, club, slug, number, kind, title, places_max, starts_on, status, requires_guardian, created_at, updated_at)
     values ($1, 'RWA', 'rundmail', 'M-1', 'course', 'Rundmailkurs', 20, current_date + 9, 'published', false, now(), now())`,
    [courseId],
  );
  await takesPart('Anna', { email: 'anna@example.org', consents: true });
  await takesPart('Bert', { email: 'familie@example.org' });
  await takesPart('Carla', { email: 'familie@example.org' });
  await takesPart('Kim', { email: 'kim@example.org', born: addDays(localOf(new Date()).date, -3000), parent: 'reader@rwa.test' });
  await takesPart('Ohne', { email: null });
  await takesPart('Wartend', { email: 'wartend@example.org', state: 'waitlisted' });
});
// All tests send for one club, which is limited to twenty mails an hour.
beforeEach(async () => void (await server.sql('delete from rate_limit')));
afterAll(async () => {
  sender?.close();
  await new Promise<void>((resolve) => post.close(() => resolve()));
  await server.close();
});

const body = (...words: string[]) => ({
  type: 'doc',
  content: words.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});
const mail = (values: object = {}) => ({
  audience: { kind: 'course', id: courseId },
  legalBasis: 'contract',
  subject: 'Training am Montag',
  body: body('Das Training fällt <b>aus</b>.'),
  ...values,
});
const deliver = async (open: ReadFile = async () => undefined) => {
  if (!sender) throw new Error('no sender');
  await server.sql("delete from outbox_mail where kind <> 'bulk'");
  received.length = 0;
  await deliverMails(server.database, sender, server.log, { readFile: open });
  return received;
};
const header = (raw: string, name: string) => new RegExp(`^${name}: (.*)$`, 'mi').exec(raw)?.[1]?.trim();

test('a mail to a course goes once to each address: to the parents of children, to a family once, to nobody on the waiting list', async () => {
  const preview = (await anton.post<MailPreview>('/api/mails/preview', mail())).body;
  expect(preview).toMatchObject({ people: 5, recipients: 3, toParents: 1, withoutAddress: 1, replyTo: 'admin@rwa.test' });
  expect(preview.text).toContain('Das Training fällt <b>aus</b>.');
  const sent = await anton.post<SentMail>('/api/mails', mail());
  expect([sent.status, sent.body.recipients, sent.body.queued]).toEqual([200, 3, 3]);
  const got = await deliver();
  expect(got.map(({ to }) => to.join()).toSorted()).toEqual(['anna@example.org', 'familie@example.org', 'reader@rwa.test']);
  // One recipient per message, replies to the sender, HTML beside the plain text, personal data escaped.
  for (const { to, raw } of got) {
    expect([to.length, header(raw, 'To'), header(raw, 'Reply-To'), header(raw, 'Cc'), header(raw, 'Bcc')]).toEqual([
      1,
      to[0],
      'admin@rwa.test',
      undefined,
      undefined,
    ]);
    expect(raw).toContain('multipart/alternative');
    expect(raw.replaceAll('=\r\n', '')).not.toMatch(/<p>[^\n]*<b>aus/);
    expect(header(raw, 'List-Unsubscribe')).toBeUndefined();
  }
  const listed = (await anton.get<{ rows: SentMail[] }>('/api/mails')).body.rows[0];
  expect(listed).toMatchObject({
    id: sent.body.id,
    audience: 'Kurs Rundmailkurs',
    sent: 3,
    queued: 0,
    failed: 0,
    sender: 'Anton Rotmuster',
  });
});

test('a mail to selected people of a course goes to them alone, wherever they stand in it, and to nobody who is not in it', async () => {
  const rows = await server.sql<{ id: string; firstname: string }>(
    `select p.id, p.firstname from person p join enrolment e on e.person_id = p.id where e.course_id = $1`,
    [courseId],
  );
  const chosen = rows.filter(({ firstname }) => ['Anna', 'Wartend'].includes(firstname)).map(({ id }) => id);
  const to = (personIds: string[]) => mail({ audience: { kind: 'course', id: courseId, who: 'all', personIds } });
  const preview = (await anton.post<MailPreview>('/api/mails/preview', to(chosen))).body;
  expect(preview.people).toBe(2);
  expect(preview.sample.map(({ email }) => email).toSorted()).toEqual(['anna@example.org', 'wartend@example.org']);
  expect((await anton.post('/api/mails/preview', to([...chosen, randomUUID()]))).status).toBe(422);
});

test('a newsletter goes only to people who agreed; one click withdraws the consent, opening the page does not', async () => {
  const newsletter = mail({ legalBasis: 'consent', subject: 'Neues' });
  expect((await anton.post<MailPreview>('/api/mails/preview', newsletter)).body).toMatchObject({ recipients: 1, withoutConsent: 4 });
  await anton.post('/api/mails', newsletter);
  const [only, ...others] = await deliver();
  expect([only?.to, others]).toEqual([['anna@example.org'], []]);
  const raw = only?.raw.replaceAll('\r\n ', ' ') ?? '';
  expect(header(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  const path = new URL(/<(.*)>/.exec(header(raw, 'List-Unsubscribe') ?? '')?.[1] ?? '').pathname;
  await server.visitor().get(path);
  expect((await anton.post<MailPreview>('/api/mails/preview', newsletter)).body.recipients).toBe(1);
  const click = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await server.visitor().send('POST', path, 'List-Unsubscribe=One-Click', click)).status).toBe(204);
  expect((await server.visitor().post(`/api/mails${path}`)).status).toBe(200);
  expect((await server.visitor().post(`/api/mails/unsubscribe/${'x'.repeat(32)}`)).body).toMatchObject({ code: 'invalid-link' });
  for (const odd of ['x'.repeat(32), 'short', '%00', 'a%00b', '..%2f..'])
    expect([odd, (await server.visitor().send('POST', `/unsubscribe/${odd}`, '', click)).body]).toMatchObject([
      odd,
      { code: 'invalid-link' },
    ]);
  const none = await anton.post('/api/mails', newsletter);
  expect([none.status, none.body.fields?.map(({ path: field }) => field)]).toEqual([422, ['audience']]);
});

test('only the board sends and reads, within its club; others get 404, and nothing is written', async () => {
  const count = () =>
    server.sql('select (select count(*) from mail_message)::int as mails, (select count(*) from outbox_mail)::int as waiting');
  const before = await count();
  expect((await server.visitor().post('/api/mails', mail())).status).toBe(401);
  for (const role of ['reader', 'trainer', 'editor'] as const) {
    const client = await server.signedIn(role);
    for (const path of ['/api/mails', '/api/mails/preview', '/api/mails/test'])
      expect([role, path, (await client.post(path, mail())).status]).toEqual([role, path, 403]);
    expect((await client.get('/api/mails')).status).toBe(403);
  }
  const alma = await server.signedIn('admin', 'SCB');
  expect((await alma.post('/api/mails', mail())).status).toBe(404);
  const [message] = (await anton.get<{ rows: SentMail[] }>('/api/mails')).body.rows;
  expect((await alma.get(`/api/mails/${message?.id}`)).status).toBe(404);
  expect((await alma.post(`/api/mails/${message?.id}/retry`)).status).toBe(404);
  expect((await alma.get('/api/mails?club=RWA')).status).toBe(404);
  expect(await count()).toEqual(before);
  const svea = await server.signedIn('super', 'SCB');
  expect((await svea.get(`/api/mails/${message?.id}`)).status).toBe(200);
});

test('no input becomes a header or another recipient', async () => {
  for (const subject of ['A\r\nBcc: fremd@example.org', 'A\nB', 'A\u0000B', '']) {
    const { status, body: problem } = await anton.post('/api/mails', mail({ subject }));
    expect([status, problem.fields?.map(({ path }) => path) ?? problem.code]).toEqual([expect.any(Number), expect.anything()]);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  }
  for (const values of [{ to: 'fremd@example.org' }, { replyTo: 'fremd@example.org' }, { legalBasis: 'membership' }, { body: body() }])
    expect([values, (await anton.post('/api/mails', mail(values))).status]).toEqual([
      values,
      expect.toSatisfy((status: number) => [400, 422].includes(status)),
    ]);
  expect(await deliver()).toEqual([]);
  const odd = 'Grüße "an" <fremd@example.org>, alle; 100 %';
  expect((await anton.post('/api/mails/test', mail({ subject: odd }))).status).toBe(200);
  const [probe, ...others] = await deliver();
  expect([probe?.to, others, header(probe?.raw ?? '', 'To')]).toEqual([['admin@rwa.test'], [], 'admin@rwa.test']);
});

test('a rejected address can be retried manually, and is skipped after three mails', async () => {
  refusing.add('anna@example.org');
  const sent = (await anton.post<SentMail>('/api/mails', mail())).body;
  await deliver();
  await server.sql("update outbox_mail set attempts = 7, next_attempt_at = now() where state = 'queued'");
  await deliver();
  const detail = (await anton.get<Detail>(`/api/mails/${sent.id}`)).body;
  expect(detail).toMatchObject({ sent: 2, failed: 1, queued: 0 });
  expect(detail.rows[0]).toMatchObject({ email: 'anna@example.org', state: 'failed', error: expect.stringContaining('no such box') });
  refusing.clear();
  expect((await anton.post(`/api/mails/${sent.id}/retry`)).body).toEqual({ queued: 1 });
  expect((await deliver()).map(({ to }) => to.join())).toEqual(['anna@example.org']);
  await server.sql(
    "insert into outbox_mail (kind, club, recipient, subject, body, state, failure) select 'bulk', 'RWA', 'anna@example.org', 's', '', 'failed', 'recipient' from generate_series(1, 3)",
  );
  expect((await anton.post<MailPreview>('/api/mails/preview', mail())).body).toMatchObject({ recipients: 2, undeliverable: 1 });
});

test('placeholders are filled for each recipient, and an unknown one is refused before anything is sent', async () => {
  const letter = mail({ subject: '{Angebot} für {Vorname}', body: body('{Anrede}, nächstes Mal: {Termin|bald}. {Link}') });
  const preview = (await anton.post<MailPreview>('/api/mails/preview', letter)).body;
  expect(preview.missing).toEqual(['Ohne Muster']);
  const family = preview.sample.find(({ email }) => email === 'familie@example.org');
  expect(family?.subject).toBe('Rundmailkurs für Bert und Carla');
  expect(family?.text).toMatch(/^Guten Tag Bert Muster und Carla Muster, nächstes Mal: bald\. http\S+\/id\/rundmail/);
  // Who greets in the first words is not put behind a second greeting.
  const greeting = (await anton.post<MailPreview>('/api/mails/preview', mail({ body: body('Liebe Eltern, bis bald.') }))).body;
  expect(greeting.sample[0]?.text).toMatch(/^Liebe Eltern, bis bald\./);
  const plain = (await anton.post<MailPreview>('/api/mails/preview', mail({ body: body('Lieber zu spät als nie.') }))).body;
  expect(plain.sample[0]?.text).toMatch(/^Guten Tag/);
  const before = await server.sql('select count(*) from mail_message');
  for (const values of [{ subject: 'Hallo {Vornahme}' }, { body: body('{Kontonummer}') }])
    expect([values, (await anton.post('/api/mails', mail(values))).body.fields?.[0]?.message]).toEqual([
      values,
      expect.stringContaining('kennen wir nicht'),
    ]);
  expect(await server.sql('select count(*) from mail_message')).toEqual(before);
  await anton.post('/api/mails', letter);
  const mails = await server.sql<{ subject: string; html: string }>(
    "select subject, html from outbox_mail where recipient = 'familie@example.org' and subject like 'Rundmailkurs für%'",
  );
  expect(mails).toEqual([{ subject: 'Rundmailkurs für Bert und Carla', html: expect.not.stringContaining('{') }]);
  await deliver();
});

test('a mail to a parent addresses the parent by name, and names the child it is about', async () => {
  const letter = mail({ subject: '{Vorname}: {Kind} am Montag', body: body('{Anrede}, bitte holen Sie {Kind} ab. {Name|liebe Familie}') });
  const { sample } = (await anton.post<MailPreview>('/api/mails/preview', letter)).body;
  const parent = sample.find(({ email }) => email === 'reader@rwa.test');
  expect([parent?.name, parent?.about, parent?.subject]).toEqual(['Rosa Rotmuster', 'Kim Muster', 'Rosa: Kim am Montag']);
  expect(parent?.text).toMatch(/^Guten Tag Rosa Rotmuster, bitte holen Sie Kim ab\. Rosa Rotmuster/);
  const adults = sample.find(({ email }) => email === 'familie@example.org');
  expect([adults?.name, adults?.about]).toEqual(['Bert Muster, Carla Muster', '']);
  expect(adults?.subject).toBe('Bert und Carla: Bert und Carla am Montag');
});

test('a parent of whom the club has no more than an address is called neither by the name of the child nor by that of an account with it', async () => {
  await takesPart('Lea', { email: 'trainer@rwa.test', born: addDays(localOf(new Date()).date, -3000) });
  const letter = mail({ subject: 'Hallo {Vorname}', body: body('{Vorname|liebe Familie}, es geht um {Kind}.') });
  const { sample } = (await anton.post<MailPreview>('/api/mails/preview', letter)).body;
  const parent = sample.find(({ email }) => email === 'trainer@rwa.test');
  expect([parent?.name, parent?.about, parent?.subject]).toEqual(['', 'Lea Muster', 'Hallo liebe Eltern']);
  expect(parent?.text).toContain('liebe Familie, es geht um Lea.');
  await server.sql(
    "delete from enrolment where person_id = (select id from person where firstname = 'Lea' and email = 'trainer@rwa.test')",
  );
});

test('a planned mail determines its recipients at its time, is sent once, and can be withdrawn until then', async () => {
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  const planned = (await anton.post<SentMail>('/api/mails', mail({ subject: 'Geplant', sendAt }))).body;
  const other = (await anton.post<SentMail>('/api/mails', mail({ subject: 'Doch nicht', sendAt }))).body;
  expect(planned).toMatchObject({ state: 'planned', sendAt, recipients: 0 });
  await sendPlanned(server);
  expect(await deliver()).toEqual([]);
  expect((await anton.post(`/api/mails/${other.id}/withdraw`)).status).toBe(200);
  expect((await anton.post(`/api/mails/${other.id}/withdraw`)).body).toMatchObject({ code: 'wrong-state' });
  await takesPart('Spaeter', { email: 'spaeter@example.org' });
  await server.sql("update mail_message set send_at = now() - interval '1 minute' where state = 'planned'");
  await Promise.all([sendPlanned(server), sendPlanned(server)]);
  const got = await deliver();
  expect(got.map(({ to }) => to.join()).filter((to) => to === 'spaeter@example.org')).toEqual(['spaeter@example.org']);
  expect(got.every(({ raw }) => header(raw, 'Subject') === 'Geplant')).toBe(true);
  expect((await anton.get<Detail>(`/api/mails/${planned.id}`)).body).toMatchObject({ state: 'sent', recipients: got.length });
  expect((await anton.post(`/api/mails/${planned.id}/withdraw`)).body).toMatchObject({ code: 'wrong-state' });
  for (const wrong of [new Date(Date.now() - 60_000), new Date(Date.now() + 91 * 86_400_000)])
    expect((await anton.post('/api/mails', mail({ sendAt: wrong.toISOString() }))).body.fields?.[0]?.path).toBe('sendAt');
});

test('a planned mail whose author lost the right becomes a draft, and the board is notified', async () => {
  const svea = await server.signedIn('super', 'SCB');
  const mine = mail({
    audience: { kind: 'members' },
    legalBasis: 'membership',
    subject: 'Einladung',
    sendAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const { id } = (await svea.post<SentMail>('/api/mails', mine)).body;
  await server.sql("update mail_message set send_at = now() - interval '1 minute' where id = $1", [id]);
  await server.sql("update app_user set disabled_at = now() where role = 'super' and club = 'SCB'");
  await sendPlanned(server);
  await server.sql("update app_user set disabled_at = null where role = 'super' and club = 'SCB'");
  expect(await server.sql('select state, send_at as at from mail_message where id = $1', [id])).toEqual([{ state: 'draft', at: null }]);
  expect(await server.sql("select recipient from outbox_mail where subject = 'Nicht gesendet: Einladung'")).toEqual([
    { recipient: 'admin@scb.test' },
  ]);
  expect(await server.sql('select 1 from mail_recipient where message_id = $1', [id])).toEqual([]);
});

test('a draft belongs to the whole board, is sent once by the first, and the archive is searchable', async () => {
  const { id, state } = (await anton.post<SentMail>('/api/mails/drafts', mail({ subject: '', body: body('Zeltlager im Sommer') }))).body;
  expect(state).toBe('draft');
  expect((await anton.get<Detail & { to: object }>(`/api/mails/${id}`)).body.to).toEqual({ kind: 'course', id: courseId, who: 'placed' });
  const found = async (query: string) => (await anton.get<{ rows: SentMail[] }>(`/api/mails?${query}`)).body.rows.map((row) => row.id);
  expect([await found('search=zeltlager'), await found('search=zelt%25'), await found('state=draft')]).toEqual([[id], [], [id]]);
  for (const role of ['trainer', 'editor'] as const) {
    const client = await server.signedIn(role);
    expect((await client.post('/api/mails/drafts', mail())).status).toBe(403);
    expect((await client.send('DELETE', `/api/mails/${id}`)).status).toBe(403);
  }
  const [first, second] = await Promise.all([1, 2].map(() => anton.post('/api/mails', mail({ subject: 'Zeltlager', replaces: id }))));
  expect([first?.status, second?.status].toSorted()).toEqual([200, expect.toSatisfy((status: number) => status === 404 || status === 409)]);
  const dropped = (await anton.post<SentMail>('/api/mails/drafts', mail())).body;
  expect((await anton.send('DELETE', `/api/mails/${dropped.id}`)).status).toBe(200);
  expect((await anton.send('DELETE', `/api/mails/${(await found('state=sent'))[0]}`)).body).toMatchObject({ code: 'wrong-state' });
  await deliver();
});

test('a trainer or head of department writes to the people of their courses, three times a day, and to nobody else', async () => {
  for (const [role, name] of [
    ['trainer', 'Tina'],
    ['editor', 'Edda'],
  ] as const) {
    const client = await server.signedIn(role);
    expect((await client.post('/api/mails/preview', mail())).status).toBe(403);
    const personId = await ownPerson(role, name);
    if (role === 'trainer')
      await server.sql("insert into course_trainer (course_id, person_id, role) values ($1, $2, 'lead')", [courseId, personId]);
    else {
      const departmentId = randomUUID();
      await server.sql("insert into department (id, club, name, deputy_person_id) values ($1, 'RWA', 'Rundmailabteilung', $2)", [
        departmentId,
        personId,
      ]);
      await server.sql('update course set department_id = $1 where id = $2', [departmentId, courseId]);
    }
    await server.outdate();
    expect((await client.get<{ mayMail: boolean }>(`/api/courses/${courseId}/participants`)).body.mayMail).toBe(true);
    for (const values of [
      { legalBasis: 'consent' },
      { sendAt: new Date(Date.now() + 3_600_000).toISOString() },
      { audience: { kind: 'members' }, legalBasis: 'membership' },
      { audience: { kind: 'course', id: randomUUID() } },
    ])
      expect([role, values, (await client.post('/api/mails', mail(values))).status]).toEqual([role, values, 403]);
    const statuses = [];
    for (let tries = 0; tries < 4; tries += 1)
      statuses.push((await client.post('/api/mails', mail({ subject: `${name} ${tries}` }))).status);
    expect([role, statuses]).toEqual([role, [200, 200, 200, 429]]);
    expect((await client.get('/api/mails')).status).toBe(403);
  }
  await deliver();
});

test('attachments are sent with each message, stay within the club and its limit, and are deleted with the last mail that has them', async () => {
  const content = paper(2000);
  const store = async (path: string, role: Role = 'admin') => {
    const { url, ...rest } = multipart(path, content);
    return (await server.ask('POST', url, { ...rest, token: await server.token(role) })).status;
  };
  const path = `RWA/mails/${randomUUID()}/Einladung.pdf`;
  expect([await store(path), await store(`SCB/mails/${randomUUID()}/x.pdf`), await store(path, 'editor')]).toEqual([200, 403, 403]);
  const faults = async (files: unknown) => (await anton.post('/api/mails', mail({ files }))).body.fields?.map((field) => field.path);
  expect([
    await faults([`RWA/mails/${randomUUID()}/weg.txt`]),
    await faults(['SCB/public/news/x']),
    await faults(Array.from({ length: 6 }, () => path)),
  ]).toEqual([['files'], ['files'], ['files']]);
  await server.sql('update storage_object set size_bytes = 10485761 where path = $1', [path]);
  expect(await faults([path])).toEqual(['files']);
  await server.sql('update storage_object set size_bytes = 2000 where path = $1', [path]);
  const tina = await server.signedIn('trainer');
  expect((await tina.post('/api/mails', mail({ files: [path] }))).status).toBe(403);

  const draft = (await anton.post<SentMail>('/api/mails/drafts', mail({ files: [path] }))).body;
  const sent = (await anton.post<SentMail>('/api/mails', mail({ files: [path], replaces: draft.id }))).body;
  const got = await deliver((one) => readFile(server, one));
  expect(got.length).toBe(sent.recipients);
  for (const { raw } of got) {
    expect(raw).toContain('filename=Einladung.pdf');
    expect(raw).toContain(content.toString('base64').slice(0, 60));
  }
  const stored = () => server.sql('select 1 from storage_object where path = $1', [path]);
  const copy = (await anton.post<SentMail>('/api/mails/drafts', mail({ files: [path] }))).body;
  await anton.send('DELETE', `/api/mails/${copy.id}`);
  expect(await stored()).toHaveLength(1);
  await server.sql("update mail_message set created_at = now() - interval '20 years' where id = $1", [sent.id]);
  await forgetMails(server);
  expect(await stored()).toEqual([]);
});

test('a message whose attachment is missing is not sent without it', async () => {
  await server.sql("delete from outbox_mail where kind = 'bulk'");
  await server.sql(
    `insert into outbox_mail (kind, club, recipient, subject, body, attachments)
     values ('bulk', 'RWA', 'anna@example.org', 's', 'b', '[{"name":"Plan.pdf","type":"application/pdf","path":"RWA/mails/1/Plan.pdf"}]')`,
  );
  expect(await deliver((one) => readFile(server, one))).toEqual([]);
  expect(await server.sql("select state, last_error as error from outbox_mail where kind = 'bulk'")).toEqual([
    { state: 'failed', error: 'Der Anhang „Plan.pdf“ liegt nicht mehr bei den Dateien.' },
  ]);
  await server.sql("delete from outbox_mail where kind = 'bulk'");
});

test('templates belong to the board, names are unique, and a stale change is refused', async () => {
  const template = { name: 'Einladung', subject: 'Einladung', body: body('{Anrede}, kommt alle.') };
  for (const role of ['reader', 'trainer', 'editor'] as const)
    expect((await (await server.signedIn(role)).post('/api/mail-templates', template)).status).toBe(403);
  const kept = (await anton.post<MailTemplate>('/api/mail-templates', template)).body;
  expect((await anton.post('/api/mail-templates', { ...template, name: 'EINLADUNG' })).body.fields?.[0]?.path).toBe('name');
  const put = (client: Client, version: number) =>
    client.send('PUT', `/api/mail-templates/${kept.id}`, { ...template, subject: 'Neu', version });
  const alma = await server.signedIn('admin', 'SCB');
  expect([(await put(alma, 1)).status, (await put(anton, 1)).status, (await put(anton, 1)).status]).toEqual([404, 200, 409]);
  expect((await anton.get('/api/mail-templates')).body).toEqual({ rows: [{ ...kept, subject: 'Neu', version: 2 }] });
  expect((await alma.get('/api/mail-templates')).body).toEqual({ rows: [] });
  expect((await alma.send('DELETE', `/api/mail-templates/${kept.id}`)).status).toBe(404);
  expect((await anton.send('DELETE', `/api/mail-templates/${kept.id}`)).status).toBe(200);
  expect((await anton.get('/api/mail-templates')).body).toEqual({ rows: [] });
});

test('a mail to selected members goes to all of them or to nobody, and to former ones only with their consent', async () => {
  const day = localOf(new Date()).date;
  const anna = await joins('Anna');
  const kim = await joins('Kim');
  const former = await joins('Bert', addDays(day, -1));
  const chosen = (memberIds: unknown, legalBasis = 'membership') => mail({ audience: { kind: 'chosen', memberIds }, legalBasis });
  const preview = async (input: object) => (await anton.post<MailPreview>('/api/mails/preview', input)).body;
  await server.sql("delete from outbox_mail where recipient = 'anna@example.org'");
  expect(await preview(chosen([anna, kim, former, anna]))).toMatchObject({
    people: 3,
    recipients: 2,
    toParents: 1,
    former: 1,
    withoutConsent: 0,
  });
  // Anna withdrew her consent above.
  expect(await preview(chosen([anna, kim, former], 'consent'))).toMatchObject({ recipients: 0, former: 0, withoutConsent: 3 });
  const sent = await anton.post<SentMail>('/api/mails', chosen([anna, kim, former]));
  expect([sent.status, sent.body.recipients, sent.body.audience]).toEqual([200, 2, '3 ausgewählte Mitglieder']);
  expect((await deliver()).map(({ to }) => to.join()).toSorted()).toEqual(['anna@example.org', 'reader@rwa.test']);
  const [kept] = await server.sql<{ audience: object }>('select audience from mail_message where id = $1', [sent.body.id]);
  expect(kept?.audience).toEqual({ kind: 'chosen', memberIds: [anna, kim, former] });
  const [foreign] = await server.sql<{ id: string }>("select id from member where club = 'SCB' limit 1");
  const before = await server.sql('select count(*) from mail_message');
  for (const ids of [[anna, foreign?.id], [anna, randomUUID()], [], ['x'], [null], 'all', Array.from({ length: 1001 }, () => randomUUID())])
    for (const path of ['/api/mails', '/api/mails/preview', '/api/mails/test']) {
      const { status, body: problem } = await anton.post(path, chosen(ids));
      // A test mail goes to the sender, whoever the other recipients are.
      if (path === '/api/mails/test' && status === 200) continue;
      expect([path, ids, status, problem.fields?.[0]?.path]).toEqual([path, ids, 422, expect.stringMatching(/^audience\.memberIds/)]);
    }
  expect((await anton.post('/api/mails', chosen([anna], 'contract'))).body.fields?.[0]?.path).toBe('legalBasis');
  expect(await server.sql('select count(*) from mail_message')).toEqual(before);
});

/** The person of an account, created if missing. */
async function ownPerson(role: string, firstname: string): Promise<string> {
  const [user] = await server.sql<{ id: string; personId: string | null }>(
    `select u.id, a.person_id as "personId" from app_user u left join person_access a on a.user_id = u.id and a.relation = 'self'
     where u.email = $1`,
    [`${role}@rwa.test`],
  );
  if (user?.personId) return user.personId;
  const personId = randomUUID();
  await server.sql(
    "insert into person (id, club, firstname, lastname, birth_date, created_at, updated_at) values ($1, 'RWA', $2, 'Leitend', '1980-05-04', now(), now())",
    [personId, firstname],
  );
  await server.sql("insert into person_access (user_id, person_id, club, relation, verified_at) values ($1, $2, 'RWA', 'self', now())", [
    user?.id,
    personId,
  ]);
  return personId;
}

type Participant = { email: string | null; born?: string; parent?: string; consents?: boolean; state?: string };

async function takesPart(
  name: string,
  { email, born = '1980-05-04', parent, consents = false, state = 'confirmed' }: Participant,
): Promise<void> {
  const id = randomUUID();
  await server.sql(
    "insert into person (id, club, firstname, lastname, birth_date, email, created_at, updated_at) values ($1, 'RWA', $2, 'Muster', $3, $4, now(), now())",
    [id, name, born, email],
  );
  await server.sql(
    `insert into enrolment (id, club, course_id, person_id, registered_at, state, queue_rank)
     values (gen_random_uuid(), 'RWA', $1, $2, now(), $3, case when $3 = 'waitlisted' then 1 end)`,
    [courseId, id, state],
  );
  if (parent)
    await server.sql(
      "insert into person_access (user_id, person_id, club, relation, verified_at) select id, $1, 'RWA', 'guardian', now() from app_user where email = $2",
      [id, parent],
    );
  if (consents)
    await server.sql(
      `insert into consent (id, club, person_id, purpose, text_version, relation, granted_at, method)
       values (gen_random_uuid(), 'RWA', $1, 'newsletter', '2026-11', 'self', now(), 'online')`,
      [id],
    );
}

/** Makes a person a member of the club; returns the id of the membership. */
async function joins(name: string, leftOn?: string): Promise<string> {
  const id = randomUUID();
  await server.sql(
    `insert into member (id, club, person_id, member_no, joined_on, left_on, status)
     select $1, 'RWA', id, 'M-' || firstname, '2010-01-01', $3, 'active' from person where firstname = $2 and lastname = 'Muster'`,
    [id, name, leftOn ?? null],
  );
  return id;
}
