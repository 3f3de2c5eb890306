import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { auditorsContract, type AuditorLink } from '#shared/money/auditors/contract.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { LinkForm } from './LinkForm.tsx';

const link: AuditorLink = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  name: 'Karla Kasse',
  until: '2026-12-10',
  createdBy: 'Vera',
  createdAt: '2026-11-26T10:00:00.000Z',
  endedAt: null,
  isOpen: true,
  openings: 0,
  lastOpenedAt: null,
};
const address = 'http://rwa.localhost/books/kb2Jx0yZ8rVqN1cW5tPd7LmA3sHf6uEg9oYi4BvKQXw';

function open() {
  const server = signIn(userOf('admin'));
  return { server, hand: show(<LinkForm club="RWA" year={2026} />) };
}

test('the URL is shown once after creation, beside the typed password', async () => {
  const { server, hand } = open();
  server.on(auditorsContract.make, { link, address });
  await hand.fill('Für wen', 'Karla Kasse');
  await hand.fill('Passwort', 'Kuchen-im-Mai-2026');
  await hand.press('Link erstellen');
  await waitFor(() => expect(hand.field('Link').value).toBe(address));
  expect(hand.field('Passwort').value).toBe('Kuchen-im-Mai-2026');
  expect(server.sent).toMatchObject([
    { address: '/books/2026/auditor-links', body: { club: 'RWA', name: 'Karla Kasse', password: 'Kuchen-im-Mai-2026' } },
  ]);
});

test('a short password is refused before anything is sent, server errors are shown at their fields', async () => {
  const { server, hand } = open();
  server.on(auditorsContract.make, () => refuse('invalid-input', { until: 'Dieser Tag ist schon vorbei.' }));
  await hand.fill('Für wen', 'Karla Kasse');
  await hand.fill('Passwort', 'kurz');
  await hand.press('Link erstellen');
  await waitFor(() => expect(hand.problem('Passwort')).toBe('Bitte mindestens 10 Zeichen.'));
  expect(server.sent).toEqual([]);
  await hand.fill('Passwort', 'Kuchen-im-Mai-2026');
  await hand.press('Link erstellen');
  await waitFor(() => expect(hand.problem('Gilt bis')).toBe('Dieser Tag ist schon vorbei.'));
});
