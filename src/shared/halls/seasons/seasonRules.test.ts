import { expect, test } from 'vitest';
import { defaultSeasonRules as rules, orderPercentOf, pointsOf } from './seasonRules.ts';

const first = { isKept: false, option: 0, offset: 0, firstUnit: 0 };
const youth = { steps: 3, parts: 2, participants: 20, priorityClass: 2, orderPercent: 100 };

test('points are exact: the worked examples give 438, 315 and 210, and later steps and parts count one less each', () => {
  expect(pointsOf(rules, youth, { ...first, isKept: true })).toBe(438);
  expect(pointsOf(rules, youth, { ...first, option: 2 })).toBe(315);
  expect(pointsOf(rules, { steps: 4, parts: 3, participants: 15, priorityClass: 3, orderPercent: 70 }, first)).toBe(210);
  expect(pointsOf(rules, youth, { ...first, isKept: true, offset: 2, firstUnit: 1 })).toBe(435);
});

test('a crowd counts between a half and one, whatever was stated', () => {
  const of = (participants: number) => pointsOf(rules, { ...youth, participants }, first);
  expect([of(1), of(12), of(24), of(400)]).toEqual([210, 210, 420, 420]);
});

test('up to the entitlement a wish counts in full, up to one and a half of it less, and a school always in full', () => {
  const of = (before: number, isSchool = false) => orderPercentOf(rules, before, 100, isSchool);
  expect([of(0), of(100), of(101), of(150), of(151), of(151, true)]).toEqual([100, 100, 85, 85, 70, 100]);
});
