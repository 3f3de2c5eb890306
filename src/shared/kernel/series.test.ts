import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween, localOf, weekdayOf } from './calendar.ts';
import { occurrencesOf, seriesDates } from './series.ts';

test.each<[string, number, string, string, number | undefined, string[]]>([
  ['the first day counts when it is the weekday', 3, '2026-11-25', '2026-12-09', undefined, ['2026-11-25', '2026-12-02', '2026-12-09']],
  ['the last day counts, the day after does not', 3, '2026-11-26', '2026-12-02', undefined, ['2026-12-02']],
  ['a range without the weekday has no date', 3, '2026-11-26', '2026-12-01', undefined, []],
  ['a range of one day', 3, '2026-11-25', '2026-11-25', undefined, ['2026-11-25']],
  ['a range the wrong way round', 3, '2026-12-02', '2026-11-25', undefined, []],
  ['every other week, over the end of the year', 1, '2026-12-22', '2027-01-25', 2, ['2026-12-28', '2027-01-11', '2027-01-25']],
  ['a Sunday, from a Monday on', 7, '2026-11-23', '2026-11-29', undefined, ['2026-11-29']],
  ['29 February', 2, '2028-02-29', '2028-03-07', undefined, ['2028-02-29', '2028-03-07']],
])('%s', (_what, weekday, startsOn, endsOn, intervalWeeks, expected) =>
  expect(seriesDates({ weekday, startsOn, endsOn, ...(intervalWeeks && { intervalWeeks }) })).toEqual(expected),
);

test('a series has 530 dates at most', () =>
  expect(seriesDates({ weekday: 1, startsOn: '2000-01-01', endsOn: '2099-12-31' })).toHaveLength(530));

test('all dates are in the range, on the weekday, and one interval apart', () => {
  const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2024-01-01', days));
  fc.assert(
    fc.property(
      day,
      fc.nat(300),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 1, max: 8 }),
      (startsOn, length, weekday, intervalWeeks) => {
        const endsOn = addDays(startsOn, length);
        const dates = seriesDates({ weekday, startsOn, endsOn, intervalWeeks });
        for (const date of dates) expect(date >= startsOn && date <= endsOn && weekdayOf(date) === weekday).toBe(true);
        for (const [at, date] of dates.slice(1).entries()) expect(daysBetween(dates[at] ?? '', date)).toBe(7 * intervalWeeks);
        expect(dates.length === 0 ? length < 6 : daysBetween(startsOn, dates[0] ?? '') < 7).toBe(true);
        expect(daysBetween(dates.at(-1) ?? endsOn, endsOn)).toBeLessThan(7 * intervalWeeks);
      },
    ),
  );
});

test('a series keeps its time over both clock changes, and paused days stay visible with their reason', () => {
  const series = { weekday: 7, startsOn: '2026-10-18', endsOn: '2026-11-01', startTime: '18:00', endTime: '19:30' };
  const found = occurrencesOf(series, new Map([['2026-11-01', 'Allerheiligen']]));
  expect(found).toEqual([
    { date: '2026-10-18', startsAt: new Date('2026-10-18T16:00:00Z'), endsAt: new Date('2026-10-18T17:30:00Z') },
    { date: '2026-10-25', startsAt: new Date('2026-10-25T17:00:00Z'), endsAt: new Date('2026-10-25T18:30:00Z') },
    { date: '2026-11-01', startsAt: new Date('2026-11-01T17:00:00Z'), endsAt: new Date('2026-11-01T18:30:00Z'), skipped: 'Allerheiligen' },
  ]);
  const spring = occurrencesOf({ ...series, startsOn: '2026-03-22', endsOn: '2026-03-29' });
  expect(spring.map(({ startsAt }) => [startsAt.toISOString(), localOf(startsAt).time])).toEqual([
    ['2026-03-22T17:00:00.000Z', '18:00'],
    ['2026-03-29T16:00:00.000Z', '18:00'],
  ]);
  expect(spring.some((one) => 'skipped' in one)).toBe(false);
});
