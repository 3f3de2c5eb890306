import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '#shared/kernel/calendar.ts';
import { begunPeriod, seatPrice, shareOf, type BilledSession } from './priceShare.ts';

const weekly = (count: number, from = '2026-08-24'): BilledSession[] =>
  Array.from({ length: count }, (_, at) => ({ id: String(at), localDate: addDays(from, at * 7), isCancelled: false }));

test('a seat from the 14th of 24 sessions on costs 11/24 of the whole price, to the cent', () => {
  const course = { kind: 'course', lateJoin: 'prorata', sessions: weekly(24) } as const;
  expect(seatPrice({ cents: 3500, per: 'course' }, course, '2026-11-23')).toEqual({
    cents: 1604,
    note: 'anteilig ab 23.11.2026: 11 von 24 Terminen',
  });
  expect(seatPrice({ cents: 7000, per: 'course' }, course, '2026-11-23').cents).toBe(3208);
  expect(seatPrice({ cents: 3500, per: 'course' }, course, '2026-08-24')).toEqual({ cents: 3500, note: '' });
  expect(seatPrice({ cents: 3500, per: 'course' }, { ...course, lateJoin: 'full' }, '2026-11-23').cents).toBe(3500);
  expect(seatPrice({ cents: 3500, per: 'course' }, { ...course, kind: 'permanent' }, '2026-11-23').cents).toBe(3500);
  expect(seatPrice({ cents: 1200, per: 'month' }, course, '2026-11-23').cents).toBe(1200);
});

test('why a price is lower is said for the current month apart from the next ones, for a course once, and not at all where it is whole', () => {
  const course = { kind: 'course', lateJoin: 'prorata', sessions: weekly(24) } as const;
  const once = { cents: 7000, per: 'course' } as const;
  expect(begunPeriod(once, course, '2026-11-23')).toEqual({ period: '', cents: 3208, note: 'anteilig ab 23.11.2026: 11 von 24 Terminen' });
  expect(begunPeriod(once, course, '2026-08-24')).toBeNull();
  const group = { ...course, kind: 'permanent' } as const;
  expect(begunPeriod({ cents: 1200, per: 'month' }, group, '2026-11-23')).toEqual({
    period: '11/2026',
    cents: 480,
    note: '2 von 5 Terminen',
  });
  expect(begunPeriod({ cents: 300, per: 'session' }, group, '2026-11-23')).toBeNull();
});

test('a share names its first and last day, and a cancelled session counts on neither side', () => {
  const dates = weekly(4, '2026-12-07').map((one, at) => ({ ...one, isCancelled: at === 3 }));
  expect(shareOf(1200, dates, { from: null, to: '2026-12-20' })).toEqual({ cents: 800, note: 'anteilig bis 20.12.2026: 2 von 3 Terminen' });
  expect(shareOf(1200, dates, { from: '2026-12-14', to: '2026-12-20' })).toEqual({
    cents: 400,
    note: 'anteilig ab 14.12.2026 bis 20.12.2026: 1 von 3 Terminen',
  });
  expect(shareOf(1200, dates, { from: null, to: '2026-12-31' })).toEqual({ cents: 1200, note: '' });
  expect(shareOf(1200, [], { from: '2026-12-01', to: null })).toEqual({ cents: 1200, note: '' });
  // A last day after all sessions has no effect, so it is not mentioned.
  expect(shareOf(1200, dates, { from: '2026-12-14', to: '2026-12-31' }).note).toBe('anteilig ab 14.12.2026: 2 von 3 Terminen');
});

test('the shares for the sessions up to a day and after it add up to the price, give or take one cent', () => {
  const dates = fc
    .array(fc.boolean(), { maxLength: 30 })
    .map((list) => weekly(list.length).map((one, at) => ({ ...one, isCancelled: list[at] === true })));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), dates, fc.integer({ min: -10, max: 240 }), (cents, sessions, at) => {
      const day = addDays('2026-08-24', at);
      const [before, after] = [
        shareOf(cents, sessions, { from: null, to: day }).cents,
        shareOf(cents, sessions, { from: addDays(day, 1), to: null }).cents,
      ];
      expect(before).toBeGreaterThanOrEqual(0);
      expect(after).toBeLessThanOrEqual(cents);
      if (sessions.some(({ isCancelled }) => !isCancelled)) expect(Math.abs(before + after - cents)).toBeLessThanOrEqual(1);
      // Starting a week later is never more expensive.
      expect(shareOf(cents, sessions, { from: addDays(day, 8), to: null }).cents).toBeLessThanOrEqual(
        sessions.some(({ isCancelled }) => !isCancelled) ? after : cents,
      );
    }),
  );
});
