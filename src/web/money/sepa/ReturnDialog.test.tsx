import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { sepaRunsContract, type SepaRun } from '#shared/money/sepaRuns.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';

const id = '9d7a8a31-5b7c-4c57-8d0f-000000000003';
const run: SepaRun = {
  id,
  messageId: 'RWA-20261201-1',
  collectionDate: '2026-12-01',
  creditorAccount: 'Girokonto, DE•• •••• 2051',
  state: 'submitted',
  items: 1,
  totalCents: 7000,
  createdBy: 'Anton Rotmuster',
  returnFeeCents: 410,
  needsOther: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  version: 1,
  debits: 2,
  letters: [],
  returned: [],
};
const debit = {
  mandate: 'RWA-00001',
  holder: 'Ute Muster',
  account: 'DE12 •••• 3000',
  sequence: 'RCUR' as const,
  cents: 7000,
  charges: [],
  returnCode: null,
  notice: 'mail' as const,
};

test('a returned debit shows its reason as text and the fee with its amount', async () => {
  const { server, hand, onClose } = open(run);
  server.on(sepaRunsContract.giveBack, run);
  await hand.press('Vermerken');
  expect(hand.problem('Lastschrift')).toBe('Bitte eine Lastschrift auswählen.');
  expect(hand.problem('Grund laut Kontoauszug')).toBe('Vier Zeichen wie AC04, vom Kontoauszug.');
  expect(server.sent.some(({ method }) => method === 'POST')).toBe(false);
  await hand.choose('Lastschrift', 'Ute Muster, RWA-00001, 70,00\u00A0€');
  await hand.choose('Grund laut Kontoauszug', 'AC04, Konto aufgelöst');
  await hand.tick('Gebühr weiterberechnen: 4,10\u00A0€');
  await hand.press('Vermerken');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
    mandate: 'RWA-00001',
    code: 'AC04',
    withFee: true,
    feeCents: 410,
  });
});

test('a reason that is not listed is typed as it stands on the statement', async () => {
  const { server, hand, onClose } = open(run);
  server.on(sepaRunsContract.giveBack, run);
  await hand.choose('Lastschrift', 'Ute Muster, RWA-00001, 70,00\u00A0€');
  await hand.fill('Grund laut Kontoauszug', 'dnor');
  await hand.reads('Bitte die vier Zeichen vom Kontoauszug, wie AC04.');
  await hand.fill('Grund laut Kontoauszug', 'ag07');
  await hand.user.click(await hand.reads('AG07, sonstiger Grund'));
  await hand.press('Vermerken');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ code: 'AG07' });
});

test('if the club charges no fee, the checkbox is off and the reason is shown', async () => {
  const { hand } = open({ ...run, returnFeeCents: 0 });
  await hand.reads('In den Einstellungen steht keine Gebühr für Rücklastschriften.');
  expect(hand.field('Gebühr weiterberechnen').disabled).toBe(true);
});

test("the bank's fee can be passed on without a fee in the settings, and a reason that suspends the mandate says so", async () => {
  const { server, hand, onClose } = open({ ...run, returnFeeCents: 0 });
  server.on(sepaRunsContract.giveBack, run);
  await hand.choose('Lastschrift', 'Ute Muster, RWA-00001, 70,00\u00A0€');
  await hand.choose('Grund laut Kontoauszug', 'AM04, Konto nicht gedeckt');
  expect(document.body.textContent).not.toContain('Das Mandat ruht danach');
  await hand.choose('Grund laut Kontoauszug', 'MD06, Zahler hat widersprochen');
  await hand.reads(/Das Mandat ruht danach/);
  await hand.fill('Gebühr der Bank in Euro', '3,5');
  await hand.tick('Gebühr weiterberechnen: 3,50\u00A0€');
  await hand.press('Vermerken');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ code: 'MD06', withFee: true, feeCents: 350 });
});

function open(of: SepaRun) {
  const onClose = vi.fn();
  const server = signIn(userOf('admin'));
  server.on(sepaRunsContract.debits, { rows: [debit, { ...debit, mandate: 'RWA-00002', returnCode: 'AC04' }], count: 2 });
  return { server, onClose, hand: show(<ReturnDialog run={of} isOpen onClose={onClose} />) };
}
