import { expect, test } from 'vitest';
import { owedFor, periodInWords, periodOf, refundFor, type BilledEnrolment } from './chargeRules.ts';
import type { BilledCourse, BilledSession } from '#shared/courses/priceShare.ts';

const mondays = (count: number, cancelled: readonly number[] = []): BilledSession[] =>
  Array.from({ length: count }, (_, at) => ({
    id: String(at),
    localDate: new Date(Date.parse('2026-09-07T00:00:00Z') + at * 7 * 864e5).toISOString().slice(0, 10),
    isCancelled: cancelled.includes(at),
  }));

const jo: BilledEnrolment = {
  state: 'confirmed',
  priceCents: 7000,
  per: 'course',
  cancelFeeCents: 0,
  fullPriceCents: null,
  joinsFrom: null,
  startsOn: null,
  registeredOn: '2026-08-01',
  attended: new Set(),
};
const course: BilledCourse = { kind: 'course', lateJoin: 'prorata', sessions: mondays(12) };

test('a price is owed once, and whoever stands in for another owes the dates that remain, to the cent', () => {
  expect(owedFor(jo, course, '2026-11-21')).toEqual({ source: 'course', period: '', cents: 7000, note: '' });
  expect(owedFor({ ...jo, joinsFrom: '2026-10-05' }, course, '2026-11-21')).toEqual({
    source: 'course',
    period: '',
    // 7000 · 8 / 12 = 4666,67
    cents: 4667,
    note: 'anteilig ab 05.10.2026: 8 von 12 Terminen',
  });
  // A date that fell out counts on neither side: 7 of 11.
  expect(owedFor({ ...jo, joinsFrom: '2026-10-05' }, { ...course, sessions: mondays(12, [11]) }, '2026-11-21')?.cents).toBe(4455);
  expect(owedFor({ ...jo, joinsFrom: '2026-10-05' }, { ...course, lateJoin: 'full' }, '2026-11-21')?.cents).toBe(7000);
});

test('whoever has no place owes nothing, whoever signed off too late owes the fee', () => {
  for (const state of ['waitlisted', 'offered', 'pending', 'declined', 'expired', 'rejected', 'annulled', 'unverified'] as const)
    expect(owedFor({ ...jo, state }, course, '2026-11-21')).toBeUndefined();
  expect(owedFor({ ...jo, state: 'cancelled' }, course, '2026-11-21')).toBeUndefined();
  expect(owedFor({ ...jo, state: 'cancelled', cancelFeeCents: 3500 }, course, '2026-11-21')).toMatchObject({
    source: 'cancel_fee',
    cents: 3500,
  });
  expect(owedFor({ ...jo, state: 'no_show' }, course, '2026-11-21')?.cents).toBe(7000);
  expect(owedFor({ ...jo, priceCents: 0 }, course, '2026-11-21')).toBeUndefined();
});

test('a monthly price is owed for each month, from the day of joining, and a price per date for the dates one was there', () => {
  const monthly: BilledEnrolment = { ...jo, per: 'month', priceCents: 1200, registeredOn: '2026-10-15' };
  expect(owedFor(monthly, course, '2026-09-30')).toBeUndefined();
  // 19 and 26 of four dates in October.
  expect(owedFor(monthly, course, '2026-10-31')).toMatchObject({ period: '2026-10', cents: 600 });
  expect(owedFor(monthly, course, '2026-11-01')).toMatchObject({ period: '2026-11', cents: 1200, note: '' });
  const each: BilledEnrolment = { ...jo, per: 'session', priceCents: 500, attended: new Set(['0', '1', '5']) };
  expect(owedFor(each, course, '2026-09-30')).toMatchObject({ period: '2026-09', cents: 1000, note: '2 Termine' });
  expect(owedFor(each, course, '2026-12-01')).toBeUndefined();
  expect([periodOf('quarter', '2026-11-21'), periodOf('year', '2026-11-21'), periodOf('course', '2026-11-21')]).toEqual([
    '2026-Q4',
    '2026',
    '',
  ]);
  expect(['2026-11', '2026-Q4', '2026', ''].map(periodInWords)).toEqual(['11/2026', '4. Quartal 2026', '2026', '']);
});

test('dates that fell out are paid back by their share of all dates, rounded as merchants do', () => {
  expect(refundFor(7000, mondays(12))).toBe(0);
  expect(refundFor(7000, mondays(12, [3]))).toBe(583);
  expect(refundFor(7000, mondays(12, [3, 4]))).toBe(1167);
  expect(refundFor(7000, mondays(12, [...Array.from({ length: 12 }).keys()]))).toBe(7000);
});
