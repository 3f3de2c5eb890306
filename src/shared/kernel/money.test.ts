import { expect, test } from 'vitest';
import { centsOf, euros, sumOfCents } from './money.ts';

test('money is formatted as the clubs write it', () => {
  expect([euros(0), euros(5), euros(123_456), euros(-250)]).toEqual(['0,00\u00A0€', '0,05\u00A0€', '1.234,56\u00A0€', '-2,50\u00A0€']);
});

test('amounts are added up to the cent, also negative ones; an empty list is zero', () => {
  expect(sumOfCents([{ cents: 1250 }, { cents: -50 }, { cents: 5 }])).toBe(1205);
  expect(sumOfCents([])).toBe(0);
});

test('typed amounts are read to the cent; what is ambiguous or has a third decimal is none', () => {
  expect(['12,5', '1.234,00', '12.50', '-3', '0,07 €'].map(centsOf)).toEqual([1250, 123_400, 1250, -300, 7]);
  for (const text of ['12,345', '1.234', '12.3', '1,2,3', 'zehn', '', '1.23,00', '--1'])
    expect([text, centsOf(text)]).toEqual([text, undefined]);
});
