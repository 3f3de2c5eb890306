import { expect, test, vi } from 'vitest';
import { consentTextsContract, type ConsentText, type PurposeTexts } from '#shared/people/consentTexts/contract.ts';
import { refuse } from '#test/web/server.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ConsentTexts } from './ConsentTexts.tsx';

const first: ConsentText = {
  id: null,
  version: 1,
  text: 'Fotos aus den Stunden.',
  fromDay: null,
  asksAgain: false,
  isUpcoming: false,
  createdBy: '',
};
const second: ConsentText = {
  id: '8d7a8a31-5b7c-4c57-8d0f-000000000001',
  version: 2,
  text: 'Fotos vom ganzen Vereinsleben.',
  fromDay: '2027-01-01',
  asksAgain: true,
  isUpcoming: true,
  createdBy: 'Anton Rotmuster',
};
const photos: PurposeTexts = { purpose: 'photo_web', versions: [first], agreed: [{ version: 1, people: 12 }] };

function open(texts: PurposeTexts) {
  vi.setSystemTime('2026-11-22T09:00:00Z');
  const server = signIn(userOf('admin')).on(consentTextsContract.list, [texts]);
  return { server, hand: show(<ConsentTexts club="RWA" onClose={() => undefined} />) };
}

test('a new version starts with the current text and is sent with its day and whether to ask again', async () => {
  const { server, hand } = open(photos);
  server.on(consentTextsContract.create, second);
  await hand.reads('Zugestimmt: 12 Personen zu Fassung 1.');
  await hand.press('Neue Fassung: Fotos auf der Website');
  expect(hand.field('Text').value).toBe('Fotos aus den Stunden.');
  await hand.fill('Text', 'Fotos vom ganzen Vereinsleben.');
  await hand.fill('Gilt ab', '01.01.2027');
  await hand.press('Speichern');
  await hand.reads('Die neue Fassung ist gespeichert.');
  expect(server.sent[0]?.body).toEqual({
    club: 'RWA',
    purpose: 'photo_web',
    text: 'Fotos vom ganzen Vereinsleben.',
    fromDay: '2027-01-01',
    asksAgain: true,
  });
});

test('server errors are shown at their fields, and the input is kept', async () => {
  const { server, hand } = open(photos);
  server.on(consentTextsContract.create, () => refuse('invalid-input', { text: 'Das ist der Text von heute.' }));
  await hand.reads('Zugestimmt: 12 Personen zu Fassung 1.');
  await hand.press('Neue Fassung: Fotos auf der Website');
  await hand.press('Speichern');
  await hand.reads('Das ist der Text von heute.');
  expect(hand.field('Text').value).toBe('Fotos aus den Stunden.');
});

test('a pending version is marked and withdrawn after a confirmation; no other can be created meanwhile', async () => {
  const { server, hand } = open({ ...photos, versions: [second, first] });
  server.on(consentTextsContract.delete, { ok: true });
  await hand.reads('ab 01.01.2027, von Anton Rotmuster');
  expect(() => hand.button('Neue Fassung: Fotos auf der Website')).toThrow();
  await hand.press('Zurücknehmen: Fotos auf der Website');
  await hand.reads('Neue Fassung zurücknehmen?');
  await hand.press('Zurücknehmen');
  await hand.reads('Die Fassung ist zurückgenommen.');
  expect(server.sent.map(({ method }) => method)).toEqual(['DELETE']);
});
