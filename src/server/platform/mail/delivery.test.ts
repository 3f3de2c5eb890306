import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '#test/harness.ts';
import { everyClub } from '../database/database.ts';
import { postMails, refusedAddresses } from './outbox.ts';
import { claimMail } from './claim.ts';
import { deliverMails } from './delivery.ts';
import { mailFailureOf } from './failure.ts';
import { lanes, openSender, type Message, type Sender } from './sender.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => server.sql('delete from outbox_mail'));

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

type Taken = { to: string; messageId: string };

/** A separate mail server; returns a sender for it and the emails that it received. */
async function mailServer(options: SMTPServerOptions = {}): Promise<{ sender: Sender; taken: Taken[]; url: string }> {
  const taken: Taken[] = [];
  const post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
      stream.on('end', () => {
        taken.push({ to: session.envelope.rcptTo[0]?.address ?? '', messageId: /^Message-ID: (.*)$/im.exec(raw)?.[1]?.trim() ?? '' });
        done();
      });
    },
    ...options,
  });
  post.on('error', () => undefined);
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve));
  const { port } = post.server.address() as AddressInfo;
  const url = `smtp://127.0.0.1:${port}`;
  const sender = await openSender({ ...server.settings, SMTP_URL: url });
  closing.push(() => new Promise<void>((resolve) => post.close(() => resolve())));
  closing.push(() => sender.close());
  return { sender, taken, url };
}

const write = (...recipients: string[]) =>
  server.database.write(everyClub, ({ tx }) =>
    postMails(
      tx,
      recipients.map((recipient) => ({
        kind: recipient.startsWith('bulk') ? 'bulk' : 'notice',
        club: 'RWA',
        recipient,
        subject: 'S',
        body: 'B',
      })),
    ),
  );
const stored = () =>
  server.sql<{
    recipient: string;
    state: string;
    attempts: number;
    failure: string | null;
    message_id: string | null;
    lease_until: Date | null;
  }>('select recipient, state, attempts, failure, message_id, lease_until from outbox_mail order by id');
const later = () => server.sql("update outbox_mail set next_attempt_at = now() - interval '1 second'");
const refusal = (code: number, text = 'no') => Object.assign(new Error(text), { responseCode: code });

test('no transaction is open while a mail server responds, and mails behind a slow one are sent meanwhile', async () => {
  let release = () => {};
  const thinking = new Promise<void>((resolve) => (release = resolve));
  const { sender, taken } = await mailServer({
    onRcptTo: async ({ address }, _session, done) => {
      if (address === 'slow@example.org') await thinking;
      done();
    },
  });
  await write('slow@example.org', 'one@example.org', 'two@example.org');
  const run = deliverMails(server.database, sender, server.log);
  await expect.poll(() => taken.map(({ to }) => to).toSorted()).toEqual(['one@example.org', 'two@example.org']);
  const open = await server.sql(
    "select pid from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
  );
  expect(open).toEqual([]);
  // Another process finds nothing to send: the slow one holds a lease.
  await deliverMails(server.database, sender, server.log);
  release();
  await run;
  expect(taken).toHaveLength(3);
  expect(await stored()).toMatchObject([{ state: 'sent', attempts: 1 }, { state: 'sent' }, { state: 'sent' }]);
});

test('two processes that send concurrently never take the same mail', async () => {
  const { sender, taken } = await mailServer();
  await write(...Array.from({ length: 40 }, (_, at) => `m${at}@example.org`));
  await Promise.all([1, 2, 3].map(() => deliverMails(server.database, sender, server.log)));
  expect(taken).toHaveLength(40);
  expect(new Set(taken.map(({ to }) => to)).size).toBe(40);
});

test('a mail whose process ended is repeated once with the same id, and then left to a manual decision', async () => {
  const { sender, taken } = await mailServer();
  await write('lost@example.org');
  const first = await claimMail(server.database, 'club.test');
  expect(await claimMail(server.database, 'club.test')).toBeUndefined();
  const leaseEnds = () => server.sql("update outbox_mail set lease_until = now() - interval '1 second'");
  await leaseEnds();
  await deliverMails(server.database, sender, server.log);
  expect(taken).toEqual([{ to: 'lost@example.org', messageId: first?.messageId }]);
  await write('twice@example.org');
  for (let round = 0; round < 2; round++) {
    await claimMail(server.database, 'club.test');
    await leaseEnds();
  }
  await deliverMails(server.database, sender, server.log);
  expect(taken).toHaveLength(1);
  expect((await stored())[1]).toMatchObject({ recipient: 'twice@example.org', state: 'failed', failure: 'unknown' });
});

test('temporary refusals are retried with the same id; a missing mailbox is final and counts', async () => {
  let isBusy = true;
  const { sender, taken } = await mailServer({
    onRcptTo: ({ address }, _session, done) => {
      if (address === 'gone@example.org') return done(refusal(550, 'no such box'));
      done(isBusy ? refusal(451, 'come back') : undefined);
    },
  });
  await write('gone@example.org', 'busy@example.org');
  await deliverMails(server.database, sender, server.log);
  const [gone, busy] = await stored();
  expect(gone).toMatchObject({ state: 'failed', attempts: 1, failure: 'recipient', lease_until: null });
  expect(busy).toMatchObject({ state: 'queued', attempts: 1, failure: null, lease_until: null });
  isBusy = false;
  await later();
  await deliverMails(server.database, sender, server.log);
  expect(taken).toEqual([{ to: 'busy@example.org', messageId: busy?.message_id }]);
  for (let more = 0; more < 2; more++) {
    await write('gone@example.org');
    await deliverMails(server.database, sender, server.log);
  }
  const refused = await server.database.read(everyClub, (tx) => refusedAddresses(tx, ['gone@example.org', 'busy@example.org']));
  expect([...refused]).toEqual(['gone@example.org']);
});

test('a mail server that is down for days loses no mail and counts against no address; after five days it is reported', async () => {
  const { sender } = await mailServer();
  await closing.pop()?.();
  await closing.pop()?.();
  const away = await openSender({ ...server.settings, SMTP_URL: 'smtp://127.0.0.1:9' });
  closing.push(() => away.close());
  await write('a@example.org', 'b@example.org', 'c@example.org');
  for (let run = 0; run < 20; run++) {
    await later();
    await deliverMails(server.database, away, server.log);
  }
  expect((await stored()).map(({ state }) => state)).toEqual(['queued', 'queued', 'queued']);
  await server.sql("update outbox_mail set give_up_at = now() - interval '1 second' where recipient = 'a@example.org'");
  await later();
  for (let run = 0; run < 3; run++) await deliverMails(server.database, away, server.log);
  expect((await stored())[0]).toMatchObject({ state: 'failed', failure: 'server' });
  expect(await server.database.read(everyClub, (tx) => refusedAddresses(tx, ['a@example.org']))).toEqual(new Set());
  sender.close();
});

test('after an outage mails are sent in order of creation, those tried meanwhile first', async () => {
  const away = await openSender({ ...server.settings, SMTP_URL: 'smtp://127.0.0.1:9' });
  closing.push(() => away.close());
  await write('a@example.org', 'b@example.org');
  for (let run = 0; run < 8; run++) await deliverMails(server.database, away, server.log);
  expect((await stored()).map(({ attempts }) => attempts)).toEqual([3, 3]);
  await write('c@example.org', 'd@example.org', 'e@example.org', 'f@example.org', 'g@example.org');
  // As many are sent concurrently as there are lanes, in any order: none is answered before all have arrived.
  const order: string[] = [];
  const full = Promise.withResolvers<void>();
  const send = async ({ to }: Message) => {
    order.push(to[0] ?? '');
    if (order.length === lanes) full.resolve();
    await full.promise;
    return '250 taken';
  };
  await deliverMails(server.database, { send, close: () => undefined }, server.log);
  expect(order.slice(0, lanes).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  expect(order.slice(lanes).toSorted()).toEqual(['e', 'f', 'g']);
});

test('a mail server that rejects our login stops the queue instead of failing every mail', async () => {
  const { url } = await mailServer({ authOptional: false, onAuth: (_auth, _session, done) => done(refusal(535, 'bad login')) });
  const wrong = await openSender({ ...server.settings, SMTP_URL: url.replace('//', '//club:wrong@') });
  closing.push(() => wrong.close());
  await write(...Array.from({ length: 30 }, (_, at) => `m${at}@example.org`));
  await deliverMails(server.database, wrong, server.log);
  const rows = await stored();
  expect(rows.every(({ state }) => state === 'queued')).toBe(true);
  // Only as many as are sent concurrently may have started; the others were not tried.
  expect(rows.filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(4);
});

test.each([
  ['without a sign-in that it wants', 530, 'sign-in'],
  ['with a sender that it does not know', 550, 'sign-in'],
  ['because of its size', 552, 'content'],
])('a mail that is refused before its recipient %s', async (_why, code, failure) => {
  const { sender } = await mailServer({ onMailFrom: (_address, _session, done) => done(refusal(code, 'no')) });
  const letter: Message = { messageId: '<a@example.org>', to: 'a@example.org', subject: 'S', text: 'B' };
  expect(await sender.send(letter).then(() => 'taken', mailFailureOf)).toBe(failure);
});

test('bulk mails are sent after the others, and at most as many per minute as the club configured', async () => {
  const { sender, taken } = await mailServer();
  await write('bulk1@example.org', 'bulk2@example.org', 'bulk3@example.org', 'one@example.org');
  await deliverMails(server.database, sender, server.log, { bulkPerMinute: 1 });
  expect(taken.map(({ to }) => to).toSorted()).toEqual(['bulk1@example.org', 'one@example.org']);
  await deliverMails(server.database, sender, server.log, { bulkPerMinute: 1 });
  expect(taken).toHaveLength(2);
  await server.sql("update outbox_mail set sent_at = sent_at - interval '61 seconds'");
  await deliverMails(server.database, sender, server.log);
  expect(taken).toHaveLength(4);
});
