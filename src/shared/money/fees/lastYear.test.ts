import { expect, test } from 'vitest';
import { isOtherThanLast, lastYearOf } from './lastYear.ts';
import type { ChargedFee } from './feeTypes.ts';

/** The charge for some months. */
function charge(from: string, to: string, cents: number, changes: Partial<ChargedFee> = {}): ChargedFee {
  const open = { refundOf: null, state: 'open' as const, openCents: 0, waivedCents: 0, isSplit: false };
  const who = { personId: 'p1', payerId: 'p1', name: 'Ada Ahorn', slot: 'base', label: 'Grundbeitrag' };
  return { id: 'c1', ...who, ...open, from, to, cents, ...changes };
}

const year = { slot: 'base', personId: 'p1', from: '2028-01-01', to: '2028-12-31' };

test('what was charged for the same months a year before is found, also in parts; refunds lower it', () => {
  expect(lastYearOf([charge('2027-01-01', '2027-12-31', 6000)])(year)).toBe(6000);
  const quarters = ['01-01 03-31', '04-01 06-30', '07-01 09-30', '10-01 12-31'].map((one) => one.split(' '));
  expect(lastYearOf(quarters.map(([from, to]) => charge(`2027-${from}`, `2027-${to}`, 3150)))(year)).toBe(12_600);
  const back = charge('2027-07-01', '2027-12-31', -3000, { refundOf: 'c1' });
  expect(lastYearOf([charge('2027-01-01', '2027-12-31', 6000), back])(year)).toBe(3000);
  const february = { ...year, from: '2029-02-01', to: '2029-02-28' };
  expect(lastYearOf([charge('2028-02-01', '2028-02-29', 500)])(february)).toBe(500);
});

test('other people, slots, years, and charges for longer than the line do not count', () => {
  const others = [
    charge('2027-01-01', '2027-12-31', 1, { personId: 'p2' }),
    charge('2027-01-01', '2027-12-31', 2, { slot: 'dep:1' }),
    charge('2026-01-01', '2026-12-31', 4),
    charge('2028-01-01', '2028-12-31', 8),
    charge('2027-01-01', '2028-01-31', 16),
  ];
  expect(lastYearOf(others)(year)).toBe(0);
});

test('a line is other than last year if something else was charged then', () => {
  const line = { change: 'new' as const, cents: 12_000, previousCents: 6000 };
  expect(isOtherThanLast(line)).toBe(true);
  expect(
    [{ previousCents: 12_000 }, { previousCents: 0 }, { change: 'higher' as const }].map((of) => isOtherThanLast({ ...line, ...of })),
  ).toEqual([false, false, false]);
});
