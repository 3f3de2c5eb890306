import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultClubs } from '../kernel/clubs.ts';
import { knownWords, passwordFault } from './newPassword.ts';

const mia = { firstname: 'Mia', lastname: 'Beispiel', email: 'mia.beispiel@example.org' };
const policy = { min: 6, max: 256, classes: 0, words: knownWords(defaultClubs.RWA, mia) };
const isMostUsed = (password: string) => ['123456', 'passwort', 'iloveyou'].includes(password);
const fault = (password: string, more: Partial<Parameters<typeof passwordFault>[1]> = {}) =>
  passwordFault(password, { ...policy, ...more }, isMostUsed);

test.each([
  ['a row of keys', ['qwertz', 'qwertzuiop', 'asdfgh', 'ASDFGHJKL', 'yxcvbnm', 'poiuztrewq', '1qay2wsx', 'asdf1234qwer']],
  ['a sequence', ['abcdef', 'fedcba', '654321', '987654321', '1234567890', 'abc123', '123abc']],
  ['the same again and again', ['aaaaaa', '666666', '112233', 'aaabbb', 'abcabc', 'xyxyxyxy', 'iloveyouiloveyou']],
  ['a date', ['24121990', '241290', '24.12.1990', '1990-12-24', '12/24/1990']],
  ['the club', ['rwa2026', 'rotweiss', 'RotWeiß1923!', 'auenfeld', 'Rot-Weiß-Auenfeld']],
  ['the product', ['verein', 'Vereinsportal', 'Probetraining-2026', 'Fussball1', 'willkommen']],
  ['the person', ['mia2014', 'Beispiel!', 'MiaBeispiel99', 'mia.beispiel']],
  ['the most used', ['123456', 'Passwort', 'ILOVEYOU']],
])('no password consists of %s only', (_, passwords) => {
  expect(passwords.filter((password) => fault(password) === undefined)).toEqual([]);
});

test.each([
  'sieben-bunte-Baelle',
  'zwölf Boxkämpfer jagen',
  'Mia isst gern Apfelkuchen',
  'xK7#mq',
  'Turnbeutel neben Sprossenwand',
  'verein macht uns froh',
  'q8!wz3',
])('a password with characters of its own is accepted: %s', (password) => expect(fault(password)).toBeUndefined());

test('staff need eight characters, others six, and a stricter setting applies to all', () => {
  expect(fault('xK7#mq')).toBeUndefined();
  for (const role of ['trainer', 'editor', 'admin', 'super'] as const) expect(fault('xK7#mqz', { role })).toBe('Mindestens 8 Zeichen.');
  expect(fault('xK7#mq', { role: 'reader' })).toBeUndefined();
  expect(fault('xK7#mqzr', { role: 'admin' })).toBeUndefined();
  expect(fault('xK7#mqzr', { role: 'admin', min: 12 })).toBe('Mindestens 12 Zeichen.');
});

test('long random passwords are never refused, whatever they contain', () => {
  const sign = fc.integer({ min: 33, max: 126 }).map((code) => String.fromCodePoint(code));
  const random = fc.array(sign, { minLength: 20, maxLength: 40 }).map((signs) => signs.join(''));
  fc.assert(
    fc.property(random, (password) => fault(password) === undefined),
    { numRuns: 2000 },
  );
});

test('a repeated short part is refused at any length', () => {
  const part = fc.string({ minLength: 1, maxLength: 5, unit: 'grapheme-ascii' });
  fc.assert(
    fc.property(part, fc.integer({ min: 2, max: 20 }), (text, times) => {
      fc.pre(text.length * times >= 6 && text.length * times <= 256);
      return fault(text.repeat(times)) !== undefined;
    }),
  );
});
