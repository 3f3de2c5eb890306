import { expect, test } from 'vitest';
import { decodedText } from './decodedText.ts';

const text = 'Müller;Jörg;Straße 5 – „Halle“;12 €';
const windows = [...text].map((sign) => ({ '–': 0x96, '„': 0x84, '“': 0x93, '€': 0x80 })[sign] ?? sign.codePointAt(0) ?? 0);
const utf8 = [...encodeURIComponent(text).matchAll(/%(..)|./g)].map(([sign, hex]) =>
  hex ? Number.parseInt(hex, 16) : (sign.codePointAt(0) ?? 0),
);
const utf16 = [...text].flatMap((sign) => [(sign.codePointAt(0) ?? 0) & 0xff, (sign.codePointAt(0) ?? 0) >> 8]);
const turned = utf16.map((_, at) => utf16[at ^ 1] ?? 0);

test.each([
  ['UTF-8', utf8, 'UTF-8'],
  ['UTF-8 with a mark', [0xef, 0xbb, 0xbf, ...utf8], 'UTF-8'],
  ['Windows-1252 as a German Excel saves CSV', windows, 'Windows-1252'],
  ['UTF-16 with a mark', [0xff, 0xfe, ...utf16], 'UTF-16'],
  ['UTF-16, most significant byte first', [0xfe, 0xff, ...turned], 'UTF-16'],
  ['UTF-16 without a mark', utf16, 'UTF-16'],
  ['the same turned, without a mark', turned, 'UTF-16'],
])('a file in %s keeps its umlauts, without its mark', (_name, bytes, encoding) => {
  expect(decodedText(Uint8Array.from(bytes))).toEqual({ text, encoding });
});

test('an empty file is an empty text', () => {
  expect(decodedText(new Uint8Array())).toEqual({ text: '', encoding: 'UTF-8' });
});
