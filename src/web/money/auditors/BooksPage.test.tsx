import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { auditorsContract, type OpenedBooks, type Sampled } from '#shared/money/auditors/contract.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn } from '#test/web/page.tsx';
import { Books } from './Books.tsx';
import { OpeningForm } from './BooksPage.tsx';

const token = 'kb2Jx0yZ8rVqN1cW5tPd7LmA3sHf6uEg9oYi4BvKQXw';
const books: OpenedBooks = {
  clubName: 'Rot-Weiß Auenfeld',
  year: 2026,
  name: 'Karla Kasse',
  until: '2026-12-10',
  closedUntil: null,
  lines: [],
  inCents: 0,
  outCents: 0,
  surplusCents: 0,
  hasSpheres: true,
  balances: [],
  movements: Array.from({ length: 120 }, (_, at) => ({
    day: '2026-03-03',
    cents: 100 + at,
    place: 'Konto',
    label: 'Kurse',
    sphere: 'purpose' as const,
    document: `RWA-${1000 + at}`,
    text: 'Kursgebühr',
  })),
};

test('the password opens the books; a wrong one is reported at its field', async () => {
  const server = signIn(null);
  const onOpen = vi.fn();
  server.on(auditorsContract.open, () => refuse('wrong-password', { password: 'Das Passwort stimmt nicht.' }));
  const hand = show(<OpeningForm token={token} onOpen={onOpen} />);
  await hand.fill('Passwort', 'falsch');
  await hand.press('Öffnen');
  await waitFor(() => expect(hand.problem('Passwort')).toBe('Das Passwort stimmt nicht.'));
  server.on(auditorsContract.open, books);
  await hand.fill('Passwort', 'Kuchen-im-Mai-2026');
  await hand.press('Öffnen');
  await waitFor(() => expect(onOpen).toHaveBeenCalledWith({ books, password: 'Kuchen-im-Mai-2026' }));
});

test('an expired link is reported, without an input field', async () => {
  const server = signIn(null);
  server.on(auditorsContract.open, () => refuse('not-found'));
  const hand = show(<OpeningForm token={token} onOpen={vi.fn()} />);
  await hand.fill('Passwort', 'Kuchen-im-Mai-2026');
  await hand.press('Öffnen');
  await hand.reads('Dieser Link gilt nicht mehr.');
});

test('movements are found by any of their words, and a sample shows its documents', async () => {
  const server = signIn(null);
  const sampled: Sampled[] = [
    {
      id: '9d7a8a31-5b7c-4c57-8d0f-000000000002',
      day: '2026-03-03',
      cents: 1200,
      title: 'Zahlung',
      facts: [{ label: 'Zahler', value: 'Zoe Zahl' }],
    },
  ];
  server.on(auditorsContract.sample, sampled);
  const hand = show(<Books books={books} opening={{ token, password: 'Kuchen-im-Mai-2026' }} />);
  await hand.reads('120 von 120 Buchungen');
  await hand.fill('Suchen', 'rwa-1119');
  await hand.reads('1 von 120 Buchungen');
  await hand.fill('Wie viele Buchungen', '1');
  await hand.press('Stichprobe ziehen');
  await hand.reads('Zoe Zahl');
  expect(server.sent).toMatchObject([{ address: '/auditor-books/samples', body: { token, password: 'Kuchen-im-Mai-2026', count: 1 } }]);
});
