import { expect, test } from 'vitest';
import { isDate, isPattern, leftBeside, repeatedPart } from './guessable.ts';

test.each([
  ['qwertz', true],
  ['zuiop', true],
  ['987654', true],
  ['abc123', true],
  ['aaabbb', true],
  ['asdf1234qwer', true],
  ['1qay2wsx', true],
  ['katze', false],
  ['qwmzplx', false],
  ['sieben-bunte', false],
])('"%s" is only a keyboard sequence: %s', (text, expected) => {
  expect(isPattern(text)).toBe(expected);
});

test.each([
  ['abcabcab', 'abc'],
  ['aaaa', 'a'],
  ['abab', 'ab'],
  ['abcabd', undefined],
  ['abc', undefined],
  ['a', undefined],
  ['', undefined],
])('"%s" repeats %s', (text, part) => {
  expect(repeatedPart(text)).toBe(part);
});

test.each(['24121990', '24.12.90', '1990-12-24', '12/24/1990', '1.1.2001', '010101'])('%s is a day', (text) => {
  expect(isDate(text)).toBe(true);
});

test.each(['32.13.1990', '24.12.1890', '999', '24.12.1990a', '241219901'])('%s is no day', (text) => {
  expect(isDate(text)).toBe(false);
});

test("of a password only the characters besides one's own words count, without digits", () => {
  expect(leftBeside('vogel1985!', ['vogel'])).toBe('!');
  expect(leftBeside('veravogel', ['vera', 'vogel'])).toBe('');
  expect(leftBeside('sc-beispiel-katze', ['sc', 'beispiel'])).toBe('sc--katze');
  expect(leftBeside('katze', ['vogel'])).toBeUndefined();
});

test('of two overlapping words the longer one is removed first', () => {
  expect(leftBeside('sonntagx', ['sonn', 'sonntag'])).toBe('x');
});
