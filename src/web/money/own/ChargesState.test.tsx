import { expect, test } from 'vitest';
import { chargesContract, type OwnCharge } from '#shared/money/charges.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ChargesState } from './ChargesState.tsx';

const charge: OwnCharge = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  reference: 'RWA-100001',
  club: 'RWA',
  name: 'Mila Muster',
  label: 'Kinderturnen',
  cents: 4000,
  settledCents: 1000,
  dueOn: '2026-12-01',
  deferredUntil: null,
  method: 'transfer',
  state: 'open',
  paidOn: null,
  splitOf: null,
  isMine: true,
  payerName: 'Mila Muster',
  account: null,
  accountReference: null,
};

test('open amounts are summed; paid and refunded charges and those paid by others do not count', async () => {
  const paid = { ...charge, id: '9d7a8a31-5b7c-4c57-8d0f-000000000002', state: 'paid' as const, settledCents: 4000 };
  const back = { ...charge, id: '9d7a8a31-5b7c-4c57-8d0f-000000000003', cents: -500, settledCents: 0 };
  const other = { ...charge, id: '9d7a8a31-5b7c-4c57-8d0f-000000000005', isMine: false, payerName: 'Jugendamt' };
  signIn(userOf('reader')).on(chargesContract.mine, [charge, paid, back, other, { ...charge, id: '9d7a8a31-5b7c-4c57-8d0f-000000000004' }]);
  const hand = show(<ChargesState />);
  await hand.reads(/60,00\s€ offen/);
});

test('without open amounts nothing is rendered', async () => {
  const server = signIn(userOf('reader')).on(chargesContract.mine, []);
  show(<ChargesState />);
  await expect.poll(() => server.sent.length + document.body.querySelectorAll('[data-tone]').length).toBe(0);
});
