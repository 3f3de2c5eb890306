import { expect, test } from 'vitest';
import { feeGaps, gapWords, type GapRule } from './feeGaps.ts';

const year = { from: '2027-01-01', to: '2027-12-31' };
const rule = (values: Partial<GapRule>): GapRule => ({
  id: 'one',
  layer: 'base',
  name: 'Erwachsene',
  kinds: [],
  ageFrom: null,
  ageTo: null,
  placeFrom: null,
  validFrom: '2020-01-01',
  validTo: null,
  ...values,
});
const told = (...rules: GapRule[]) => feeGaps(rules, year).map(gapWords);

test('an order that covers every age has no gap, and none at all before there are base rules', () => {
  expect(told(rule({ ageTo: 17 }), rule({ ageFrom: 18 }))).toEqual([]);
  expect(told(rule({ layer: 'department' }))).toEqual([]);
});

test('ages between two rules, and below or above them, are named', () => {
  expect(told(rule({ ageFrom: 6, ageTo: 17 }), rule({ ageFrom: 19 }))).toEqual([
    'Aktiv, 0 bis 5 Jahre: keine Regel.',
    'Aktiv, 18 Jahre: keine Regel.',
  ]);
  expect(told(rule({ ageTo: 17 }))).toEqual(['Aktiv, ab 18 Jahren: keine Regel.']);
});

test('months between two versions of a rule are named with the version that ends', () => {
  const versions = [rule({ validTo: '2026-12-31' }), rule({ id: 'two', validFrom: '2027-03-01' })];
  expect(told(...versions)).toEqual([
    'Aktiv, jedes Alter: vom 01.01.2027 bis 28.02.2027 keine Regel. „Erwachsene“ gilt nur bis 31.12.2026.',
  ]);
  expect(feeGaps(versions, year)).toMatchObject([{ ended: { id: 'one' }, lasts: 'for a time' }]);
});

test('a rule that ends leaves a gap from then on, and one that has ended a gap throughout', () => {
  expect(told(rule({ validTo: '2027-06-30' }))).toEqual([
    'Aktiv, jedes Alter: ab 01.07.2027 keine Regel. „Erwachsene“ gilt nur bis 30.06.2027.',
  ]);
  expect(told(rule({ validTo: '2026-06-30' }))).toEqual(['Aktiv, jedes Alter: keine Regel. „Erwachsene“ gilt nur bis 30.06.2026.']);
});

test('each kind that a rule names is looked at, and kinds with the same gap are told together', () => {
  const passive = rule({ kinds: ['passive'], ageFrom: 18 });
  expect(told(rule({ kinds: ['active'] }), passive)).toEqual(['Passiv, 0 bis 17 Jahre: keine Regel.']);
  expect(told(rule({ kinds: ['active'], ageFrom: 18 }), passive)).toEqual(['Aktiv, Passiv, 0 bis 17 Jahre: keine Regel.']);
});

test('a rule for the second person of a family alone covers nobody who is alone', () => {
  expect(told(rule({ placeFrom: 2 }), rule({ ageTo: 17 }))).toEqual(['Aktiv, ab 18 Jahren: keine Regel.']);
});
