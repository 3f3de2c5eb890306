import { expect, test } from 'vitest';
import { instantOf, localOf } from '#shared/kernel/calendar.ts';
import { clockInWords, dueOf, outcomeInWords, notifyUntil } from './clock.ts';

/** The due date of a request received on a day, at any time of day. */
const lastDay = (day: string, isExtended = false, time = '00:00') =>
  localOf(dueOf({ kind: 'request', knownAt: instantOf(day, time), isExtended })).date;

test('a breach has 72 hours, also across a clock change', () => {
  const due = (day: string, time: string) => localOf(dueOf({ kind: 'breach', knownAt: instantOf(day, time), isExtended: false }));
  expect(due('2026-11-20', '18:30')).toEqual({ date: '2026-11-23', time: '18:30' });
  expect(due('2026-10-24', '10:00')).toEqual({ date: '2026-10-27', time: '09:00' });
  expect(due('2027-03-27', '10:00')).toEqual({ date: '2027-03-30', time: '11:00' });
});

test('a request has until the end of the same day of the next month, or of its last day if there is none', () => {
  expect(lastDay('2026-11-24')).toBe('2026-12-24');
  expect(lastDay('2026-11-24', false, '23:59')).toBe('2026-12-24');
  expect(lastDay('2026-12-31')).toBe('2027-01-31');
  expect(lastDay('2027-01-29')).toBe('2027-02-28');
  expect(lastDay('2027-01-31')).toBe('2027-02-28');
  expect(lastDay('2028-01-31')).toBe('2028-02-29');
  expect(lastDay('2026-08-31')).toBe('2026-09-30');
  expect(localOf(dueOf({ kind: 'request', knownAt: instantOf('2026-11-24', '10:00'), isExtended: false })).time).toBe('23:59');
});

test('an extension adds two months to the day of receipt, and must be notified within the first', () => {
  expect(lastDay('2026-11-24', true)).toBe('2027-02-24');
  expect(lastDay('2026-11-30', true)).toBe('2027-02-28');
  expect(lastDay('2027-01-31', true)).toBe('2027-04-30');
  expect(notifyUntil(instantOf('2027-01-31', '08:00'))).toBe('2027-02-28');
});

test('the deadline is shown in hours for a breach and in days for a request, and in red when it has passed', () => {
  const dueAt = instantOf('2026-11-23', '18:30').toISOString();
  const breach = (day: string, time: string) => clockInWords({ kind: 'breach', dueAt }, instantOf(day, time));
  expect(breach('2026-11-21', '10:00')).toEqual({ words: 'noch 56 Stunden', tone: 'quiet' });
  expect(breach('2026-11-23', '17:00')).toEqual({ words: 'noch 1 Stunde', tone: 'waiting' });
  expect(breach('2026-11-23', '18:00')).toEqual({ words: 'noch weniger als 1 Stunde', tone: 'waiting' });
  expect(breach('2026-11-23', '18:31')).toEqual({ words: 'seit weniger als 1 Stunde überfällig', tone: 'bad' });
  expect(breach('2026-11-24', '18:31')).toEqual({ words: 'seit 24 Stunden überfällig', tone: 'bad' });
  expect(breach('2026-11-30', '08:00')).toEqual({ words: 'seit 7 Tagen überfällig', tone: 'bad' });
  const of = {
    kind: 'request' as const,
    dueAt: dueOf({ kind: 'request', knownAt: instantOf('2026-11-24', '00:00'), isExtended: false }).toISOString(),
  };
  const request = (day: string) => clockInWords(of, instantOf(day, '12:00'));
  expect(request('2026-11-24')).toEqual({ words: 'noch 30 Tage', tone: 'quiet' });
  expect(request('2026-12-17')).toEqual({ words: 'noch 7 Tage', tone: 'waiting' });
  expect(request('2026-12-23').words).toBe('endet morgen');
  expect(request('2026-12-24')).toEqual({ words: 'endet heute', tone: 'waiting' });
  expect(request('2026-12-25')).toEqual({ words: 'seit 1 Tag überfällig', tone: 'bad' });
  expect(request('2026-12-27').words).toBe('seit 3 Tagen überfällig');
});

test('the outcome is one sentence with its day and its reason', () => {
  expect(outcomeInWords({ outcome: 'reported', outcomeOn: '2026-11-22', outcomeText: '' })).toBe('Gemeldet an die Aufsicht am 22.11.2026.');
  expect(outcomeInWords({ outcome: 'notReportable', outcomeOn: '2026-11-22', outcomeText: 'der Stick war verschlüsselt.' })).toBe(
    'Als nicht meldepflichtig bewertet am 22.11.2026: der Stick war verschlüsselt.',
  );
});
