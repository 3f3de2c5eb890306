import { expect, test } from 'vitest';
import { accountName, greeting } from './user.ts';

test('a user without a name is shown by the address, and no mail greets an address', () => {
  const email = 'vera@example.org';
  expect(accountName({ firstname: 'Vera', lastname: 'Vogel', email })).toBe('Vera Vogel');
  expect(accountName({ firstname: 'Vera', lastname: '', email })).toBe('Vera');
  expect(accountName({ firstname: '', lastname: '', email })).toBe(email);
  expect([greeting('Vera Vogel'), greeting(email)]).toEqual(['Guten Tag Vera Vogel', 'Guten Tag']);
});
