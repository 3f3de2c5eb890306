import { expect, test } from 'vitest';
import { proofInput, proofLight } from './trainerProofs.ts';

test('a proof is valid on its last day, expires soon 90 days before, and without an end never', () => {
  const light = (validTo: string, isRenewed = false) => proofLight({ validTo, isRenewed }, '2026-11-23');
  expect(light('2026-11-23')).toBe('soon');
  expect(light('2026-11-22')).toBe('over');
  expect(light('2027-02-21')).toBe('soon');
  expect(light('2027-02-22')).toBe('valid');
  expect(light('')).toBe('valid');
  expect(light('2026-11-22', true)).toBe('renewed');
});

test('a licence requires a name, and an end is not before the beginning', () => {
  const firstAid = { kind: 'firstAid', validFrom: '2026-01-02' };
  expect(proofInput.safeParse(firstAid).success).toBe(true);
  expect(proofInput.safeParse({ ...firstAid, kind: 'licence' }).error?.issues[0]?.path).toEqual(['name']);
  expect(proofInput.safeParse({ ...firstAid, validTo: '2026-01-01' }).error?.issues[0]?.path).toEqual(['validTo']);
});
