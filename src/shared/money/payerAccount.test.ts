import { expect, test } from 'vitest';
import { accountNumbersIn, isToTransfer, paidBy } from './payerAccount.ts';
import { accountReference } from '#shared/people/accountReference.ts';

test.each([
  ['as it was given', 'RWA-K10007', [10007]],
  ['without its dash, in small letters', 'beitrag rwak10007 danke', [10007]],
  ['with spaces of a bank', 'RWA- K 10007', [10007]],
  ['twice', 'RWA-K10007 RWA-K10007', [10007]],
  ['two accounts', 'RWA-K10007, RWA-K10008', [10007, 10008]],
  ['of another club', 'SCB-K10007', []],
  ['inside another word', 'XRWA-K10007', []],
  ['the reference of a charge', 'RWA-100007', []],
  ['too short', 'RWA-K12', []],
])('an account number is found in the purpose of a transfer: %s', (_what, words, numbers) => {
  expect(accountNumbersIn(words, 'RWA')).toEqual(numbers);
});

test('a reference is found in its written form', () => {
  expect(accountNumbersIn(`x ${accountReference('SCB', 10_001)} y`, 'SCB')).toEqual([10_001]);
});

test('open transfers are due charges without collection, and returned ones; never a refund, nor a pending one', () => {
  expect(isToTransfer({ state: 'open', method: 'transfer', cents: 100 })).toBe(true);
  expect(isToTransfer({ state: 'returned', method: 'sepa', cents: 100 })).toBe(true);
  expect(isToTransfer({ state: 'open', method: 'sepa', cents: 100 })).toBe(false);
  expect(isToTransfer({ state: 'in_collection', method: 'transfer', cents: 100 })).toBe(false);
  expect(isToTransfer({ state: 'open', method: 'transfer', cents: -100 })).toBe(false);
});

test.each([
  ['all of it', [4000, 500, 1200], 5700, [0, 1, 2], true],
  ['the oldest ones', [4000, 500, 1200], 4500, [0, 1], true],
  ['the oldest alone', [4000, 500, 1200], 4000, [0], true],
  ['some of it', [4000, 500, 1200], 1700, [1, 2], false],
  ['the one that has the sum', [4000, 500, 1200], 1200, [2], false],
  ['the older of two alike', [4000, 1200, 1200], 1200, [1], false],
])('a transfer pays %s', (_what, rests, cents, places, isSure) => {
  expect(paidBy(rests, cents)).toEqual({ places, isSure });
});

test('a sum of no selection, or zero, is left to a person', () => {
  expect(paidBy([4000, 500], 4100)).toBeUndefined();
  expect(paidBy([4000, 500], 9000)).toBeUndefined();
  expect(paidBy([], 100)).toBeUndefined();
  expect(
    paidBy(
      Array.from({ length: 40 }, () => 7),
      8,
    ),
  ).toBeUndefined();
});
