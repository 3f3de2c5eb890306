import { periodInWords, periodOf } from '#shared/courses/priceShare.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#shared/kernel/calendar.ts';
import { leaverRefund, owedFor, refundFor, refundForSeat, unclearFor, type BilledEnrolment } from './chargeRules.ts';
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
  leavesOn: null,
  registeredOn: '2026-08-01',
  attended: new Set(),
};
const course: BilledCourse = { kind: 'course', lateJoin: 'prorata', sessions: mondays(12) };

test('a price is owed once, and a substitute owes the remaining sessions, to the cent', () => {
  expect(owedFor(jo, course, '2026-11-21')).toEqual([{ source: 'course', period: '', cents: 7000, note: '' }]);
  expect(owedFor({ ...jo, joinsFrom: '2026-10-05' }, course, '2026-11-21')).toEqual([
    {
      source: 'course',
      period: '',
      // 7000 · 8 / 12 = 4666,67
      cents: 4667,
      note: 'anteilig ab 05.10.2026: 8 von 12 Terminen',
    },
  ]);
  // A cancelled session counts on neither side: 7 of 11.
  expect(owedFor({ ...jo, joinsFrom: '2026-10-05' }, { ...course, sessions: mondays(12, [11]) }, '2026-11-21')[0]?.cents).toBe(4455);
  expect(owedFor({ ...jo, joinsFrom: '2026-10-05' }, { ...course, lateJoin: 'full' }, '2026-11-21')[0]?.cents).toBe(7000);
});

test('a person without a seat owes nothing, a late cancellation owes the fee', () => {
  for (const state of ['waitlisted', 'offered', 'pending', 'declined', 'expired', 'rejected', 'annulled', 'unverified'] as const)
    expect(owedFor({ ...jo, state }, course, '2026-11-21')).toEqual([]);
  expect(owedFor({ ...jo, state: 'cancelled' }, course, '2026-11-21')).toEqual([]);
  expect(owedFor({ ...jo, state: 'cancelled', cancelFeeCents: 3500 }, course, '2026-11-21')).toMatchObject([
    {
      source: 'cancel_fee',
      cents: 3500,
    },
  ]);
  expect(owedFor({ ...jo, state: 'no_show' }, course, '2026-11-21')[0]?.cents).toBe(7000);
  expect(owedFor({ ...jo, priceCents: 0 }, course, '2026-11-21')).toEqual([]);
});

test('a monthly price is owed for each month, from the day of joining, and a price per session for the attended sessions', () => {
  const monthly: BilledEnrolment = { ...jo, per: 'month', priceCents: 1200, registeredOn: '2026-10-15' };
  expect(owedFor(monthly, course, '2026-09-30')).toEqual([]);
  // 19 and 26 of four sessions in October.
  expect(owedFor(monthly, course, '2026-10-31')).toMatchObject([{ period: '2026-10', cents: 600 }]);
  expect(owedFor(monthly, course, '2026-11-01')).toMatchObject([{ period: '2026-11', cents: 1200, note: '' }]);
  const each: BilledEnrolment = { ...jo, per: 'session', priceCents: 500, attended: new Set(['0', '1', '5']) };
  expect(owedFor(each, course, '2026-09-30')).toMatchObject([{ period: '2026-09', cents: 1000, note: '2 Termine' }]);
  expect(owedFor(each, course, '2026-12-01')).toEqual([]);
  expect([periodOf('quarter', '2026-11-21'), periodOf('year', '2026-11-21'), periodOf('course', '2026-11-21')]).toEqual([
    '2026-Q4',
    '2026',
    '',
  ]);
  expect(['2026-11', '2026-Q4', '2026', ''].map(periodInWords)).toEqual(['11/2026', '4. Quartal 2026', '2026', '']);
});

test('cancelled sessions are refunded by their share of all sessions, rounded half up', () => {
  expect(refundFor(7000, mondays(12))).toBe(0);
  expect(refundFor(7000, mondays(12, [3]))).toBe(583);
  expect(refundFor(7000, mondays(12, [3, 4]))).toBe(1167);
  expect(refundFor(7000, mondays(12, [...Array.from({ length: 12 }).keys()]))).toBe(7000);
});

/** Twelve euros a month from 07.09. on, Mondays to the end of the year: a row with its first session. */
const group: BilledCourse = { kind: 'permanent', lateJoin: 'prorata', sessions: mondays(17) };
const mila: BilledEnrolment = { ...jo, per: 'month', priceCents: 1200, fullPriceCents: 1200, startsOn: '2026-09-07' };
const sumOf = (list: readonly { cents: number }[]) => list.reduce((sum, { cents }) => sum + cents, 0);

test('a person signed off on 20.11. to 30.11. owes 09, 10 and 11: 36,00, whatever the day of the bill, and nothing for 12', () => {
  const leaves = { ...mila, leavesOn: '2026-11-30' };
  for (const state of ['confirmed', 'completed', 'no_show', 'cancelled'] as const)
    for (const day of ['2026-11-30', '2026-12-01', '2027-08-31'])
      expect(owedFor({ ...leaves, state }, group, day)).toEqual(
        ['2026-09', '2026-10', '2026-11'].map((period) => ({ source: 'course', period, cents: 1200, note: '' })),
      );
  expect(owedFor(leaves, group, '2026-10-31').map(({ period }) => period)).toEqual(['2026-09', '2026-10']);
  expect(sumOf(owedFor({ ...mila, leavesOn: '2026-12-31' }, group, '2027-01-15'))).toBe(4800);
  // Left on a day: two of the four sessions of December (07., 14., 21., 28.).
  expect(owedFor({ ...mila, leavesOn: '2026-12-20' }, group, '2026-12-31').at(-1)).toEqual({
    source: 'course',
    period: '2026-12',
    cents: 600,
    note: 'anteilig bis 20.12.2026: 2 von 4 Terminen',
  });
  expect(owedFor({ ...mila, leavesOn: '2026-12-20' }, { ...group, lateJoin: 'full' }, '2026-12-31').at(-1)?.cents).toBe(1200);
  // Cancelled before the first session: nothing was begun.
  expect(owedFor({ ...mila, state: 'cancelled' }, group, '2026-12-31')).toEqual([]);
});

test('a price per session is owed for the attended sessions, up to the last day, month by month', () => {
  const each = { ...mila, per: 'session' as const, fullPriceCents: 500, attended: new Set(['0', '1', '5', '12']) };
  expect(owedFor(each, group, '2026-12-31').map(({ period, cents }) => [period, cents])).toEqual([
    ['2026-09', 1000],
    ['2026-10', 500],
    ['2026-11', 500],
  ]);
  expect(sumOf(owedFor({ ...each, state: 'cancelled', leavesOn: '2026-10-31' }, group, '2026-12-31'))).toBe(1500);
});

test('open periods of an older row are listed, not owed', () => {
  const old = { ...mila, fullPriceCents: null, startsOn: null, registeredOn: '2026-09-01' };
  expect(owedFor(old, group, '2026-11-21').map(({ period }) => period)).toEqual(['2026-11']);
  expect(unclearFor(old, group, '2026-11-21').map(({ period }) => period)).toEqual(['2026-09', '2026-10']);
  const left = { ...old, state: 'cancelled' as const, leavesOn: '2026-10-20' };
  expect(owedFor(left, group, '2026-11-21')).toEqual([]);
  expect(unclearFor(left, group, '2026-11-21').map(({ period }) => period)).toEqual(['2026-09', '2026-10']);
  expect(unclearFor(mila, group, '2026-11-21')).toEqual([]);
});

test.each<[string, Partial<BilledEnrolment>]>([
  ['called off before the first date, without a last day', { state: 'cancelled', leavesOn: null }],
  ['waiting, although a last day stands there', { state: 'waitlisted', leavesOn: '2026-10-20' }],
  ['for nothing', { priceCents: 0 }],
  ['by a price for the whole course', { per: 'course' }],
  ['withdrawn', { isWithdrawn: true }],
])('an older row that is %s leaves nothing open', (_what, changes) => {
  const old = { ...mila, fullPriceCents: null, startsOn: null, registeredOn: '2026-09-01' };
  expect(unclearFor({ ...old, ...changes }, group, '2026-11-21')).toEqual([]);
});

test('a cancellation fee of a single cent is a fee', () => {
  expect(owedFor({ ...jo, state: 'cancelled', cancelFeeCents: 1 }, course, '2026-11-21')).toMatchObject([
    { source: 'cancel_fee', cents: 1 },
  ]);
});

test('payments for the time after the last day are refunded, and nothing of the time before', () => {
  const leaves = { ...mila, leavesOn: '2026-11-30' };
  expect(leaverRefund(leaves, group, { cents: 1200, period: '2026-12' })).toBe(1200);
  expect(leaverRefund(leaves, group, { cents: 1200, period: '2026-11' })).toBe(0);
  expect(leaverRefund(leaves, group, { cents: 1200, period: '2026-09' })).toBe(0);
  expect(leaverRefund({ ...mila, leavesOn: '2026-12-20' }, group, { cents: 1200, period: '2026-12' })).toBe(600);
});

test('each begun period is owed once and in order, and monthly billing charges the same as one bill at the end', () => {
  const day = fc.integer({ min: 0, max: 400 }).map((at) => addDays('2026-09-01', at));
  fc.assert(
    fc.property(
      day,
      day,
      fc.constantFrom('month', 'quarter', 'year'),
      fc.constantFrom('prorata', 'full'),
      fc.array(day, { maxLength: 6 }),
      (one, other, per, lateJoin, days) => {
        const [startsOn = '', leaves = ''] = [one, other].toSorted();
        const enrolled = { ...mila, per, startsOn, leavesOn: leaves };
        const course = { ...group, lateJoin, sessions: mondays(60) };
        const whole = owedFor(enrolled, course, '2030-01-01');
        expect(whole.map(({ period }) => period)).toEqual([...new Set(whole.map(({ period }) => period))].toSorted());
        const charged = new Map(days.flatMap((at) => owedFor(enrolled, course, at).map(({ period, cents }) => [period, cents] as const)));
        for (const [period, cents] of charged) expect(whole).toContainEqual(expect.objectContaining({ period, cents }));
        expect(
          whole.every(({ period, cents }) => cents <= 1200 && period >= periodOf(per, startsOn) && period <= periodOf(per, leaves)),
        ).toBe(true);
      },
    ),
  );
});

test('a cancelled session is refunded by its share of the whole price, whether it was cancelled before the bill or after', () => {
  const dates = (cancelled: readonly number[]) => mondays(24, cancelled);
  const seat = { fullCents: 3500, startsOn: dates([])[13]?.localDate ?? '' };
  // 11 of 24 sessions: 16.04. With one of them cancelled 10 of 24 are fair: 14.58.
  expect(refundForSeat(1604, dates([20]), seat)).toBe(146);
  expect(refundForSeat(1604, dates([]), seat)).toBe(0);
  const late = { ...jo, fullPriceCents: 3500, startsOn: seat.startsOn };
  const [billed] = owedFor(late, { ...course, sessions: dates([20]) }, '2027-03-01');
  expect((billed?.cents ?? 0) - refundForSeat(billed?.cents ?? 0, dates([20]), seat)).toBe(1458);
});

const periodsOf = (list: readonly { period: string; cents: number }[]) => list.map(({ period, cents }) => [period, cents]);

test('a pause costs nothing from its first month to its last, and the time after it is owed again', () => {
  const paused = { ...mila, pauses: [{ from: '2026-10-01', to: '2026-11-30' }] };
  expect(periodsOf(owedFor(paused, group, '2026-12-31'))).toEqual([
    ['2026-09', 1200],
    ['2026-12', 1200],
  ]);
  const quarterly = { ...mila, per: 'quarter' as const, pauses: [{ from: '2026-10-01', to: '2026-12-31' }] };
  expect(periodsOf(owedFor(quarterly, { ...group, lateJoin: 'full' }, '2027-01-15'))).toEqual([
    ['2026-Q3', 1200],
    ['2027-Q1', 1200],
  ]);
});

test('attending during a pause is charged with a price per session', () => {
  const each = {
    ...mila,
    per: 'session' as const,
    fullPriceCents: 500,
    attended: new Set(['5']),
    pauses: [{ from: '2026-10-01', to: '2026-10-31' }],
  };
  expect(periodsOf(owedFor(each, group, '2026-10-31'))).toEqual([['2026-10', 500]]);
});

test('an announced price applies from the period that begins on its day; the one before keeps the old price', () => {
  const rising = {
    ...mila,
    laterPrices: [
      { from: '2026-10-01', cents: 1500 },
      { from: '2026-12-01', cents: 1600 },
    ],
  };
  expect(periodsOf(owedFor(rising, group, '2026-12-31'))).toEqual([
    ['2026-09', 1200],
    ['2026-10', 1500],
    ['2026-11', 1500],
    ['2026-12', 1600],
  ]);
});

test('a group that was free until a price was announced is owed from then on; one that stays free never', () => {
  const free = { ...mila, priceCents: 0, fullPriceCents: 0 };
  const from = '2026-11-01';
  expect(periodsOf(owedFor({ ...free, laterPrices: [{ from, cents: 1 }] }, group, '2026-12-31'))).toEqual([
    ['2026-11', 1],
    ['2026-12', 1],
  ]);
  expect(owedFor({ ...free, laterPrices: [{ from, cents: 0 }] }, group, '2026-12-31')).toEqual([]);
  expect(owedFor({ ...free, priceCents: null, fullPriceCents: null }, group, '2026-12-31')).toEqual([]);
});

test('quarters and years follow each other over the turn of the year, whatever the first day was', () => {
  const whole = { ...group, lateJoin: 'full' };
  const of = (per: 'quarter' | 'year', startsOn: string, day: string) =>
    owedFor({ ...mila, per, startsOn }, whole, day).map(({ period }) => period);
  expect(of('quarter', '2026-08-31', '2027-04-01')).toEqual(['2026-Q3', '2026-Q4', '2027-Q1', '2027-Q2']);
  expect(of('year', '2026-08-31', '2028-12-31')).toEqual(['2026', '2027', '2028']);
});

test('a session on the last day is owed, the next one is not', () => {
  const each = { ...mila, per: 'session' as const, fullPriceCents: 500, attended: new Set(['4', '5']), leavesOn: '2026-10-05' };
  expect(owedFor(each, group, '2026-10-31')).toMatchObject([{ period: '2026-10', cents: 500, note: '1 Termin' }]);
});

test('a one-off price and one per session are not refunded on leaving; a withdrawal refunds everything', () => {
  const leaves = { ...mila, leavesOn: '2026-10-20' };
  for (const per of ['course', 'session'] as const)
    expect(leaverRefund({ ...leaves, per }, group, { cents: 1200, period: '2026-12' })).toBe(0);
  expect(leaverRefund(mila, group, { cents: 1200, period: '2026-12' })).toBe(0);
  expect(leaverRefund({ ...leaves, fullPriceCents: 0 }, group, { cents: 1200, period: '2026-12' })).toBe(0);
  expect(leaverRefund({ ...leaves, isWithdrawn: true }, group, { cents: 1200, period: '2026-09' })).toBe(1200);
});

test('a payment below the fair share after a cancelled session is not refunded, and nothing more is owed', () => {
  const sessions = mondays(24, [20]);
  expect(refundForSeat(1000, sessions, { fullCents: 3500, startsOn: sessions[13]?.localDate ?? '' })).toBe(0);
});
