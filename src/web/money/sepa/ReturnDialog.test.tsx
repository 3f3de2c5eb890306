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
  state: 'submitted',
  items: 1,
  totalCents: 7000,
  createdBy: 'Anton Rotmuster',
  returnFeeCents: 410,
  needsOther: false,
  createdAt: '2026-11-20T10:00:00.000Z',
  version: 1,
  debits: [
    { mandate: 'RWA-00001', holder: 'Ute Muster', account: 'DE12 •••• 3000', sequence: 'RCUR', cents: 7000, charges: [], returnCode: null },
  ],
};

test('a returned debit names its reason in words and the fee with its sum', async () => {
  const { server, hand, onClose } = open(run);
  server.on(sepaRunsContract.giveBack, run);
  expect(hand.button('Vermerken').disabled).toBe(true);
  await hand.choose('Lastschrift', 'Ute Muster, RWA-00001, 70,00\u00A0€');
  await hand.choose('Grund laut Kontoauszug', 'AC04, Konto aufgelöst');
  await hand.tick('Gebühr weiterberechnen: 4,10\u00A0€');
  await hand.press('Vermerken');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.sent[0]?.body).toMatchObject({ mandate: 'RWA-00001', code: 'AC04', withFee: true });
});

test('where the club asks for no fee the tick is off and says why', async () => {
  const { hand } = open({ ...run, returnFeeCents: 0 });
  await hand.reads('In den Einstellungen steht keine Gebühr für Rücklastschriften.');
  expect(hand.field('Gebühr weiterberechnen').disabled).toBe(true);
});

function open(of: SepaRun) {
  const onClose = vi.fn();
  const server = signIn(userOf('admin'));
  return { server, onClose, hand: show(<ReturnDialog run={of} isOpen onClose={onClose} />) };
}
