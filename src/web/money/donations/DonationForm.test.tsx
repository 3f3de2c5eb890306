import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { donationsContract, type Donation } from '#shared/money/donations/contract.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { DonationDialog } from './DonationForm.tsx';

const krume: Donation = {
  id: '8d7a8a31-5b7c-4c57-8d0f-000000000004',
  donorName: 'Bäckerei Krume',
  donorAddress: 'Markt 1\n59999 Auenfeld',
  kind: 'money',
  cents: 25_000,
  inCash: false,
  receivedOn: '2026-11-20',
  note: '',
  receiptNo: null,
  isLocked: false,
  version: 3,
};

test('a donation requires a donor, an address and an amount, and is sent in cents', async () => {
  const server = signIn(userOf('admin')).on(donationsContract.create, krume);
  const onClose = vi.fn();
  const hand = show(<DonationDialog club="RWA" of="new" onClose={onClose} />);
  await hand.press('Speichern');
  expect(hand.problem('Von wem?')).toBe('Bitte ausfüllen.');
  expect(hand.problem('Anschrift')).toBe('Bitte die Anschrift angeben.');
  expect(hand.problem('Betrag')).toBe('Bitte einen Betrag angeben.');
  expect(server.sent).toEqual([]);
  await hand.fill('Von wem?', 'Bäckerei Krume');
  await hand.fill('Anschrift', 'Markt 1\n59999 Auenfeld');
  await hand.fill('Betrag', '250,50');
  await hand.fill('Eingang am', '20.11.2026');
  await hand.press('Speichern');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent).toMatchObject([{ method: 'POST', body: { cents: 25_050, receivedOn: '2026-11-20', kind: 'money', club: 'RWA' } }]);
});

test('server errors are shown at their fields, and the input is kept', async () => {
  const server = signIn(userOf('admin')).on(donationsContract.update, () =>
    refuse('invalid-input', { receivedOn: 'Bis 31.12.2026 sind die Bücher abgeschlossen.' }),
  );
  const onClose = vi.fn();
  const hand = show(<DonationDialog club="RWA" of={krume} onClose={onClose} />);
  await hand.fill('Notiz', 'Sommerfest');
  await hand.press('Speichern');
  await waitFor(() => expect(hand.problem('Eingang am')).toBe('Bis 31.12.2026 sind die Bücher abgeschlossen.'));
  expect(hand.field('Notiz').value).toBe('Sommerfest');
  expect(onClose).not.toHaveBeenCalled();
  expect(server.sent).toMatchObject([{ method: 'PUT', address: `/donations/${krume.id}`, body: { version: 3, note: 'Sommerfest' } }]);
});
