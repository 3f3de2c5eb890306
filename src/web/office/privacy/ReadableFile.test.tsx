import { expect, test } from 'vitest';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { ReadableFile } from './ReadableFile.tsx';

test("the board's data of a certificate of good conduct are readable in German, codes and dates included", () => {
  signIn(userOf('admin'));
  const noted = { certificate_on: '2026-01-12', seen_on: '2026-01-20', result: 'noEntry', duty_ended_on: '2026-06-30' };
  const parts = [{ title: 'Einsicht in das Führungszeugnis', rows: [noted] }];
  show(<ReadableFile file={{ exportedAt: '2026-07-01T08:00:00.000Z', club: 'RWA', name: 'Ina Igel', parts }} />);
  const facts = [...document.querySelectorAll('dt')].map((one) => [one.textContent, one.nextElementSibling?.textContent]);
  expect(facts).toEqual([
    ['Datum des Führungszeugnisses', '12.01.2026'],
    ['Eingesehen am', '20.01.2026'],
    ['Ergebnis', 'Kein Eintrag'],
    ['Tätigkeit bis', '30.06.2026'],
  ]);
});
