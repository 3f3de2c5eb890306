import { expect, test } from 'vitest';
import { contractInput, contractKinds, holdsOn } from './contracts.ts';

test.each([
  ['2026-01-01', '', '2025-12-31', false],
  ['2026-01-01', '', '2026-01-01', true],
  ['2026-01-01', '', '2099-12-31', true],
  ['2026-01-01', '2026-12-31', '2026-12-31', true],
  ['2026-01-01', '2026-12-31', '2027-01-01', false],
])('a contract from %s to "%s" holds on %s: %s', (validFrom, validTo, day, holds) => {
  expect(holdsOn({ validFrom, validTo }, day)).toBe(holds);
});

test('a contract may end on the day it begins, and not before', () => {
  const endsOn = (validTo: string) => contractInput.safeParse({ kind: 'trainer', validFrom: '2026-05-01', validTo }).success;
  expect([endsOn('2026-04-30'), endsOn('2026-05-01'), endsOn('')]).toEqual([false, true, true]);
});

test('the agreement that no social insurance is due is only possible with a fee', () => {
  const may = contractKinds.filter((kind) => contractInput.safeParse({ kind, validFrom: '2026-05-01', hasJointConsent: true }).success);
  expect(may).toEqual(['fee']);
});
