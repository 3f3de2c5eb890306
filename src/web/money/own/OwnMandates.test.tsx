import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mandatesContract, type OwnMandate } from '#shared/money/mandates.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { OwnMandates } from './OwnMandates.tsx';

const mandate: OwnMandate = {
  id: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  club: 'RWA',
  payer: 'Ohm, Ole',
  forName: 'Mia Ohm',
  reference: 'RWA-17-01',
  account: 'DE•• •••• 5030',
  accountHolder: 'Ole Ohm',
  signedOn: '2019-03-01',
  isPaused: true,
};

test('the own mandates are shown with account, reference and for whom; one that rests says so', async () => {
  signIn(userOf('reader')).on(mandatesContract.mine, [mandate]);
  const hand = show(<OwnMandates />, 'lastschrift');
  await hand.reads('DE•• •••• 5030, ruht');
  await hand.reads(/Mandat RWA-17-01 · unterschrieben am 01\.03\.2019 · nur für Mia Ohm · ruht, zurzeit wird nichts eingezogen$/);
  expect(screen.getByText('DE•• •••• 5030')).toBeDefined();
});
