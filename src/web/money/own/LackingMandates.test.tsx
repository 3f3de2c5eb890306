import { expect, test } from 'vitest';
import { mandatesContract } from '#shared/money/mandates.ts';
import type { LackingMandate } from '#shared/money/payerLists.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { LackingMandates } from './LackingMandates.tsx';

const lacking: LackingMandate = {
  payerPersonId: '9d7a8a31-5b7c-4c57-8d0f-000000000001',
  club: 'RWA',
  names: ['Mila Muster', 'Ben Muster'],
  text: 'Ich ermächtige den Verein, Beträge einzuziehen.',
};

test('an invalid IBAN is reported at its field, the input is kept, and afterwards no mandate is missing', async () => {
  const server = signIn(userOf('reader'))
    .on(mandatesContract.lacking, [lacking])
    .on(mandatesContract.give, () => refuse('invalid-input', { iban: 'Das ist das Konto des Vereins.' }));
  const hand = show(<LackingMandates />);
  await hand.reads(/Für Mila Muster, Ben Muster ist mit .* Lastschrift vereinbart/);
  await hand.press('Mandat geben: Mila Muster, Ben Muster');
  await hand.reads(lacking.text);
  await hand.press('Mandat geben');
  expect(hand.problem('IBAN')).toBeDefined();
  await hand.fill('IBAN', 'DE02 1203 0000 0000 2020 51');
  await hand.fill('Wem gehört das Konto?', 'Rosa Muster');
  await hand.press('Mandat geben');
  await expect.poll(() => hand.problem('IBAN')).toMatch('Konto des Vereins');
  expect(hand.field('Wem gehört das Konto?').value).toBe('Rosa Muster');
  server.on(mandatesContract.give, { ok: true }).on(mandatesContract.lacking, []);
  await hand.fill('IBAN', 'DE89370400440532013000');
  await hand.press('Mandat geben');
  await hand.reads('Das Mandat ist eingetragen.');
  await expect.poll(() => document.body.textContent.includes('Mandat fehlt')).toBe(false);
  expect(server.sent.at(-1)).toMatchObject({
    method: 'POST',
    address: '/mandates/mine',
    body: { payerPersonId: lacking.payerPersonId, accountHolder: 'Rosa Muster' },
  });
});
