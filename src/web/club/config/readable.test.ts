import { expect, test } from 'vitest';
import { readable } from './readable.ts';

test('an empty list shows the text of its parameter', () => {
  expect(readable('honours.RWA.birthdays', [])).toBe('Keine');
  expect(readable('audit.loginExemptNames', [])).toBe('Niemand');
  expect(readable('secondFactor.roles', [])).toBe('Niemand');
  expect(readable('honours.RWA.birthdays', ['18', '50'])).toBe('18, 50');
  expect(readable('secondFactor.roles', ['admin'])).toBe('Vorstand');
});
