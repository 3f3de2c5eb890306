import { expect, test } from 'vitest';
import { seasonDates, weekNumber } from './dates.ts';

test('weeks are numbered as in German calendars, also around the turn of the year', () => {
  const of = ['2026-01-01', '2026-12-31', '2027-01-03', '2027-01-04', '2020-12-31', '2021-01-04'];
  expect(of.map(weekNumber)).toEqual([1, 53, 53, 1, 53, 1]);
});

test('an hour of odd and one of even weeks never coincide, also in a year with 53 weeks', () => {
  const rule = { weekday: 2, startsOn: '2026-11-23', endsOn: '2027-02-28' };
  const [odd, even, every] = (['odd', 'even', 'every'] as const).map((week) => seasonDates({ ...rule, week }));
  expect(odd?.slice(0, 3)).toEqual(['2026-12-01', '2026-12-15', '2026-12-29']);
  expect(even?.slice(0, 2)).toEqual(['2026-11-24', '2026-12-08']);
  expect([...(odd ?? []), ...(even ?? [])].toSorted()).toEqual(every);
});
