import { expect, test } from 'vitest';
import { privacyContract } from '#shared/office/privacy.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { OwnViews } from './OwnViews.tsx';

test('each access shows what was seen, of whom, for what, by whom and when', async () => {
  signIn(userOf('reader')).on(privacyContract.views, [
    {
      id: 7,
      person: 'Mia Muster',
      club: 'RWA',
      at: '2026-11-20T08:00:00.000Z',
      by: 'Anton Rotmuster',
      what: 'Gesundheitshinweis geöffnet',
      why: 'für die Betreuung in den Stunden',
    },
    {
      id: 7,
      person: 'Rosa Muster',
      club: 'SCB',
      at: '2026-11-19T08:00:00.000Z',
      by: 'Alma Blaumuster',
      what: 'IBAN ganz angezeigt',
      why: 'für den Einzug von Beiträgen',
    },
  ]);
  const hand = show(<OwnViews />, 'gesehen');
  await hand.reads('2-mal, zuletzt am 20.11.2026');
  await hand.reads('Gesundheitshinweis geöffnet: Mia Muster (RWA)');
  const lines = [...document.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(lines).toEqual([
    expect.stringMatching(/Mia Muster \(RWA\)für die Betreuung in den StundenAnton Rotmuster, .*20\.11\.2026/),
    expect.stringMatching(/Rosa Muster \(SCB\)für den Einzug von BeiträgenAlma Blaumuster, .*19\.11\.2026/),
  ]);
});

test('without accesses the page says so', async () => {
  signIn(userOf('reader')).on(privacyContract.views, []);
  await show(<OwnViews />).reads('Bisher niemand');
});
