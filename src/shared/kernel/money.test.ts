import { expect, test } from 'vitest';
import { euros, sumOfCents } from './money.ts';

test('money is formatted as the clubs write it', () => {
  expect([euros(0), euros(5), euros(123_456), euros(-250)]).toEqual(['0,00\u00A0€', '0,05\u00A0€', '1.234,56\u00A0€', '-2,50\u00A0€']);
});

test('amounts are added up to the cent, also negative ones; an empty list is zero', () => {
  expect(sumOfCents([{ cents: 1250 }, { cents: -50 }, { cents: 5 }])).toBe(1205);
  expect(sumOfCents([])).toBe(0);
});
