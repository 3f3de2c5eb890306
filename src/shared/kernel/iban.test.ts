import { expect, test } from 'vitest';
import { iban, isIban, maskedIban } from './iban.ts';

test('an IBAN is right when country, length and check digits agree', () => {
  for (const right of ['DE89370400440532013000', 'AT611904300234573201', 'NL91ABNA0417164300', 'MT84MALT011000012345MTLCAST001S'])
    expect([right, isIban(right)]).toEqual([right, true]);
  for (const wrong of ['', 'DE89', 'DE88370400440532013000', 'DE8937040044053201300', 'AT89370400440532013000', 'de89370400440532013000'])
    expect([wrong, isIban(wrong)]).toEqual([wrong, false]);
});

test('it is kept without spaces, and only its end is shown', () => {
  expect(iban.parse(' de89 3704 0044 0532 0130 00 ')).toBe('DE89370400440532013000');
  expect(maskedIban('DE89370400440532013000')).toBe('DE•• •••• 3000');
  expect(maskedIban('')).toBe('');
});
