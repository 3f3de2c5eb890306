import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mandatesContract, type OwnMandate } from '#shared/money/mandates.ts';
import { refuse } from '#test/web/server.ts';
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
  version: 3,
};

test('the own mandates are shown with account, reference and for whom; one that rests says so', async () => {
  signIn(userOf('reader')).on(mandatesContract.mine, [mandate]);
  const hand = show(<OwnMandates />, 'lastschrift');
  await hand.reads('DE•• •••• 5030, ruht');
  await hand.reads(/Mandat RWA-17-01 · unterschrieben am 01\.03\.2019 · nur für Mia Ohm · ruht, zurzeit wird nichts eingezogen$/);
  expect(screen.getByText('DE•• •••• 5030')).toBeDefined();
});

test('a mandate is ended after a question; a refusal is shown', async () => {
  const server = signIn(userOf('reader'));
  const standing = [mandate];
  server.on(mandatesContract.mine, () => standing);
  server.on(mandatesContract.endOwn, () => refuse('conflict'));
  const hand = show(<OwnMandates />, 'lastschrift');
  await hand.press('Mandat beenden: DE•• •••• 5030');
  await hand.reads(/Was offen ist, überweisen Sie dann selbst/);
  await hand.press('Mandat beenden');
  await hand.reads('Das wurde inzwischen geändert. Bitte laden Sie neu.');
  server.on(mandatesContract.endOwn, () => {
    standing.pop();
    return { ok: true } as const;
  });
  await hand.press('Mandat beenden: DE•• •••• 5030');
  await hand.press('Mandat beenden');
  await hand.reads('Das Mandat ist beendet.');
  expect(server.sent.at(-1)?.body).toEqual({ version: 3 });
  expect(screen.queryByText('DE•• •••• 5030')).toBeNull();
});
