import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  dayInWords,
  daysBetween,
  germanDate,
  instantOf,
  isDay,
  isSkippedTime,
  localOf,
  mondayOf,
  monthEnd,
  timeOf,
  minutesOf,
  readDay,
  readTime,
  timeRange,
  timesInWords,
  weekdayOf,
} from './calendar.ts';
import { easterSunday, pausedDays, publicHolidays, type DayRule } from '#shared/halls/holidays.ts';
import { occurrencesOf, seriesDates } from './series.ts';

const mondays = { weekday: 1, startsOn: '2026-09-28', endsOn: '2027-04-19', startTime: '18:30', endTime: '20:00' };

test('a weekly series keeps its time over both clock changes', () => {
  const dates = occurrencesOf(mondays);
  expect(dates).toHaveLength(30);
  for (const { date, startsAt, endsAt } of dates) {
    expect(localOf(startsAt)).toEqual({ date, time: '18:30' });
    expect(endsAt.getTime() - startsAt.getTime()).toBe(90 * 60_000);
  }
  expect(dates.map(({ startsAt }) => startsAt.toISOString().slice(11, 16))).toContain('16:30');
  expect(dates.map(({ startsAt }) => startsAt.toISOString().slice(11, 16))).toContain('17:30');
});

test('a skipped hour becomes the next one, a repeated hour is its first occurrence', () => {
  expect(instantOf('2027-03-28', '02:30').toISOString()).toBe('2027-03-28T01:30:00.000Z');
  expect(isSkippedTime('2027-03-28', '02:30')).toBe(true);
  expect(isSkippedTime('2027-03-28', '03:00')).toBe(false);
  expect(instantOf('2026-10-25', '02:30').toISOString()).toBe('2026-10-25T00:30:00.000Z');
  const nightMs = instantOf('2026-10-25', '06:00').getTime() - instantOf('2026-10-24', '22:00').getTime();
  expect(nightMs / 3_600_000).toBe(9);
});

test('local times equal those of the time zone data, at every clock change and between, until 2060', () => {
  const inBerlin = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'short' });
  const hourMs = 3_600_000;
  const wrong: string[] = [];
  for (let at = Date.UTC(1996, 0, 1); at < Date.UTC(2060, 0, 1); at += 23 * hourMs) {
    // Every hour of the days around the clock changes, one instant of every other day.
    const isNearChange = [2, 9].includes(new Date(at).getUTCMonth()) && new Date(at).getUTCDate() >= 24;
    for (let hour = 0; hour < (isNearChange ? 24 : 1); hour++) {
      const instant = new Date(at + hour * hourMs);
      const { date, time } = localOf(instant);
      if (`${date} ${time}` !== inBerlin.format(instant)) wrong.push(instant.toISOString());
    }
  }
  expect(wrong).toEqual([]);
});

test('Easter and the eleven public holidays of North Rhine-Westphalia', () => {
  expect([2024, 2026, 2027, 2028, 2038].map(easterSunday)).toEqual(['2024-03-31', '2026-04-05', '2027-03-28', '2028-04-16', '2038-04-25']);
  expect(publicHolidays(2027).map(({ date }) => date.slice(5))).toEqual([
    '01-01',
    '03-26',
    '03-29',
    '05-01',
    '05-06',
    '05-17',
    '05-27',
    '10-03',
    '11-01',
    '12-25',
    '12-26',
  ]);
});

test('a closure is named before a public holiday, and that before school holidays; the mode decides which apply', () => {
  const rules: DayRule[] = [
    { kind: 'school_holiday', name: 'Osterferien', startsOn: '2027-03-22', endsOn: '2027-04-03' },
    { kind: 'public_holiday', name: 'Ostermontag', startsOn: '2027-03-29', endsOn: '2027-03-29' },
    { kind: 'closure', name: 'Hallenboden', startsOn: '2027-03-30', endsOn: '2027-03-30' },
  ];
  const days = (mode: Parameters<typeof pausedDays>[1]) => pausedDays(rules, mode, '2027-03-28', '2027-03-31');
  expect([...days('skip_both')]).toEqual([
    ['2027-03-30', 'Hallenboden'],
    ['2027-03-29', 'Ostermontag'],
    ['2027-03-28', 'Osterferien'],
    ['2027-03-31', 'Osterferien'],
  ]);
  expect([...days('skip_public').keys()]).toEqual(['2027-03-30', '2027-03-29']);
  expect([...days('keep').keys()]).toEqual(['2027-03-30']);
});

test('a series of every second week begins on the first weekday and never passes its end', () => {
  expect(seriesDates({ weekday: 3, startsOn: '2026-11-23', endsOn: '2026-12-23', intervalWeeks: 2 })).toEqual([
    '2026-11-25',
    '2026-12-09',
    '2026-12-23',
  ]);
});

test('day and time survive a round trip through the instant, and days add up', () => {
  const day = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1990-01-01', days));
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 1439 }), (date, minute) => {
      const time = timeOf(minute);
      expect(minutesOf(time)).toBe(minute);
      if (!isSkippedTime(date, time)) expect(localOf(instantOf(date, time))).toEqual({ date, time });
      expect(weekdayOf(mondayOf(date))).toBe(1);
      expect(daysBetween(mondayOf(date), date)).toBe(weekdayOf(date) - 1);
    }),
  );
});

test('usual notations of a time are parsed, and invalid ones are not', () => {
  for (const [typed, time] of [
    ['18:30', '18:30'],
    ['9:30', '09:30'],
    [' 00:00 ', '00:00'],
    ['23:59', '23:59'],
    ['18.30', '18:30'],
    ['1830', '18:30'],
    ['930', '09:30'],
    ['18', '18:00'],
    ['9', '09:00'],
  ] as const)
    expect(readTime(typed)).toBe(time);
  for (const typed of ['', '24:00', '12:60', '24', '1860', '9:3', '118:30', '18:30:00', 'mittags']) expect(readTime(typed)).toBeUndefined();
});

test.each([
  ['24.12.2026', '2026-12-24'],
  [' 4.5.12 ', '2012-05-04'],
  ['4. 5. 2012', '2012-05-04'],
  ['2026-12-24', '2026-12-24'],
  ['24.12.26', '2026-12-24'],
  ['29.02.2027', undefined],
  ['31.4.26', undefined],
  ['2026-02-30', undefined],
  ['24.12.', undefined],
  ['24.12.126', undefined],
  ['24122026', undefined],
  ['morgen', undefined],
  ['', undefined],
])('the day "%s" of a person or a file is %s', (typed, day) => {
  expect(readDay(typed)).toBe(day);
});

test('a two-digit year is the latest year not after the given day', () => {
  expect(readDay('24.11.26', '2026-11-24')).toBe('2026-11-24');
  expect(readDay('25.11.26', '2026-11-24')).toBe('1926-11-25');
  expect(readDay('25.11.2026', '2026-11-24')).toBe('2026-11-25');
});

test('a day has its weekday, and an hour that ends after midnight says so', () => {
  expect(dayInWords('2027-06-19')).toBe('Samstag, 19.06.2027');
  const times = (from: string, to: string) => timesInWords({ startsAt: from, endsAt: new Date(to) });
  expect(times('2027-06-19T09:00:00Z', '2027-06-19T12:00:00Z')).toBe('11:00–14:00 Uhr');
  expect(times('2027-06-19T20:00:00Z', '2027-06-20T00:30:00Z')).toBe('22:00–02:30 Uhr (nächster Tag)');
  expect(timeRange({ startsAt: '2027-06-19T09:00:00Z', endsAt: '2027-06-19T12:00:00Z' })).toBe('11:00–14:00');
  expect(timeRange({ startsAt: '2027-06-19T20:00:00Z', endsAt: '2027-06-20T00:30:00Z' })).toBe('22:00–02:30 (nächster Tag)');
});

test.each([
  ['2026-11-22', 1, '2026-12-22'],
  ['2026-11-22', 2, '2027-01-22'],
  ['2026-12-01', 12, '2027-12-01'],
  ['2026-01-15', -1, '2025-12-15'],
  ['2027-01-31', 1, '2027-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-08-31', 1, '2026-09-30'],
  ['2026-02-28', 1, '2026-03-28'],
  ['2026-05-05', 0, '2026-05-05'],
])('%s and %i months are %s', (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected);
});

test.each([
  ['2026-02-01', '2026-02-28'],
  ['2028-02-29', '2028-02-29'],
  ['2026-12-31', '2026-12-31'],
  ['2026-11-30', '2026-11-30'],
])('the month of %s ends on %s', (day, last) => {
  expect(monthEnd(day)).toBe(last);
});

test('only a day that exists in the calendar is valid', () => {
  expect(['2028-02-29', '2026-12-31'].map(isDay)).toEqual([true, true]);
  expect(['2026-02-29', '2026-02-31', '2026-13-01', '26-01-01', '2026-1-1', 'heute', ''].map(isDay)).toEqual(
    Array.from({ length: 7 }, () => false),
  );
  expect(germanDate('2026-09-28')).toBe('28.09.2026');
});
