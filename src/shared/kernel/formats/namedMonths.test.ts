import { expect, test } from 'vitest';
import { readDay } from '#shared/kernel/calendar.ts';
import { withMonthNumber } from './namedMonths.ts';

test.each([
  ['3. März 1975', '1975-03-03'],
  ['24. Dez. 2026', '2026-12-24'],
  ['1.Mai 2012', '2012-05-01'],
  ['03. Mrz 1975', '1975-03-03'],
  ['31. Juni 2012', undefined],
  ['3. Mär', undefined],
  ['3. Maja 1975', undefined],
  ['24.12.2026', '2026-12-24'],
])('"%s" with the number of its month is %s', (typed, day) => {
  expect(readDay(withMonthNumber(typed))).toBe(day);
});
