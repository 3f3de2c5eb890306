import { expect, test } from 'vitest';
import { roleNames } from '#shared/kernel/roles.ts';
import { minLengthOf } from './passwordPolicy.ts';

test('staff need 8 characters, readers and new accounts the configured minimum', () => {
  expect(roleNames.map((role) => minLengthOf({ min: 6 }, role))).toEqual([6, 8, 8, 8, 8]);
  expect(minLengthOf({ min: 6 })).toBe(6);
});

test('a stricter setting is stricter for everybody, and never laxer for staff', () => {
  expect(roleNames.map((role) => minLengthOf({ min: 12 }, role))).toEqual([12, 12, 12, 12, 12]);
  expect(minLengthOf({ min: 7 }, 'admin')).toBe(8);
  expect(minLengthOf({ min: 8 }, 'trainer')).toBe(8);
});
