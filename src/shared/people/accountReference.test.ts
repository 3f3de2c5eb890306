import { expect, test } from 'vitest';
import { accountReference } from './accountReference.ts';

test('the reference for a payer contains the club and the number of the account', () => {
  expect(accountReference('RWA', 10007)).toBe('RWA-K10007');
  expect(accountReference('SCB', 10007)).toBe('SCB-K10007');
});
