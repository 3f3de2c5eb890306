import { describe, expect, test } from 'vitest';
import { email, instant, line, localDate, localTime, pageQuery, paragraphs, requiredLine, version } from './fields.ts';
import { speakGerman } from './germanErrors.ts';

speakGerman();
const refusal = (result: { success: boolean; error?: { issues: { message: string }[] } }) => result.error?.issues[0]?.message;

describe('a line', () => {
  test('is trimmed before it is measured', () => {
    expect(line(3).parse('  abc \n')).toBe('abc');
    expect(refusal(line(3).safeParse('abcd'))).toBe('Höchstens 3 Zeichen.');
    expect(line(3).parse('   ')).toBe('');
    expect(refusal(requiredLine(3).safeParse('   '))).toBe('Bitte ausfüllen.');
  });

  test.each(['a\nb', 'a\tb', 'a\u0000b', 'a\u0085b'])('has no control character: %j', (text) =>
    expect(refusal(line(10).safeParse(text))).toBe('Bitte ohne Zeilenumbrüche und Steuerzeichen.'),
  );
});

describe('paragraphs', () => {
  test('keep their line breaks and tabs, and no other invisible characters', () => {
    expect(paragraphs(10).parse(' a\n\tb\r\nc ')).toBe('a\n\tb\r\nc');
    expect(refusal(paragraphs(10).safeParse('a\u0007b'))).toBe('Bitte ohne Steuerzeichen.');
    expect(refusal(paragraphs(2).safeParse('abc'))).toBe('Höchstens 2 Zeichen.');
  });
});

test('an email address is stored in lower case and trimmed', () => {
  expect(email.parse(' Vera@Example.ORG ')).toBe('vera@example.org');
  for (const wrong of ['', 'vera', 'vera@', '@example.org', 'a b@example.org', `${'a'.repeat(250)}@b.de`])
    expect([wrong, email.safeParse(wrong).success]).toEqual([wrong, false]);
});

test.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2028-02-29', true],
  ['2100-02-29', false],
  ['1900-01-01', true],
  ['1899-12-31', false],
  ['2199-12-31', true],
  ['2200-01-01', false],
  ['2026-13-01', false],
  ['26-01-01', false],
  ['', false],
])('the day %s is %s', (text, isRight) => expect(localDate.safeParse(text).success).toBe(isRight));

test.each([
  ['00:00', true],
  ['23:59', true],
  ['24:00', false],
  ['19:60', false],
  ['20:00', true],
  ['9:00', false],
  ['09:00:00', false],
  ['0900', false],
])('the time %s is %s', (text, isRight) => expect(localTime.safeParse(text).success).toBe(isRight));

test.each([
  ['2026-03-29T02:30:00+01:00', true],
  ['2026-03-29T00:30:00.000Z', true],
  ['2026-03-29T02:30:00', false],
  ['1899-12-31T23:59:59Z', false],
  ['2200-01-01T00:00:00Z', false],
])('the instant %s is %s', (text, isRight) => expect(instant.safeParse(text).success).toBe(isRight));

test('a version and a page are limited', () => {
  expect([0, 1, 2_147_483_647, 2_147_483_648, 1.5].map((one) => version.safeParse(one).success)).toEqual([false, true, true, false, false]);
  expect(['0', '1', '200', '201'].map((one) => pageQuery.limit.safeParse(one).success)).toEqual([false, true, true, false]);
  expect(pageQuery.limit.parse(undefined)).toBe(50);
});
