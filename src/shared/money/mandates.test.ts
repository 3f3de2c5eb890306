import { expect, test } from 'vitest';
import { mandateHolder, mandateReference } from './mandates.ts';
import { isDebitable } from './sepaRules.ts';

test.each([
  ['DE02120300000000202051', true],
  ['AT611904300234573201', true],
  ['IS140159260076545510730339', true],
  ['CH9300762011623852957', false],
  ['GB29NWBK60161331926819', false],
  ['TR330006100519786457841326', false],
])('from %s a debit can be collected: %s', (account, expected) => {
  expect(isDebitable(account)).toBe(expected);
});

test.each([
  ['RWA-00001', true],
  ['A+B?C/D-E:F(G).H,I J', true],
  ['', false],
  ['RWA_1', false],
  ['Müller-1', false],
  ['X'.repeat(36), false],
])('"%s" can be the reference of a mandate: %s', (reference, expected) => {
  expect(mandateReference.safeParse(reference).success).toBe(expected);
});

test("a holder has a name in the banks' character set", () => {
  expect(mandateHolder.safeParse('Özlem Çelik').success).toBe(true);
  expect(mandateHolder.safeParse('   ').success).toBe(false);
  expect(mandateHolder.safeParse('X'.repeat(71)).success).toBe(false);
});
