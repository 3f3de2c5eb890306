import { expect, test } from 'vitest';
import { batchResult } from './batchResult.ts';

const unchanged = (...names: string[]) => names.map((name) => ({ name, reason: 'schon so' }));

test.each([
  [{ count: 2000, unchanged: [] }, 2000, '2.000 Mitglieder geändert.'],
  [{ count: 1, unchanged: [] }, 1, '1 Mitglied geändert.'],
  [
    { count: 1998, unchanged: unchanged('Emil Albers', 'Ida Berg') },
    2000,
    '1.998 Mitglieder geändert, 2 nicht: Emil Albers (schon so), Ida Berg (schon so).',
  ],
  [
    { count: 0, unchanged: unchanged('A B', 'C D', 'E F', 'G H') },
    1004,
    '0 Mitglieder geändert, 1.004 nicht: A B (schon so), C D (schon so), E F (schon so) und 1.001 weitere.',
  ],
  [
    { count: 5, unchanged: unchanged('A B', 'C D', 'E F', 'G H') },
    9,
    '5 Mitglieder geändert, 4 nicht: A B (schon so), C D (schon so), E F (schon so) und 1 weiteres.',
  ],
])('a bulk change says how many were changed and names the others', (done, asked, words) => {
  expect(batchResult(done, asked)).toBe(words);
});
