import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { clubAccountsContract } from '#shared/club/bankAccounts/contract.ts';
import { payoutsContract, type PayoutCandidate, type PayoutRun } from '#shared/money/payouts/contract.ts';
import { paidByHand } from '#shared/money/payouts/rules.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { CandidatesPart } from './CandidatesPart.tsx';
import { PayoutRuns } from './PayoutRuns.tsx';

beforeEach(() => void vi.setSystemTime('2026-11-22T10:00:00Z'));

const [ole, ina] = ['9d7a8a31-5b7c-4c57-8d0f-000000000001', '9d7a8a31-5b7c-4c57-8d0f-000000000002'];
const candidate = (id: string, values: Partial<PayoutCandidate>): PayoutCandidate => ({
  source: 'refund',
  sourceId: id,
  payeeId: id,
  isOrganisation: false,
  name: 'Ohm, Ole',
  label: 'Erstattung',
  cents: 1200,
  account: 'DE02 •••• 2051',
  origin: 'mandate',
  fault: '',
  ...values,
});
const run: PayoutRun = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000009',
  messageId: 'RWA-A-20261122-abc',
  executionOn: '2026-11-23',
  debtorAccount: 'Girokonto, DE•• •••• 2051',
  executedOn: null,
  state: 'downloaded',
  totalCents: 1200,
  transfers: 1,
  createdBy: 'Vera Vogel',
  createdAt: '2026-11-22T10:00:00.000Z',
  needsOther: false,
  items: [
    {
      id: ina,
      source: 'refund',
      name: 'Ohm, Ole',
      label: 'Erstattung',
      holder: 'Ole Ohm',
      account: 'DE02 •••• 2051',
      cents: 1200,
      nameAnswer: null,
      failedReason: '',
    },
  ],
  version: 2,
};

test('items without an account cannot be selected, get one by hand, and selected ones go into a file with their total', async () => {
  const server = signIn(userOf('admin'));
  server.on(clubAccountsContract.list, []);
  const missing = candidate(ina, { name: 'Igel, Ina', source: 'hour_sheet', account: null, origin: null, fault: 'Das Konto fehlt.' });
  const bank = candidate('9d7a8a31-5b7c-4c57-8d0f-000000000003', {
    name: 'Sparkasse',
    isOrganisation: true,
    account: null,
    origin: null,
    fault: paidByHand,
  });
  server.on(payoutsContract.propose, { missing: [], executionOn: '2026-11-23', candidates: [candidate(ole, {}), missing, bank] });
  server.on(payoutsContract.setAccount, { account: 'DE02 •••• 2051', holder: 'Ina Igel', payableFrom: null });
  server.on(payoutsContract.create, run);
  const onMade = vi.fn();
  const hand = show(<CandidatesPart onMade={onMade} />);
  await hand.reads('Das Konto fehlt.');
  await hand.reads('Ein Konto fehlt noch.');
  await hand.reads(paidByHand);
  expect(screen.queryByLabelText('Igel, Ina, Erstattung auswählen')).toBeNull();
  expect(screen.queryByLabelText('Sparkasse, Erstattung auswählen')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Konto eintragen: Sparkasse' })).toBeNull();
  await hand.press('Konto eintragen: Igel, Ina');
  await hand.fill('IBAN', 'DE02 1203 0000 0000 2020 52');
  await hand.press('Speichern');
  expect(hand.problem('IBAN')).toContain('Diese IBAN stimmt nicht');
  await hand.fill('IBAN', 'DE02 1203 0000 0000 2020 51');
  await hand.press('Speichern');
  await waitFor(() => expect(server.sent[0]?.body).toMatchObject({ holder: 'Ina Igel', iban: expect.stringContaining('DE02') }));
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  await hand.press('Auszahlen …');
  await hand.reads('Bitte haken Sie zuerst an, was auszuzahlen ist.');
  await hand.tick('Ohm, Ole, Erstattung auswählen');
  await hand.press(/€ auszahlen …$/);
  await hand.reads(/1 Überweisung über zusammen 12,00/);
  await hand.press('Anlegen');
  await waitFor(() => expect(onMade).toHaveBeenCalled());
  expect(server.sent.at(-1)?.body).toEqual({ chosen: [{ source: 'refund', sourceId: ole }], totalCents: 1200 });
});

test("a run is recorded as paid on the bank's date, and one of its items as returned", async () => {
  const server = signIn(userOf('admin'));
  server.on(payoutsContract.list, { rows: [run], next: null });
  server.on(payoutsContract.execute, { ...run, state: 'executed', executedOn: '2026-11-22' });
  server.on(payoutsContract.fail, run);
  const hand = show(<PayoutRuns />);
  await hand.press('Ausgeführt …');
  await hand.reads(/gehen als gezahlt in die Konten/);
  await hand.press('Vermerken');
  await waitFor(() => expect(server.sent[0]?.body).toEqual({ executedOn: '2026-11-22', version: 2 }));
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  await hand.press('Kam zurück: Ohm, Ole, Erstattung');
  await hand.fill('Grund', 'Konto erloschen');
  await hand.press('Vermerken');
  await waitFor(() => expect(server.sent.at(-1)?.body).toEqual({ itemId: ina, reason: 'Konto erloschen', version: 2 }));
});

test("the bank's answer to the name is recorded for an item; a close match asks for the name that the bank told", async () => {
  const server = signIn(userOf('admin'));
  server.on(payoutsContract.list, { rows: [run], next: null });
  server.on(payoutsContract.answerName, run);
  const hand = show(<PayoutRuns />);
  await hand.press('Antwort der Bank: Ohm, Ole, Erstattung');
  await hand.reads(/In der Datei steht Ole Ohm/);
  await hand.press('Vermerken');
  expect(server.sent).toEqual([]);
  await hand.tick('stimmt fast');
  await hand.press('Vermerken');
  expect(hand.problem('Name, den die Bank nennt')).toBeTruthy();
  expect(server.sent).toEqual([]);
  await hand.fill('Name, den die Bank nennt', 'Ole Ohm-Uhl');
  await hand.press('Vermerken');
  await waitFor(() =>
    expect(server.sent[0]?.body).toEqual({ itemId: ina, said: { answer: 'close', bankName: 'Ole Ohm-Uhl' }, version: 2 }),
  );
  await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  await hand.press('Antwort der Bank: Ohm, Ole, Erstattung');
  await hand.tick('stimmt nicht');
  await hand.press('Vermerken');
  await waitFor(() => expect(server.sent.at(-1)?.body).toEqual({ itemId: ina, said: { answer: 'mismatch' }, version: 2 }));
});

test('an answer of the bank stands at its item, and is not asked for after the execution', async () => {
  const server = signIn(userOf('admin'));
  const items = run.items.map((item) => ({ ...item, nameAnswer: 'close' as const, holder: 'Ole Ohm-Uhl' }));
  server.on(payoutsContract.list, { rows: [{ ...run, state: 'executed', executedOn: '2026-11-22', items }], next: null });
  const hand = show(<PayoutRuns />);
  await hand.reads(/Ole Ohm-Uhl · DE02 •••• 2051 · Name laut Bank: stimmt fast/);
  expect(screen.queryByRole('button', { name: /^Antwort der Bank/ })).toBeNull();
});

test('with dual control the creator of a run is not offered its submission', async () => {
  const server = signIn(userOf('admin'));
  server.on(payoutsContract.list, { rows: [{ ...run, state: 'draft', needsOther: true }], next: null });
  const hand = show(<PayoutRuns />);
  await hand.reads(/Das tut eine zweite Person/);
  expect(screen.queryByRole('button', { name: 'Datei für die Bank' })).toBeNull();
});
