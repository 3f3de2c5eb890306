import { expect, test, vi } from 'vitest';
import { waitFor } from '@testing-library/react';
import { outboxContract, type OutboxEntry, type OutboxPage } from '#shared/content/outbox.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { DropHeld, useDropHeld } from './DropHeld.tsx';
import { MailCard } from './mailColumns.tsx';
import { RetryAll } from './RetryAll.tsx';

const mail: OutboxEntry = {
  id: 7,
  kind: 'notice',
  recipient: 'mia@example.org',
  subject: 'Zusage',
  body: null,
  state: 'failed',
  createdAt: '2026-11-20T10:00:00.000Z',
  sentAt: null,
  attempts: 3,
  nextAttemptAt: null,
  failure: 'recipient',
  lastError: '550 5.1.1 no such box',
  isRetryable: true,
};
const retryable: OutboxPage['retryable'] = { failed: 12, held: 1 };

test('all failed mails are retried only after a confirmation with their number, with the shown filter', async () => {
  const server = signIn(userOf('admin'));
  server.on(outboxContract.retry, { queued: 12 });
  const hand = show(<RetryAll filter={{ club: 'RWA', state: 'failed', kind: 'bulk' }} retryable={retryable} />);
  await hand.press('Alle 12 noch einmal senden');
  await hand.reads('12 Mails noch einmal senden?');
  expect(server.sent).toEqual([]);
  await hand.press('Alle 12 noch einmal senden');
  await hand.reads('12 Mails gehen hinaus.');
  expect(server.sent).toEqual([{ method: 'POST', address: '/mail/outbox/retry', body: { club: 'RWA', state: 'failed', kind: 'bulk' } }]);
});

test('held mails are released with a warning', async () => {
  signIn(userOf('admin'));
  const hand = show(<RetryAll filter={{ club: 'RWA', state: 'held' }} retryable={retryable} />);
  await hand.press('Freigeben');
  await hand.reads(/kommen dann zweimal an/);
});

test('held mails are dropped after a confirmation, one by one or all of the filter; others have no such button', async () => {
  const server = signIn(userOf('admin'));
  server.on(outboxContract.drop, { dropped: 1 });
  function One() {
    return <MailCard mail={{ ...mail, state: 'held' }} onAgain={() => undefined} onDrop={useDropHeld('RWA')} />;
  }
  const counts = { queued: 0, failed: 12, held: 3, sent: 0 };
  const hand = show(
    <>
      <One />
      <DropHeld filter={{ club: 'RWA', state: 'held' }} counts={counts} />
      <DropHeld filter={{ club: 'RWA', state: 'failed' }} counts={counts} />
    </>,
  );
  await hand.press('Löschen: mia@example.org');
  await hand.reads('Mail an mia@example.org löschen?');
  await hand.press('Löschen');
  await hand.reads('Die Mail ist gelöscht.');
  await hand.press('Alle 3 löschen');
  await hand.reads('3 angehaltene Mails löschen?');
  await hand.press('Alle 3 löschen');
  await waitFor(() =>
    expect(server.sent.map(({ body }) => body)).toEqual([
      { club: 'RWA', ids: [7] },
      { club: 'RWA', state: 'held' },
    ]),
  );
});

test.each([undefined, 'queued', 'sent'] as const)('queued, sent or mixed mails have no bulk action: %s', (state) => {
  signIn(userOf('admin'));
  const hand = show(<RetryAll filter={{ club: 'RWA', state }} retryable={retryable} />);
  expect(() => hand.button(/senden|Freigeben/)).toThrow('no button');
});

test('a failed mail shows the reason in plain words beside that of the server, and can be retried unless its link has expired', async () => {
  signIn(userOf('admin'));
  const onAgain = vi.fn();
  const hand = show(<MailCard mail={mail} onAgain={onAgain} onDrop={() => undefined} />);
  await hand.reads('Diese Adresse gibt es nicht (mehr).');
  await hand.reads(/550 5\.1\.1 no such box/);
  await hand.reads('3 Versuche');
  await hand.press('Noch einmal senden: mia@example.org');
  await waitFor(() => expect(onAgain).toHaveBeenCalledWith(mail));
});
