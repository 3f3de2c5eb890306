import { expect, test } from 'vitest';
import { creditorId, iban, ibanInFours, isIban, maskedIban } from './iban.ts';

test('an IBAN is valid if country, length and check digits match', () => {
  for (const right of ['DE89370400440532013000', 'AT611904300234573201', 'NL91ABNA0417164300', 'MT84MALT011000012345MTLCAST001S'])
    expect([right, isIban(right)]).toEqual([right, true]);
  for (const wrong of ['', 'DE89', 'DE88370400440532013000', 'DE8937040044053201300', 'AT89370400440532013000', 'de89370400440532013000'])
    expect([wrong, isIban(wrong)]).toEqual([wrong, false]);
});

test('it is stored without spaces, and only its end is shown', () => {
  expect(iban.parse(' de89 3704 0044 0532 0130 00 ')).toBe('DE89370400440532013000');
  expect(maskedIban('DE89370400440532013000')).toBe('DE•• •••• 3000');
  expect(maskedIban('')).toBe('');
});

test('a creditor identifier is valid by its check digits, whatever its business code; a German one has 18 characters', () => {
  const isRight = (text: string) => creditorId.safeParse(text).success;
  for (const right of ['DE98ZZZ09999999999', 'de98 zzz 0999 9999 999', 'DE98ABC09999999999'])
    expect([right, isRight(right)]).toEqual([right, true]);
  for (const wrong of ['', 'DE97ZZZ09999999999', 'DE98ZZZ0999999999', 'DE98ZZZ099999999990', 'DE89370400440532013000'])
    expect([wrong, isRight(wrong)]).toEqual([wrong, false]);
});

test('an IBAN is shown in groups of four, without a trailing space', () => {
  expect(ibanInFours('DE89370400440532013000')).toBe('DE89 3704 0044 0532 0130 00');
  expect(ibanInFours('BE68539007547034')).toBe('BE68 5390 0754 7034');
});
