import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { booksContract, type Closing, type Year } from '#shared/money/books/contract.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { CloseForm } from './CloseForm.tsx';

const year: Year = {
  year: 2026,
  lines: [],
  inCents: 0,
  outCents: 0,
  surplusCents: 0,
  before: { lines: [], inCents: 0, outCents: 0, surplusCents: 0 },
  hasSpheres: true,
  meters: [],
  openCents: 0,
  creditCents: 0,
  closedUntil: null,
  mayClose: ['2026-12-31', '2026-11-30'],
  mayReopen: false,
  checks: [
    { name: 'runs', text: 'Alle Lastschriftläufe sind abgeschlossen.', count: 0, isBlocking: true },
    { name: 'late', text: '3 Forderungen sind fällig und offen.', count: 3, isBlocking: false },
  ],
  closings: [],
};
const closing: Closing = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  until: '2026-12-31',
  closedAt: '2027-01-10T10:00:00.000Z',
  closedBy: 'Vera',
  isUnchanged: true,
  reopenedAt: null,
  reopenedBy: '',
  reason: '',
};

test('the latest possible day is proposed, the year must be typed, and then the books are closed', async () => {
  const server = signIn(userOf('admin'));
  server.on(booksContract.close, closing);
  const hand = show(<CloseForm club="RWA" year={year} />);
  await hand.reads('3 Forderungen sind fällig und offen.');
  await hand.fill('Zur Sicherheit: 2026 eintippen', '2026');
  await hand.press('Abschließen');
  await hand.reads('Bis 31.12.2026 ist abgeschlossen.');
  expect(server.sent).toMatchObject([{ address: '/books/closings', body: { club: 'RWA', until: '2026-12-31', typed: '2026' } }]);
});

test('a wrong year is refused at its field', async () => {
  const server = signIn(userOf('admin'));
  server.on(booksContract.close, () => refuse('invalid-input', { typed: 'Bitte 2026 eingeben.' }));
  const hand = show(<CloseForm club="RWA" year={year} />);
  await hand.fill('Zur Sicherheit: 2026 eintippen', '2025');
  await hand.press('Abschließen');
  await waitFor(() => expect(hand.problem('Zur Sicherheit: 2026 eintippen')).toBe('Bitte 2026 eingeben.'));
});

test('open tasks are listed, and closing names them until they are done', async () => {
  const server = signIn(userOf('admin'));
  const [runs, ...others] = year.checks;
  const hand = show(
    <CloseForm
      club="RWA"
      year={{
        ...year,
        checks: [...(runs ? [{ ...runs, count: 1, text: '1 Lastschriftlauf ist noch nicht abgeschlossen.' }] : []), ...others],
      }}
    />,
  );
  await hand.reads(/^1 Lastschriftlauf .* Bitte zuerst erledigen\.$/);
  await hand.fill('Zur Sicherheit: 2026 eintippen', '2026');
  await hand.press('Abschließen');
  await hand.reads('Das geht noch nicht: 1 Lastschriftlauf ist noch nicht abgeschlossen.');
  expect(server.sent).toEqual([]);
});
