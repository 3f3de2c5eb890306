import { expect, test } from 'vitest';
import { dayOf } from './typedDay.ts';

test.each([
  ['24.12.2026', '2026-12-24'],
  ['4.5.2012', '2012-05-04'],
  [' 4. 5. 2012 ', '2012-05-04'],
  ['04052012', '2012-05-04'],
  ['2026-12-24', '2026-12-24'],
  ['29.2.2028', '2028-02-29'],
  ['29.2.2027', null],
  ['31.02.2026', null],
  ['0.1.2026', null],
  ['1.13.2026', null],
  ['24.12.', null],
  ['heute', null],
  ['', null],
])('the typed day %j is parsed as %j', (typed, day) => {
  expect(dayOf(typed)).toBe(day);
});

test('a two-digit year is resolved plausibly: a birth is in the past, an event may be some years ahead', () => {
  expect(dayOf('4.5.12', '2026-11-21')).toBe('2012-05-04');
  expect(dayOf('4.5.73', '2026-11-21')).toBe('1973-05-04');
  expect(dayOf('24.12.26', '2026-11-21')).toBe('1926-12-24');
  const year = new Date().getFullYear() + 2;
  expect(dayOf(`24.12.${String(year).slice(2)}`)).toBe(`${year}-12-24`);
});
