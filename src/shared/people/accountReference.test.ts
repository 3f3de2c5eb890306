import { expect, test } from 'vitest';
import { accountReference } from './accountReference.ts';

test('what a payer is asked to write names the club and the number of the account', () => {
  expect(accountReference('RWA', 10007)).toBe('RWA-K10007');
  expect(accountReference('SCB', 10007)).toBe('SCB-K10007');
});
