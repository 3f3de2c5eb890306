import { expect, test } from 'vitest';
import { bankRuleInput, type BankRuleInput } from './contract.ts';

const rule: BankRuleInput = {
  name: 'Strom',
  direction: 'out',
  nameContains: 'Stadtwerke',
  purposeContains: '',
  accountKey: '',
  centsFrom: null,
  centsTo: null,
  way: 'entry',
  category: 'halls',
  sphere: 'ideal',
  payerId: null,
  reason: '',
  isAutomatic: false,
};

/** The invalid fields of a rule. */
function wrongIn(change: Partial<BankRuleInput>): string[] {
  const { error } = bankRuleInput.safeParse({ ...rule, ...change });
  return error?.issues.map(({ path }) => path.join('.')) ?? [];
}

test.each<[string, Partial<BankRuleInput>]>([
  ['a name alone', {}],
  ['an account alone', { nameContains: '', accountKey: 'a1' }],
  ['a purpose alone', { nameContains: '', purposeContains: 'Abschlag' }],
  ['a least sum alone', { centsFrom: 5000 }],
  ['a greatest sum alone', { centsTo: 5000 }],
  ['one exact sum', { centsFrom: 5000, centsTo: 5000 }],
  ['setting aside for a reason, without a kind of spending', { way: 'ignore', category: null, sphere: null, reason: 'Umbuchung' }],
])('a rule may match its lines by %s', (_what, change) => {
  expect(wrongIn(change)).toEqual([]);
});

test.each<[string, Partial<BankRuleInput>, string[]]>([
  ['that would catch every line', { nameContains: '' }, ['nameContains']],
  ['whose greatest sum is below the least', { centsFrom: 5000, centsTo: 4999 }, ['centsTo']],
  ['that asks for a sum of nothing', { centsFrom: 0 }, ['centsFrom']],
  ['that sets aside without a reason', { way: 'ignore', category: null, sphere: null }, ['reason']],
  ['that books without saying what for', { category: null, sphere: null }, ['category', 'sphere']],
  ['that books spending as income', { direction: 'in' }, ['category']],
])('a rule is refused %s', (_what, change, fields) => {
  expect(wrongIn(change)).toEqual(fields);
});
