import { expect, test } from 'vitest';
import { installmentsOf } from './installments.ts';

test('a rest is shared to the cent, what is left over stands in the last installment', () => {
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
