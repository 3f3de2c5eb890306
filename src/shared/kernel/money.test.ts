import { expect, test } from 'vitest';
import { euros } from './money.ts';

test('money is written as the clubs write it', () => {
  expect([euros(0), euros(5), euros(123_456), euros(-250)]).toEqual(['0,00\u00A0€', '0,05\u00A0€', '1.234,56\u00A0€', '-2,50\u00A0€']);
});
