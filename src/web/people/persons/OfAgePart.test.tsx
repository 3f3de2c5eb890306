import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ofAgeContract, type OfAge } from '#shared/people/ofAge/contract.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { OfAgePart } from './OfAgePart.tsx';

const contact = { email: 'lina@example.org', mobile: '', emergencyName: 'Eva', emergencyPhone: '0171 1234567', version: 3 };
const asked: OfAge = {
  personId: '8d7a8a31-5b7c-4c57-8d0f-000000000002',
  club: 'RWA',
  name: 'Lina Muster',
  contact,
  payment: { payer: 'Muster, Eva', account: '', accountHolder: '' },
};

test('the contact data are validated at their fields and sent with the version that was read', async () => {
  const server = signIn(userOf('reader')).on(ofAgeContract.mine, [asked]).on(ofAgeContract.setContact, { ok: true });
  const hand = show(<OfAgePart />);
  await hand.reads('Mit 18 entscheiden Sie selbst');
  await hand.fill('E-Mail', 'keine');
  await hand.press('Kontakt bestätigen');
  expect(hand.problem('E-Mail')).not.toBe('');
  await hand.fill('E-Mail', 'lina@example.org');
  await hand.fill('Handy', '0170 7654321');
  await hand.press('Kontakt bestätigen');
  await hand.reads('Ihr Kontakt ist bestätigt.');
  expect(server.sent).toMatchObject([{ method: 'PUT', body: { mobile: '0170 7654321', emergencyName: 'Eva', version: 3 } }]);
});

test('when the club saves the same contact meanwhile, what was typed stays, and both values are shown', async () => {
  const server = signIn(userOf('reader')).on(ofAgeContract.mine, [asked]);
  const hand = show(<OfAgePart />);
  await hand.fill('Handy', '0170 7654321');
  server.on(ofAgeContract.mine, [{ ...asked, contact: { ...contact, mobile: '0160 1111111', emergencyName: 'Jan', version: 4 } }]);
  server.on(ofAgeContract.setContact, () => refuse('conflict'));
  await hand.press('Kontakt bestätigen');
  await hand.reads('Ihre Eingabe: 0170 7654321');
  await hand.reads('Gespeichert: 0160 1111111');
  await hand.user.click(await hand.reads('Ihre Eingabe: 0170 7654321'));
  await waitFor(() => expect(hand.field('Im Notfall: wer?').value).toBe('Jan'));
  expect(hand.field('Handy').value).toBe('0170 7654321');
});

test('the payer is shown without their account, and confirmed with one click; a refusal is shown', async () => {
  const server = signIn(userOf('reader'))
    .on(ofAgeContract.mine, [{ ...asked, contact: null }])
    .on(ofAgeContract.keepPayment, () => refuse('wrong-state'));
  const hand = show(<OfAgePart />);
  await hand.reads('Muster, Eva zahlt für Sie.');
  await hand.press('So soll es bleiben');
  await waitFor(() => expect(server.sent).toHaveLength(1));
  server.on(ofAgeContract.keepPayment, { ok: true });
  await hand.press('So soll es bleiben');
  await hand.reads('Es wird weiter so bezahlt.');
});

test('a user without open decisions is asked nothing', async () => {
  signIn(userOf('reader')).on(ofAgeContract.mine, []);
  show(<OfAgePart />);
  await waitFor(() => expect(screen.queryByText('Mit 18 entscheiden Sie selbst')).toBeNull());
});
