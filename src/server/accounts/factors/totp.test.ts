import { expect, test } from 'vitest';
import { codeAt, keyUri, stepOf, toBase32 } from './totp.ts';

const key = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, SHA1 column.
test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('at second %i the code equals that of the standard', (second, code) => {
  expect(codeAt(key, Math.floor(second / 30), 8)).toBe(code);
});

// RFC 4226, appendix D.
test('the first six-digit codes equal those of the standard', () => {
  const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489'];
  expect(codes.map((_, step) => codeAt(key, step))).toEqual(codes);
});

test('a code is valid from half a minute before to half a minute after its step, and no longer', () => {
  const at = (second: number) => new Date(second * 1000);
  const code = codeAt(key, 100);
  expect([2969, 2970, 3000, 3059, 3060].map((second) => stepOf(key, code, at(second)))).toEqual([undefined, 100, 100, 100, undefined]);
  expect(stepOf(key, code, at(3090))).toBeUndefined();
  expect(stepOf(key, 'abcdef', at(3000))).toBeUndefined();
});

// RFC 4648, section 10, without padding.
test.each([
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foobar', 'MZXW6YTBOI'],
])('%s in base32 is %s', (text, base32) => {
  expect(toBase32(Buffer.from(text))).toBe(base32);
});

test('the otpauth URL contains issuer, account and key', () => {
  expect(keyUri(key, 'a b@example.org', 'Verein & Co')).toBe(
    'otpauth://totp/Verein%20%26%20Co%3Aa%20b%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Verein%20%26%20Co&algorithm=SHA1&digits=6&period=30',
  );
});
