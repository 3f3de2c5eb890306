import { expect, test } from 'vitest';
import { guestsPerDate, isOpenToTry, isTriable, trialRoom } from './trialRules.ts';

test('a session accepts as many trial guests as there are free seats, never more than the limit for the trainer, and never less than none', () => {
  expect(trialRoom(3, 0)).toBe(3);
  expect(trialRoom(3, 3)).toBe(0);
  expect(trialRoom(40, 0)).toBe(guestsPerDate);
  expect(trialRoom(null, guestsPerDate - 1)).toBe(1);
  expect(trialRoom(-2, 0)).toBe(0);
  expect(trialRoom(0, 1)).toBe(0);
  // Two absent participants free two places, one of which is taken.
  expect(trialRoom(0, 1, 2)).toBe(1);
});

test('only long-running offers can be tried', () => {
  expect([isTriable('permanent'), isTriable('course'), isTriable('holiday'), isTriable('trial')]).toEqual([true, true, false, false]);
});

const open = { kind: 'course', trialSessions: 1, status: 'published', registration: 'open' } as const;

test.each<[string, Partial<Parameters<typeof isOpenToTry>[0]>, boolean]>([
  ['a course that runs and wants it', {}, true],
  ['a permanent group with approval', { kind: 'permanent', registration: 'approval' }, true],
  ['a course without trials', { trialSessions: 0 }, false],
  ['a holiday programme', { kind: 'holiday' }, false],
  ['a draft', { status: 'draft' }, false],
  ['a course that was called off', { status: 'cancelled' }, false],
  ['a course whose sign-up is elsewhere', { registration: 'external' }, false],
])('%s can be tried: %j is %s', (_what, changes, expected) => {
  expect(isOpenToTry({ ...open, ...changes })).toBe(expected);
});
