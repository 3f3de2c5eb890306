import { expect, test } from 'vitest';
import { reportSumsContract, type ClubSums } from '#shared/people/report/reportSums.ts';
import { show, signIn, userOf } from '#test/web/page.tsx';
import { SumsPart } from './SumsPart.tsx';

test('the association sees sums, a small count as “< 5” and the counts that would disclose it as suppressed', async () => {
  const sums: ClubSums = {
    rows: [{ from: 0, to: 18, cells: ['few', 'covered', 0, 0], total: 23 }],
    columns: [33, 60, 0, 0],
    total: 93,
    associations: [{ no: '0123', name: 'Turnen', members: 'few' }],
    youthPercent: 25,
    change: -3,
  };
  const server = signIn(userOf('admin', 'GSV'));
  server.on(reportSumsContract.sums, { clubs: [{ ...sums, club: 'RWA', handedInOn: '2026-01-15' }], all: sums });
  const hand = show(<SumsPart keyDate="2026-01-01" onChange={() => undefined} />);
  await hand.reads('Abgegeben am 15.01.2026. 25 % sind höchstens 18 Jahre alt. −3 gegenüber dem Vorjahr.');
  const cells = [...document.querySelectorAll('tbody tr:first-child td')].map(({ textContent }) => textContent);
  expect(cells).toEqual(['< 5', '–', '0', '0', '23']);
  await hand.reads('Fachverbände: 0123 Turnen < 5');
});

test('until a club releases its report, the page says so', async () => {
  const server = signIn(userOf('admin', 'GSV'));
  server.on(reportSumsContract.sums, { clubs: [], all: null });
  await show(<SumsPart keyDate="2026-01-01" onChange={() => undefined} />).reads('Noch kein Verein hat diese Meldung freigegeben.');
});
