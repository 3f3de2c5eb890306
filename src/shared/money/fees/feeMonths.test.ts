import { expect, test } from 'vitest';
import { countMonths, feeYearOf, firstDayOf, lastDayOf, monthOf, monthWords, paidMonths, shareWords, partsOf } from './feeMonths.ts';

const month = (text: string) => monthOf(`${text}-15`);
const months = (from: string, to: string) => ({ from: month(from), to: month(to) });
const inWords = ({ from, to }: { from: number; to: number }) => `${monthWords(from)}–${monthWords(to)}`;

test.each([
  ['2026-01-01', '2026-01-01', '2026-01-31', '01/2026'],
  ['2026-12-31', '2026-12-01', '2026-12-31', '12/2026'],
  ['2028-02-10', '2028-02-01', '2028-02-29', '02/2028'],
  ['2027-02-28', '2027-02-01', '2027-02-28', '02/2027'],
])('%s is in a month with its own first and last day', (day, first, last, words) => {
  const one = monthOf(day);
  expect([firstDayOf(one), lastDayOf(one), monthWords(one)]).toEqual([first, last, words]);
});

test.each([
  ['2026-12', 1, '01/2026'],
  ['2026-01', 1, '01/2026'],
  ['2026-08', 8, '08/2026'],
  ['2026-07', 8, '08/2025'],
  ['2027-03', 8, '08/2026'],
])('%s is in the fee year that begins with month %i in %s', (at, yearStart, first) => {
  expect(monthWords(feeYearOf(month(at), yearStart))).toBe(first);
});

test.each([
  ['year', '2026-01', '2026-12', 1, ['01/2026–12/2026']],
  ['half', '2026-01', '2026-12', 1, ['01/2026–06/2026', '07/2026–12/2026']],
  ['quarter', '2026-05', '2026-07', 1, ['04/2026–06/2026', '07/2026–09/2026']],
  ['month', '2026-11', '2027-01', 1, ['11/2026–11/2026', '12/2026–12/2026', '01/2027–01/2027']],
  ['year', '2026-07', '2026-08', 8, ['08/2025–07/2026', '08/2026–07/2027']],
  ['quarter', '2026-09', '2026-09', 8, ['08/2026–10/2026']],
] as const)('a rhythm of a %s from %s to %s covers whole parts, counted from the fee year', (rhythm, from, to, yearStart, parts) => {
  expect(partsOf(rhythm, months(from, to), yearStart).map(inWords)).toEqual(parts);
});

const year = months('2026-01', '2026-12');

test.each([
  ['month', 'month', '2026-04', '2026-09', '04/2026–09/2026'],
  ['quarter', 'quarter', '2026-05', '2026-08', '04/2026–09/2026'],
  ['half', 'half', '2026-05', '2026-08', '01/2026–12/2026'],
  ['half', 'half', '2026-07', '2026-11', '07/2026–12/2026'],
  ['full', 'full', '2026-05', '2026-08', '01/2026–12/2026'],
  ['month', 'full', '2026-05', '2026-08', '05/2026–12/2026'],
  ['full', 'month', '2026-05', '2026-08', '01/2026–08/2026'],
  ['month', 'month', '2020-03', '2031-02', '01/2026–12/2026'],
  ['quarter', 'quarter', '2026-03', '2026-10', '01/2026–12/2026'],
] as const)('joining by %s and leaving by %s, a member from %s to %s, pays %s', (joined, left, from, to, paid) => {
  expect(inWords(paidMonths(year, months(from, to), { in: joined, out: left }, 1))).toBe(paid);
});

test('a begun quarter never extends beyond the requested part', () => {
  const part = months('2026-05', '2026-06');
  expect(inWords(paidMonths(part, months('2026-06', '2026-06'), { in: 'quarter', out: 'quarter' }, 1))).toBe('05/2026–06/2026');
});

test('both ends are included', () => {
  expect([countMonths(year), countMonths(months('2026-03', '2026-03'))]).toEqual([12, 1]);
});

test.each([
  ['2026-01', '2026-12', ''],
  ['2026-04', '2026-12', 'anteilig ab 04/2026: 9 von 12 Monaten'],
  ['2026-01', '2026-06', 'anteilig bis 06/2026: 6 von 12 Monaten'],
  ['2026-03', '2026-05', 'anteilig ab 03/2026 bis 05/2026: 3 von 12 Monaten'],
])('a payer from %s to %s of a year sees it with the share', (from, to, words) => {
  expect(shareWords(months(from, to), year)).toBe(words);
});
