import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween } from '#shared/kernel/calendar.ts';
import { ageBrackets, marginOf, percentOf, periodBefore, perSession, sumOf, type StatFigures } from './courseStat.ts';

test('a period is compared with the one right before it: whole months with as many whole months, otherwise as many days', () => {
  const periods: [string, string, string, string][] = [
    ['2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2028-03-01', '2028-03-31', '2028-02-01', '2028-02-29'],
    ['2026-07-01', '2026-12-31', '2026-01-01', '2026-06-30'],
    ['2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
    ['2026-01-01', '2026-01-30', '2025-12-02', '2025-12-31'],
    ['2026-05-05', '2026-05-05', '2026-05-04', '2026-05-04'],
  ];
  expect(periods.map(([from, to]) => [from, to, ...Object.values(periodBefore(from, to))])).toEqual(periods);
});

test('the period before ends on the day before, and outside of whole months it has as many days', () => {
  const from = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2024-01-01', days));
  fc.assert(
    fc.property(from, fc.integer({ min: 0, max: 800 }), (start, length) => {
      const end = addDays(start, length);
      const before = periodBefore(start, end);
      expect(addDays(before.to, 1)).toBe(start);
      expect(before.from <= before.to).toBe(true);
      const isMonths = start.endsWith('-01') && addDays(end, 1).endsWith('-01');
      if (!isMonths) expect(daysBetween(before.from, before.to)).toBe(daysBetween(start, end));
      else expect(before.from.endsWith('-01')).toBe(true);
    }),
  );
});

test('shares and averages of nothing are undefined; the margin of the income may be negative', () => {
  expect([percentOf(1, 3), percentOf(2, 3), percentOf(0, 5), percentOf(3, 0)]).toEqual([33, 67, 0, null]);
  expect(perSession({ present: 25, sessionsHeld: 4 })).toBe(6.3);
  expect(perSession({ present: 0, sessionsHeld: 0 })).toBeNull();
  expect(marginOf(figures({ targetCents: 10_000, refundedCents: 2000, trainerCents: 6000, hallCents: 3000 }))).toBe(-1000);
});

test('sums add each figure and each age bracket, without empty categories', () => {
  const one = figures({ present: 3, ages: ages(1, 2), categories: { member: 3, child: 0 } });
  const other = figures({ present: 4, ages: ages(0, 5), categories: { member: 1 } });
  expect(sumOf([one, other])).toMatchObject({ present: 7, ages: ages(1, 7), categories: { member: 4 } });
  expect(sumOf([one, other]).categories).not.toHaveProperty('child');
  expect(sumOf([])).toEqual(figures({ ages: ages() }));
  expect(sumOf([one, other])).toEqual(sumOf([other, one]));
});

function ages(...first: number[]): number[] {
  return Array.from({ length: ageBrackets.length + 1 }, (_, at) => first[at] ?? 0);
}

function figures(of: Partial<StatFigures>): StatFigures {
  return { ...sumOf([]), ...of };
}
