import { expect, test } from 'vitest';
import { guestsPerDate, isTriable, trialRoom } from './trialRules.ts';

test('a date takes as many guests as seats are free, never more than a trainer can look after, and never less than none', () => {
  expect(trialRoom(3, 0)).toBe(3);
  expect(trialRoom(3, 3)).toBe(0);
  expect(trialRoom(40, 0)).toBe(guestsPerDate);
  expect(trialRoom(null, guestsPerDate - 1)).toBe(1);
  expect(trialRoom(-2, 0)).toBe(0);
  expect(trialRoom(0, 1)).toBe(0);
});

test('only what goes on for a while can be tried', () => {
  expect([isTriable('permanent'), isTriable('course'), isTriable('holiday'), isTriable('trial')]).toEqual([true, true, false, false]);
});
