import { expect, test } from 'vitest';
import { withoutData } from './withoutData.ts';

test('nothing of a message is left that may be personal data', () => {
  expect(withoutData('Cannot read "Mila Muster" of lena@example.org at https://rwa.example/me?x=1, 0170 123')).toBe(
    'Cannot read … of … at … # #',
  );
});
