import { expect, test } from 'vitest';
import { mailsContract } from '#shared/content/mails.ts';
import { refuse } from '#test/web/server.ts';
import { showAtAddress, signIn } from '#test/web/page.tsx';
import { Page } from './UnsubscribePage.tsx';

const whole = 'aB3dE6gH9jK2mN5pQ8sT1vW4';
const open = (token: string) => showAtAddress(<Page />, `/unsubscribe/${token}`, '/unsubscribe/$token');

test('opening the link changes nothing; one press unsubscribes', async () => {
  const server = signIn(null).on(mailsContract.unsubscribe, { ok: true });
  const hand = await open(whole);
  await hand.reads('Keinen Newsletter mehr bekommen?');
  expect(server.sent).toEqual([]);
  await hand.press('Abbestellen');
  await hand.reads('Der Newsletter ist abbestellt.');
  expect(server.sent).toEqual([{ method: 'POST', address: `/mails/unsubscribe/${whole}`, body: null }]);
});

test('a link that lost its end speaks of the link, for there is no field to check', async () => {
  signIn(null).on(mailsContract.unsubscribe, { ok: true });
  const hand = await open('aB3dE6');
  await hand.press('Abbestellen');
  await hand.reads('Dieser Link ist unvollständig oder gilt nicht mehr.');
  expect(document.body.textContent).not.toContain('markierten Angaben');
  expect(document.querySelector('button')).toBeNull();
});

test('a link that nobody knows says the same', async () => {
  signIn(null).on(mailsContract.unsubscribe, () => refuse('invalid-link'));
  const hand = await open(whole);
  await hand.press('Abbestellen');
  await hand.reads('Dieser Link ist unvollständig oder gilt nicht mehr.');
});

test('a request that fails keeps the button for another try', async () => {
  signIn(null).on(mailsContract.unsubscribe, () => refuse('internal-error'));
  const hand = await open(whole);
  await hand.press('Abbestellen');
  await hand.reads('Da ist uns ein Fehler unterlaufen. Bitte versuchen Sie es noch einmal.');
  await hand.press('Abbestellen');
});
