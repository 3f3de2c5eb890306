import { expect, test } from 'vitest';
import { clientErrorInput } from './clientErrors.ts';

test('an error outside our own files is refused', () => {
  const error = { name: 'TypeError', message: 'x', page: 'offers', places: ['index-a1b2.js:10:200'] };
  expect(clientErrorInput.safeParse(error).success).toBe(true);
  for (const wrong of [{ name: 'Mila Muster' }, { page: '/id/geheim' }, { places: ['https://evil.example/x.js:1:1'] }, { text: 'x' }])
    expect(clientErrorInput.safeParse({ ...error, ...wrong }).success).toBe(false);
});
