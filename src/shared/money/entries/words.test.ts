import { expect, test } from 'vitest';
import { taxSpheres } from '#shared/courses/courseWords.ts';
import { categoriesOf, categoryOf, entryCategories, transferCategories } from './words.ts';

test('every category is income or spending, and none is both', () => {
  const [income, spending] = [categoriesOf('in'), categoriesOf('out')];
  expect([...income, ...spending].toSorted()).toEqual([...entryCategories].toSorted());
  expect(income.filter((name) => spending.includes(name))).toEqual([]);
});

test('money between account and cash box, or between two accounts, is one transfer each way, neither income nor spending', () => {
  const ways = transferCategories.map((name) => [name, categoryOf(name).direction, categoryOf(name).transfer]);
  expect(ways).toEqual([
    ['cash_deposited', 'in', 'cash'],
    ['moved_in', 'in', 'account'],
    ['cash_withdrawn', 'out', 'cash'],
    ['moved_out', 'out', 'account'],
  ]);
});

test('sponsoring and festivals are business, rent and interest are assets, and trainers are paid for the statutory purpose', () => {
  const spheres = (...names: (typeof entryCategories)[number][]) => names.map((name) => categoryOf(name).sphere);
  expect(spheres('sponsoring', 'event_income', 'event_costs')).toEqual(['business', 'business', 'business']);
  expect(spheres('rent_income', 'interest')).toEqual(['asset', 'asset']);
  expect(spheres('pay', 'halls', 'material')).toEqual(['purpose', 'purpose', 'purpose']);
  for (const name of entryCategories) expect(taxSpheres).toContain(categoryOf(name).sphere);
});

test('two categories of one direction never have the same name', () => {
  for (const direction of ['in', 'out'] as const) {
    const labels = categoriesOf(direction).map((name) => categoryOf(name).label);
    expect(new Set(labels).size).toBe(labels.length);
  }
});
