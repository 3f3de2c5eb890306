import { expect, test } from 'vitest';
import { proofInput, proofLight } from './trainerProofs.ts';

test('a proof is valid on its last day, runs out soon 90 days before, and without an end never', () => {
  expect(proofLight('2026-11-23', '2026-11-23')).toBe('soon');
  expect(proofLight('2026-11-22', '2026-11-23')).toBe('over');
  expect(proofLight('2027-02-21', '2026-11-23')).toBe('soon');
  expect(proofLight('2027-02-22', '2026-11-23')).toBe('valid');
  expect(proofLight('', '2026-11-23')).toBe('valid');
});

test('a licence has a name, and nothing ends before it begins', () => {
  const firstAid = { kind: 'firstAid', validFrom: '2026-01-02' };
  expect(proofInput.safeParse(firstAid).success).toBe(true);
  expect(proofInput.safeParse({ ...firstAid, kind: 'licence' }).error?.issues[0]?.path).toEqual(['name']);
  expect(proofInput.safeParse({ ...firstAid, validTo: '2026-01-01' }).error?.issues[0]?.path).toEqual(['validTo']);
});
