import { expect, test } from 'vitest';
import { earliestCollection, endToEndIdOf, isBankDay, isMandateLapsed, isSepaId, nextBankDay, sepaText, isAnnounced } from './sepaRules.ts';

test('banks are closed at weekends and on the six TARGET holidays', () => {
  const closed = [
    '2026-01-01',
    '2026-04-03',
    '2026-04-06',
    '2026-05-01',
    '2026-12-25',
    '2026-12-26',
    '2027-03-26',
    '2027-03-29',
    '2026-11-21',
  ];
  expect(closed.filter(isBankDay)).toEqual([]);
  expect(['2026-11-20', '2026-10-03', '2026-12-24', '2026-12-28', '2026-06-04'].map(isBankDay)).toEqual([true, false, true, true, true]);
  expect([nextBankDay('2026-12-25'), nextBankDay('2027-03-26'), nextBankDay('2026-11-20')]).toEqual([
    '2026-12-28',
    '2027-03-30',
    '2026-11-20',
  ]);
});

test("a debit is collected after the bank's lead time and the payers' notice period", () => {
  // A Saturday: two bank days from Monday on; the 14 days of notice end on a Saturday.
  expect(earliestCollection('2026-11-21', 2, 1)).toBe('2026-11-25');
  expect(earliestCollection('2026-11-21', 2, 14)).toBe('2026-12-07');
  expect(earliestCollection('2026-12-23', 2, 1)).toBe('2026-12-28');
});

test("texts are converted to the banks' character set", () => {
  expect(sepaText('Jürgen Größmann-Çelik & Söhne „Ö“', 70)).toBe('Juergen Groessmann-Celik + Soehne .Oe.');
  expect(sepaText('Łukasz Işık – d’Arc', 70)).toBe("Lukasz Isik - d'Arc");
  expect(sepaText('ä'.repeat(100), 140)).toHaveLength(140);
  expect([isSepaId('RWA-00001'), isSepaId('/RWA'), isSepaId('A//B'), isSepaId('Ä1'), isSepaId('x'.repeat(36))]).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(endToEndIdOf('RWA-00001', '7K2QX0A9')).toBe('RWA-00001-7K2QX0A9');
  expect(endToEndIdOf('M'.repeat(35), '7K2QX0A9')).toHaveLength(35);
});

test('a mandate lapses after 36 months without a debit', () => {
  expect(isMandateLapsed('2023-12-07', null, '2026-12-07')).toBe(false);
  expect(isMandateLapsed('2023-12-06', null, '2026-12-07')).toBe(true);
  expect(isMandateLapsed('2020-01-01', '2026-01-01', '2026-12-07')).toBe(false);
});

test('a debit is announced by a notice of its day with at least its sum, in time', () => {
  const debit = { dueOn: '2026-12-15', cents: 4334 };
  const told = (of: object) => isAnnounced([{ dueOn: '2026-12-15', cents: 4334, toldOn: '2026-12-01', ...of }], debit, 14);
  expect(told({})).toBe(true);
  expect(told({ cents: 9000 })).toBe(true);
  expect(told({ cents: 4333 })).toBe(false);
  expect(told({ toldOn: '2026-12-02' })).toBe(false);
  expect(told({ dueOn: '2026-12-16' })).toBe(false);
});

test('a mandate reference of up to 26 characters is completely in the reference of a debit; a longer one keeps both its ends', () => {
  expect(endToEndIdOf('M'.repeat(26), '7K2QX0A9')).toBe(`${'M'.repeat(26)}-7K2QX0A9`);
  expect(endToEndIdOf(`${'A'.repeat(14)}${'B'.repeat(13)}`, '7K2QX0A9')).toBe(`${'A'.repeat(12)}-${'B'.repeat(13)}-7K2QX0A9`);
});
