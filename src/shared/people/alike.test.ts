import { expect, test } from 'vitest';
import { areAlike } from './alike.ts';

test.each([
  ['Turnen', 'turnen'],
  ['Turnen', 'Abt. Turnen'],
  ['Fußball', 'Fussball'],
  ['Fußball', 'FUSSBALL'],
  ['Schützen', 'Schuetzen'],
  ['Handball', 'Handbal'],
  ['Tischtennis', 'Tisch-Tennis'],
  ['Turnen', 'Trunen'],
])('%s and %s are the same department', (one, other) => {
  expect(areAlike(one, other)).toBe(true);
  expect(areAlike(other, one)).toBe(true);
});

test.each([
  ['Turnen', 'Schach'],
  ['Handball', 'Fußball'],
  ['Tennis', 'Tischtennis'],
  ['', ''],
  ['Ski', 'Judo'],
  ['Ringen', 'Irnegn'],
  ['Rudern', 'Urdenr'],
])('%s and %s are two', (one, other) => {
  expect(areAlike(one, other)).toBe(false);
});
