import { expect, test } from 'vitest';
import { expenseCategories, submittableFrom, usualCategory, waivableUntil } from './rules.ts';

test('an approved expense can be waived for three months, to the same day of the month or the end of a shorter one', () => {
  expect(waivableUntil('2026-08-15')).toBe('2026-11-15');
  expect(waivableUntil('2026-11-30')).toBe('2027-02-28');
});

test('an expense can be submitted for three years', () => {
  expect(submittableFrom('2026-11-30')).toBe('2023-12-01');
});

test('expenses are booked as spending, never as a transfer between own accounts; kilometres are travel', () => {
  expect(expenseCategories).toContain('travel');
  expect(expenseCategories).toContain('material');
  for (const name of ['cash_withdrawn', 'moved_out', 'subsidy'] as const) expect(expenseCategories).not.toContain(name);
  expect([usualCategory({ km: 12 }), usualCategory({ km: null })]).toEqual(['travel', 'material']);
});
