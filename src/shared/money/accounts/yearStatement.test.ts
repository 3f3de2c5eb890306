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
])('the statement of %i begins with what was owed before it and ends with what is owed after it', (year, startCents, count, endCents) => {
  const { lines, ...sums } = yearStatement(entries, year);
  expect({ ...sums, count: lines.length }).toEqual({ startCents, endCents, count });
  expect(startCents + lines.reduce((sum, one) => sum + one.chargedCents - one.paidCents, 0)).toBe(endCents);
});

test('an account without entries owes nothing', () => {
  expect(yearStatement([], 2026)).toEqual({ startCents: 0, lines: [], endCents: 0 });
});
