import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weekdayOf } from '#shared/kernel/calendar.ts';
import {
  dayRuleKinds,
  easterSunday,
  holidayModes,
  pausedDays,
  pausesFor,
  publicHolidayRules,
  publicHolidays,
  type DayRule,
} from './holidays.ts';

test.each([
  [1818, '1818-03-22'],
  [1900, '1900-04-15'],
  [1943, '1943-04-25'],
  [1954, '1954-04-18'],
  [1981, '1981-04-19'],
  [2000, '2000-04-23'],
  [2008, '2008-03-23'],
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2038, '2038-04-25'],
  [2049, '2049-04-18'],
  [2076, '2076-04-19'],
])('Easter of %i is on %s', (year, day) => expect(easterSunday(year)).toBe(day));

test('Easter is a Sunday between 22 March and 25 April, in every year', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1600, max: 2199 }), (year) => {
      const day = easterSunday(year);
      expect(weekdayOf(day)).toBe(7);
      expect(day >= `${year}-03-22` && day <= `${year}-04-25`).toBe(true);
    }),
  );
});

test('the eleven holidays of North Rhine-Westphalia are in order', () => {
  expect(publicHolidays(2026).map(({ date, name }) => `${date} ${name}`)).toEqual([
    '2026-01-01 Neujahr',
    '2026-04-03 Karfreitag',
    '2026-04-06 Ostermontag',
    '2026-05-01 Tag der Arbeit',
    '2026-05-14 Christi Himmelfahrt',
    '2026-05-25 Pfingstmontag',
    '2026-06-04 Fronleichnam',
    '2026-10-03 Tag der Deutschen Einheit',
    '2026-11-01 Allerheiligen',
    '2026-12-25 1. Weihnachtstag',
    '2026-12-26 2. Weihnachtstag',
  ]);
});

test.each([
  ['2026-12-25', '2027-01-01', ['2026-12-25', '2026-12-26', '2027-01-01']],
  ['2026-12-26', '2026-12-31', ['2026-12-26']],
  ['2026-12-27', '2026-12-31', []],
  ['2025-12-26', '2027-01-01', 13],
])('the holidays between %s and %s, both days included', (from, to, expected) => {
  const days = publicHolidayRules(from, to).map(({ startsOn }) => startsOn);
  if (typeof expected === 'number') expect(days).toHaveLength(expected);
  else expect(days).toEqual(expected);
});

test('a closure pauses every series, other days according to the series', () => {
  const table = Object.fromEntries(holidayModes.map((mode) => [mode, dayRuleKinds.filter((kind) => pausesFor(mode, kind))]));
  expect(table).toEqual({
    skip_both: ['public_holiday', 'school_holiday', 'movable_school_day', 'closure'],
    skip_public: ['public_holiday', 'closure'],
    skip_school: ['school_holiday', 'movable_school_day', 'closure'],
    keep: ['closure'],
  });
});

const rule = (kind: DayRule['kind'], name: string, startsOn: string, endsOn = startsOn): DayRule => ({ kind, name, startsOn, endsOn });
const rules = [
  rule('school_holiday', 'Herbstferien', '2026-10-30', '2026-11-03'),
  rule('movable_school_day', 'Brückentag', '2026-11-01', '2026-11-04'),
  rule('public_holiday', 'Allerheiligen', '2026-11-01'),
  rule('closure', 'Parkett', '2026-11-01', '2026-11-02'),
];

test('with several rules a closure is named first, then a public holiday, then school holidays, then a flexible day', () => {
  expect([...pausedDays(rules, 'skip_both', '2026-11-01', '2026-11-04')].toSorted()).toEqual([
    ['2026-11-01', 'Parkett'],
    ['2026-11-02', 'Parkett'],
    ['2026-11-03', 'Herbstferien'],
    ['2026-11-04', 'Brückentag'],
  ]);
  expect(pausedDays(rules.slice(0, 3), 'skip_both', '2026-11-01', '2026-11-01').get('2026-11-01')).toBe('Allerheiligen');
});

test('only the requested days are returned, first and last included, and none of a reversed range', () => {
  const days = (from: string, to: string) => [...pausedDays(rules.slice(0, 1), 'skip_both', from, to).keys()];
  expect(days('2026-10-31', '2026-11-02')).toEqual(['2026-10-31', '2026-11-01', '2026-11-02']);
  expect(days('2026-10-01', '2026-12-31')).toEqual(['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03']);
  expect(days('2026-11-03', '2026-11-03')).toEqual(['2026-11-03']);
  expect(days('2026-11-04', '2026-12-01')).toEqual([]);
  expect(days('2026-11-02', '2026-11-01')).toEqual([]);
});
