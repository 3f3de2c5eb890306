import { expect, test } from 'vitest';
import { asksEmergency } from './people.ts';

const child = '2016-05-04';
const asks = (confirmedOn: string, day: string, birthDate: string | null = child, phone: string | null = '0170 1234567') =>
  asksEmergency(birthDate, phone, confirmedOn, day);

test('the emergency number of a child has to be confirmed once from each 1 August on', () => {
  expect(asks('2026-03-01', '2026-07-31')).toBe(false);
  expect(asks('2026-03-01', '2026-08-01')).toBe(true);
  expect(asks('2026-08-01', '2026-08-01')).toBe(false);
  expect(asks('2026-08-01', '2027-07-31')).toBe(false);
  expect(asks('2026-08-01', '2027-08-01')).toBe(true);
  // Before August the previous year's date applies.
  expect(asks('2025-07-31', '2026-01-15')).toBe(true);
});

test('adults are not asked for an emergency number, and a missing one is not confirmed', () => {
  expect(asks('2020-01-01', '2026-08-01', '2008-08-01')).toBe(false);
  expect(asks('2020-01-01', '2026-08-01', '2008-08-02')).toBe(true);
  expect(asks('2020-01-01', '2026-08-01', child, null)).toBe(false);
  expect(asks('2020-01-01', '2026-08-01', child, '')).toBe(false);
});
