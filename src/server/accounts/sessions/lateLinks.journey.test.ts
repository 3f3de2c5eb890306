import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailChecks } from '#server/platform/mail/checks.ts';
import { deliverMails } from '#server/platform/mail/delivery.ts';
import { setClock } from '#server/platform/process/clock.ts';
import { emailOf, startServer, type TestServer } from '#test/harness.ts';
import { renewLink, sweepLinks } from './mailLinks.ts';

const asked = new Date('2026-11-21T09:00:00Z');
const hourMs = 60 * 60 * 1000;
const later = (ms: number) => setClock(new Date(asked.getTime() + ms));

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  setClock(asked);
  await server.sql('delete from outbox_mail');
  await server.sql('delete from rate_limit');
});
afterEach(() => setClock());

const sent: { to: string; token: string }[] = [];
/** The mail server is available again: sends the waiting mails and returns the secrets in their links. */
async function deliver(): Promise<string[]> {
  sent.length = 0;
  const sender = {
    send: async (mail: { to: string; text: string }) => {
      sent.push({ to: mail.to, token: /#([\w-]+)/.exec(mail.text)?.[1] ?? '' });
      return '';
    },
    close: () => undefined,
  };
  await deliverMails(server.database, sender, server.log, { renewLink: (mail) => renewLink(server.database, mail) });
  return sent.map(({ token }) => token);
}
const forget = (email = emailOf('reader')) => server.visitor().post('/api/session/password-reset', { email });
const password = 'spaet-aber-gut-angekommen';
const opens = async (token: string | undefined) =>
  (await server.visitor().post('/api/session/mail-links/password', { token, password })).status === 200;

test('a mail delayed for two days contains a working link, valid as long as stated, counted from its dispatch', async () => {
  await forget(emailOf('reader'));
  await forget(emailOf('editor'));
  later(48 * hourMs);
  await sweepLinks(server.database);
  const [first, second] = await deliver();
  later(48.4 * hourMs);
  expect(await opens(first)).toBe(true);
  later(48.6 * hourMs);
  expect(await opens(second)).toBe(false);
});

test('of two pending mails only the newest is sent, which counts as no loss, and none after the password was changed meanwhile', async () => {
  await forget();
  later(hourMs);
  await server.sql('delete from rate_limit');
  await forget();
  later(30 * hourMs);
  const tokens = await deliver();
  expect(tokens).toHaveLength(1);
  const [mails] = await Promise.all(
    mailChecks.map((one) => one.look({ ...server, settings: { ...server.settings, SMTP_URL: 'smtp://mail.example' } })),
  );
  expect(mails).toEqual({ state: 'ok', text: 'Es wartet keine Mail.' });
  const { body } = await (await server.signedIn('admin')).get('/api/mail/outbox?state=failed');
  expect(body).toMatchObject({ counts: { failed: 0, sent: 1 } });
  await server.sql('delete from outbox_mail');
  await forget(emailOf('trainer'));
  await server.sql("delete from mail_link where purpose = 'reset'");
  expect(await deliver()).toEqual([]);
});

test('a mail with a link that is no credential is sent while its offer is valid, and not afterwards', async () => {
  const post = (subject: string, ends: string) =>
    server.sql(
      `insert into outbox_mail (kind, club, recipient, subject, body, valid_until, next_attempt_at, give_up_at)
       values ('manage', 'RWA', 'gast@rwa.test', $1, 'https://rwa.test/registration/x#konto=y', $2::timestamptz, $3::timestamptz, $3::timestamptz + interval '5 days')`,
      [subject, ends, asked.toISOString()],
    );
  await post('Ihr Konto: Passwort wählen', new Date(asked.getTime() + 30 * 60_000).toISOString());
  await post('Ein Platz ist frei', new Date(asked.getTime() - 60_000).toISOString());
  await deliver();
  const states = await server.sql('select subject, state, last_error from outbox_mail order by id');
  expect(states).toEqual([
    { subject: 'Ihr Konto: Passwort wählen', state: 'sent', last_error: null },
    { subject: 'Ein Platz ist frei', state: 'failed', last_error: expect.any(String) },
  ]);
});

test('an unsent mail is deleted after the last day on which it could have been sent', async () => {
  await forget();
  const links = async () => (await server.sql("select 1 from mail_link where purpose = 'reset'")).length;
  const before = await links();
  later(5 * 24 * hourMs);
  await sweepLinks(server.database);
  expect(await links()).toBe(before);
  later(5 * 24 * hourMs + hourMs);
  await sweepLinks(server.database);
  expect(await links()).toBe(0);
});
