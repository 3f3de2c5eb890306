import { expect, test } from 'vitest';
import { fits, isSamePurpose, type BankConditions } from './fit.ts';

const any: BankConditions = { direction: 'in', nameContains: '', purposeContains: '', accountKey: '', centsFrom: null, centsTo: null };
const line = { name: 'Stadtwerke Müllheim', purpose: 'Abschlag Str om 11/2026', accountKey: 'a1', cents: 12_345 };

test.each<[string, Partial<BankConditions>, boolean]>([
  ['nothing but the direction', {}, true],
  ['money that went', { direction: 'out' }, false],
  ['a part of the name, with its umlaut written out and in capitals', { nameContains: 'MUELLHEIM' }, true],
  ['another name', { nameContains: 'Gaswerke' }, false],
  ['a purpose that the bank broke', { purposeContains: 'abschlag strom' }, true],
  ['another purpose', { purposeContains: 'Miete' }, false],
  ['at least this very sum', { centsFrom: 12_345 }, true],
  ['at least a cent more', { centsFrom: 12_346 }, false],
  ['at most this very sum', { centsTo: 12_345 }, true],
  ['at most a cent less', { centsTo: 12_344 }, false],
  ['the account of the line', { accountKey: 'a1' }, true],
  ['another account', { nameContains: 'Stadtwerke', accountKey: 'b2' }, false],
  ['the name right and the purpose wrong', { nameContains: 'Stadt', purposeContains: 'Miete' }, false],
])('a rule with the condition %s', (_what, conditions, expected) => {
  expect(fits({ ...any, ...conditions }, line)).toBe(expected);
});

test('outgoing money is compared by its absolute amount, and zero is neither direction', () => {
  const spent = { ...line, cents: -500 };
  expect(fits({ ...any, direction: 'out', centsFrom: 500, centsTo: 500 }, spent)).toBe(true);
  expect(fits({ ...any, direction: 'out', centsFrom: 501 }, spent)).toBe(false);
  expect(fits({ ...any, direction: 'in' }, spent)).toBe(false);
  expect(fits(any, { ...line, cents: 0 })).toBe(false);
});

test.each([
  ['Beitrag 2026', 'BEITRAG  2026', true],
  ['Beitrag 2026 Müller', 'Beitrag 2026', true],
  ['Beitrag 2026', 'Beitrag 2027', false],
  ['Strom', 'Strom', false],
  ['Stroma', 'stroma', true],
  ['', 'Beitrag 2026', false],
])('"%s" and "%s" are the same purpose: %s', (one, other, expected) => {
  expect([isSamePurpose(one, other), isSamePurpose(other, one)]).toEqual([expected, expected]);
});

test('a single cent received is incoming money, and a rule without sums does not exclude it', () => {
  expect(fits(any, { ...line, cents: 1 })).toBe(true);
  expect(fits({ ...any, direction: 'out' }, { ...line, cents: -1 })).toBe(true);
  expect(fits({ ...any, direction: 'out' }, { ...line, cents: 1 })).toBe(false);
});
