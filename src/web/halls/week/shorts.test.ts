import { expect, test } from 'vitest';
import { shortsOf } from './shorts.ts';

test('each holder has a unique short name, regardless of the order', () => {
  const names = ['Volkshochschule Auenfeld', 'SCB', 'RWA', 'Musikschule', 'Verein der Angler', 'Grundschule am Moor Nord Ost West', 'RWA'];
  const expected = [
    ['Grundschule am Moor Nord Ost West', 'GMNO'],
    ['Musikschule', 'Mus'],
    ['RWA', 'RWA'],
    ['SCB', 'SCB'],
    ['Verein der Angler', 'VA'],
    ['Volkshochschule Auenfeld', 'VA2'],
  ];
  expect([...shortsOf(names)]).toEqual(expected);
  expect([...shortsOf(names.toReversed())]).toEqual(expected);
});
