import { expect, test } from 'vitest';
import type { AccountEntry } from '../payments.ts';
import { yearStatement } from './yearStatement.ts';

const entry = (day: string, chargedCents: number, paidCents: number, balanceCents: number): AccountEntry => ({
  day,
  label: '',
  kind: null,
  chargedCents,
  paidCents,
  balanceCents,
  paymentId: null,
  mayReverse: false,
});
const entries = [entry('2025-02-01', 5000, 0, 7000), entry('2026-02-01', 6000, 0, 13_000), entry('2026-03-01', 0, 8000, 5000)];

test.each([
  [2024, 2000, 0, 2000],
  [2025, 2000, 1, 7000],
  [2026, 7000, 2, 5000],
  [2027, 5000, 0, 5000],
])('the statement of %i begins with the opening balance and ends with the closing balance', (year, startCents, count, endCents) => {
  const { lines, ...sums } = yearStatement(entries, year);
  expect({ ...sums, count: lines.length }).toEqual({ startCents, endCents, count });
  expect(startCents + lines.reduce((sum, one) => sum + one.chargedCents - one.paidCents, 0)).toBe(endCents);
});

test('an account without entries has a zero balance', () => {
  expect(yearStatement([], 2026)).toEqual({ startCents: 0, lines: [], endCents: 0 });
});

test('the first and the last day of a year belong to it and to no other', () => {
  const turn = [
    entry('2025-12-31', 1000, 0, 1000),
    entry('2026-01-01', 2000, 0, 3000),
    entry('2026-12-31', 0, 500, 2500),
    entry('2027-01-01', 100, 0, 2600),
  ];
  const { startCents, lines, endCents } = yearStatement(turn, 2026);
  expect([startCents, lines.map(({ day }) => day), endCents]).toEqual([1000, ['2026-01-01', '2026-12-31'], 2500]);
});

test('omitted older entries are included in the balance, whether the first omitted is a charge or a payment', () => {
  expect(yearStatement([entry('2026-05-01', 0, 4000, 3000)], 2026)).toMatchObject({ startCents: 7000, endCents: 3000 });
  expect(yearStatement([entry('2026-05-01', 4000, 0, 3000)], 2026)).toMatchObject({ startCents: -1000, endCents: 3000 });
});
