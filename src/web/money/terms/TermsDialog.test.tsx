import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { organisationsContract, type Organisation } from '#shared/halls/organisations.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import { termsContract } from '#shared/money/terms/contract.ts';
import { peopleContract } from '#shared/people/people.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { refuse } from '#test/web/server.ts';
import { TermsDialog, type TermsAction } from './TermsDialog.tsx';

const id = '9d7a8a31-5b7c-4c57-8d0f-000000000001';
const row: ListedCharge = {
  id,
  reference: 'RWA-100001',
  name: 'Muster, Mia',
  payer: 'Muster, Maria',
  isOrganisation: false,
  courseId: null,
  courseTitle: '',
  source: 'membership',
  label: 'Beitrag 2027',
  cents: 10_000,
  settledCents: 0,
  waivedCents: 0,
  dunningLevel: null,
  deferredUntil: null,
  payerId: '9d7a8a31-5b7c-4c57-8d0f-000000000002',
  splitOf: null,
  refundedCents: 0,
  dueOn: '2027-01-31',
  method: 'transfer',
  state: 'open',
  paidOn: null,
  reason: '',
  version: 2,
};

const office = '9d7a8a31-5b7c-4c57-8d0f-000000000003';
const words = { street: '', postcode: '', city: '', email: '', phone: '', note: '' };
const hours = { coming: 0, series: 0, weeklyMinutes: 0, wishes: 0, granted: 0, seenAt: null };
const who = { id: office, managerClub: 'RWA', club: null, name: 'Jugendamt', kind: 'municipal' } as const;
const organisations: Organisation[] = [
  { ...who, ...words, ...hours, isLocal: true, isNonProfit: true, priorityClass: null, contacts: [], archivedOn: null, version: 1 },
];

function open(action: TermsAction, of: ListedCharge = row) {
  const server = signIn(userOf('admin')).on(organisationsContract.list, organisations);
  const onClose = vi.fn();
  return { server, onClose, hand: show(<TermsDialog row={of} action={action} onClose={onClose} />) };
}

test('an organisation can pay in the place of a person', async () => {
  const { server, hand } = open('change');
  server.on(termsContract.change, { ...row, payer: 'Jugendamt', isOrganisation: true });
  await hand.choose('Oder eine Organisation zahlt', 'Jugendamt');
  await hand.fill('Grund', 'Kostenübernahme');
  await hand.press('Ändern');
  await waitFor(() => expect(server.sent.map(({ body }) => body)).toEqual([{ version: 2, payerId: office, reason: 'Kostenübernahme' }]));
});

test('the selected payer counts: an organisation replaces a person, a person an organisation, and none is refused', async () => {
  const { server, hand } = open('change');
  const olga = '9d7a8a31-5b7c-4c57-8d0f-000000000004';
  server.on(termsContract.change, { ...row, payer: 'Ohm, Olga' });
  server.on(peopleContract.search, [
    { id: olga, firstname: 'Olga', lastname: 'Ohm', birthDate: '1980-01-01', isMember: true, isClaimed: false },
  ]);
  const shown = () => [hand.field('Zahler').value, hand.field('Oder eine Organisation zahlt').value];
  await waitFor(() => expect(shown()).toEqual(['Muster, Maria', '']));
  await hand.choose('Oder eine Organisation zahlt', 'Jugendamt');
  expect(shown()).toEqual(['', 'Jugendamt']);
  await hand.press('Organisation leeren');
  expect(shown()).toEqual(['', '']);
  await hand.fill('Grund', 'Auf Wunsch');
  await hand.press('Ändern');
  expect(hand.problem('Zahler')).toBe('Bitte auswählen, wer zahlt.');
  await hand.choose('Oder eine Organisation zahlt', 'Jugendamt');
  await hand.user.type(screen.getByRole('combobox', { name: 'Zahler' }), 'ohm');
  await hand.user.click(await screen.findByRole('option', { hidden: true, name: /Olga Ohm/ }));
  expect(shown()).toEqual([expect.stringContaining('Olga Ohm'), '']);
  await hand.press('Ändern');
  await waitFor(() => expect(server.sent.map(({ body }) => body)).toEqual([{ version: 2, payerId: olga, reason: 'Auf Wunsch' }]));
});

test('nothing is collected from an organisation: as payer it switches debit to transfer, and debit is not offered', async () => {
  const { server, hand } = open('change', { ...row, method: 'sepa' });
  server.on(termsContract.change, { ...row, payer: 'Jugendamt', isOrganisation: true });
  expect(await hand.choices('Zahlungsart')).toContain('Lastschrift');
  await hand.choose('Oder eine Organisation zahlt', 'Jugendamt');
  expect(hand.field('Zahlungsart').value).toBe('Überweisung');
  expect(await hand.choices('Zahlungsart')).not.toContain('Lastschrift');
  await hand.fill('Grund', 'Kostenübernahme');
  await hand.press('Ändern');
  await waitFor(() =>
    expect(server.sent.map(({ body }) => body)).toEqual([{ version: 2, method: 'transfer', payerId: office, reason: 'Kostenübernahme' }]),
  );
});

test('installments are previewed before they are sent, and can be undone at once', async () => {
  const { server, hand, onClose } = open('split');
  server.on(termsContract.split, { whole: { ...row, state: 'split', version: 3 }, installments: [row, row] });
  server.on(termsContract.join, { ...row, version: 4 });
  await hand.reads(/31\.03\.2027: 33,34\s€/);
  await hand.fill('Raten', '2');
  await hand.reads(/28\.02\.2027: 50,00\s€/);
  await hand.fill('Grund', 'Umzug');
  await hand.press('In Raten aufteilen');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  await hand.press('Rückgängig');
  await waitFor(() =>
    expect(server.sent.map(({ body }) => body)).toEqual([
      { version: 2, count: 2, firstOn: '2027-01-31', reason: 'Umzug' },
      { version: 3, reason: 'Rückgängig' },
    ]),
  );
});

test('only changed fields are sent, and errors are shown at their fields', async () => {
  const { server, hand } = open('change');
  server.on(termsContract.change, () => refuse('invalid-input', { method: 'Kein Mandat.' }));
  await hand.fill('Grund', 'Auf Wunsch');
  await hand.press('Ändern');
  await hand.reads('Hier ist noch nichts anders als bisher.');
  expect(server.sent).toEqual([]);
  await hand.choose('Zahlungsart', 'Lastschrift');
  await hand.press('Ändern');
  await hand.reads('Kein Mandat.');
  expect(server.sent.map(({ body }) => body)).toEqual([{ version: 2, method: 'sepa', reason: 'Auf Wunsch' }]);
});

test('installments are merged into one charge with a reason', async () => {
  const { server, hand, onClose } = open('join', { ...row, state: 'split' });
  server.on(termsContract.join, row);
  await hand.fill('Grund', 'Anders vereinbart');
  await hand.press('Raten zurücknehmen');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent.map(({ address }) => address)).toEqual([`/charges/${id}/installments/reversal`]);
});
