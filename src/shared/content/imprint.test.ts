import { expect, test } from 'vitest';
import type { RichText } from '#shared/kernel/richText.ts';
import { addressIn } from './imprint.ts';

const textOf = (...lines: string[]): RichText => ({
  type: 'doc',
  content: lines.map((text) => ({ type: 'paragraph', ...(text && { content: [{ type: 'text', text }] }) })),
});

test.each([
  [
    'one line',
    ['Anbieter', 'TV Musterdorf e. V., Sportweg 1, 59999 Auenfeld', 'Telefon 02932 12345'],
    'TV Musterdorf e. V., Sportweg 1, 59999 Auenfeld',
  ],
  ['three lines', ['', 'TV Musterdorf e. V.', 'Sportweg 1', '59999 Auenfeld'], 'TV Musterdorf e. V., Sportweg 1, 59999 Auenfeld'],
  ['no address', ['Anbieter: siehe Aushang', 'Amtsgericht Musterstadt, VR 12345'], undefined],
])('an imprint with %s gives the contracting party as far as it can be parsed', (_how, lines, expected) => {
  expect(addressIn(textOf(...lines))).toBe(expected);
});

test('an address has at most three lines above its town, and nothing above an empty one', () => {
  const lines = ['Verein', 'Geschäftsstelle', 'Sportweg 1', '59999 Auenfeld'];
  expect(addressIn(textOf('Impressum', ...lines))).toBe(lines.join(', '));
  expect(addressIn(textOf('Impressum', '', ...lines.slice(1)))).toBe(lines.slice(1).join(', '));
});

test('an endless text is no address, on one line or on several', () => {
  const long = 'x'.repeat(200 - '59999 Auenfeld'.length - 2);
  for (const text of [[`${long}, 59999 Auenfeld`], [long, '59999 Auenfeld']]) expect(addressIn(textOf(...text))).toHaveLength(200);
  for (const text of [[`${long}x, 59999 Auenfeld`], [`${long}x`, '59999 Auenfeld']]) expect(addressIn(textOf(...text))).toBeUndefined();
});
