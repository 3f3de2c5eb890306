import { expect, test } from 'vitest';
import { installmentsOf } from './installments.ts';

test('an open amount is split to the cent, with the remainder in the last installment', () => {
  expect(installmentsOf(10_000, 3, '2027-01-15').map(({ cents }) => cents)).toEqual([3333, 3333, 3334]);
  for (const [cents, count] of [
    [1, 1],
    [999, 7],
    [24, 24],
    [12_345, 24],
  ] as const)
    expect(installmentsOf(cents, count, '2027-01-15').reduce((sum, one) => sum + one.cents, 0)).toBe(cents);
});

test('installments are due on the same day of each month, in a shorter one on its last', () => {
  expect(installmentsOf(300, 3, '2027-01-31').map(({ dueOn }) => dueOn)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31']);
});
