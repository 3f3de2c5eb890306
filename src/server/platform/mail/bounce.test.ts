import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '#test/harness.ts';
import { everyClub } from '../database/database.ts';
import { refusedAddresses } from './outbox.ts';
import { noteBounce, readBounce } from './bounce.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** A report in the format of Postfix (RFC 3464): text, report, and the headers of the returned email. */
function report({ id = '<a@verein.test>', action = 'failed', status = '5.1.1', returned = 'message/rfc822' } = {}): string {
  return `Return-Path: <>
From: MAILER-DAEMON@mail.example
Subject: Undelivered Mail Returned to Sender
Message-Id: <report@mail.example>
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="AB12/mail.example"

--AB12/mail.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--AB12/mail.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example
Arrival-Date: Mon, 23 Nov 2026 09:00:00 +0100 (CET)

Final-Recipient: rfc822; gone@example.org
Original-Recipient: rfc822;gone@example.org
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.example.org
Diagnostic-Code: smtp; 550 ${status} <gone@example.org>: Recipient address
    rejected: User unknown

--AB12/mail.example
Content-Description: Undelivered Message
Content-Type: ${returned}

Return-Path: <portal@verein.test>
From: Verein <portal@verein.test>
To: gone@example.org
Message-ID: ${id}
Subject: Ihre Anmeldung

Text
--AB12/mail.example--
`.replaceAll('\n', '\r\n');
}

test('a bounce report is recognised, complete or with headers only, and no other mail is', () => {
  const words = '550 5.1.1 <gone@example.org>: Recipient address rejected: User unknown';
  expect(readBounce(report())).toEqual({ messageId: '<a@verein.test>', status: '5.1.1', words });
  expect(readBounce(report({ returned: 'text/rfc822-headers' }))?.messageId).toBe('<a@verein.test>');
  expect(readBounce(report({ action: 'delayed', status: '4.4.1' }))).toBeUndefined();
  expect(readBounce(report({ action: 'delivered', status: '2.0.0' }))).toBeUndefined();
  expect(
    readBounce('From: Anna\r\nSubject: Re: Ihre Anmeldung\r\nMessage-ID: <x@y>\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n'),
  ).toBeUndefined();
  for (const odd of ['', '\r\n', 'Content-Type: message/delivery-status', '\0'.repeat(2000)]) expect(readBounce(odd)).toBeUndefined();
});

test('three bounces of a dead address stop bulk mails to it; a full mailbox does not count, and bounces are not resent', async () => {
  const mails = [1, 2, 3, 4].map((number) => ({
    id: `<${number}@verein.test>`,
    address: number === 4 ? 'full@example.org' : 'gone@example.org',
  }));
  for (const { id, address } of mails)
    await server.sql(
      "insert into outbox_mail (kind, club, recipient, subject, body, state, message_id, sent_at) values ('notice', 'RWA', $1, 'S', '', 'sent', $2, now())",
      [address, id],
    );
  const note = async (id: string, status = '5.1.1') => {
    const bounce = readBounce(report({ id, status }));
    return bounce && noteBounce(server.database, bounce);
  };
  const refused = () => server.database.read(everyClub, (tx) => refusedAddresses(tx, ['gone@example.org', 'full@example.org']));
  expect([await note('<1@verein.test>'), await note('<2@verein.test>'), await note('<4@verein.test>', '5.2.2')]).toEqual([
    true,
    true,
    true,
  ]);
  expect(await refused()).toEqual(new Set());
  expect(await note('<3@verein.test>')).toBe(true);
  expect(await refused()).toEqual(new Set(['gone@example.org']));
  // The same report again, and one about an unknown email.
  expect([await note('<3@verein.test>'), await note('<other@verein.test>')]).toEqual([false, false]);

  const admin = await server.signedIn('admin');
  const { body } = await admin.get<{ rows: { lastError: string; failure: string; isRetryable: boolean }[] }>(
    '/api/mail/outbox?state=failed&search=example.org',
  );
  // The demo data contain one that failed for another reason.
  const back = body.rows.filter(({ lastError }) => lastError.startsWith('Zurückgekommen: '));
  expect(back.map(({ failure, isRetryable }) => [failure, isRetryable])).toEqual([
    ['server', false],
    ['recipient', false],
    ['recipient', false],
    ['recipient', false],
  ]);
  expect(back[1]?.lastError).toBe('Zurückgekommen: 550 5.1.1 <gone@example.org>: Recipient address rejected: User unknown');
});
