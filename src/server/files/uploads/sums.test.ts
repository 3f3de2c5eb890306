import { expect, test } from 'vitest';
import { Sums } from './sums.ts';

const crcOf = (...parts: string[]) =>
  Buffer.from(parts.reduce((sums, part) => sums.update(Buffer.from(part)), new Sums()).digest().crc32c, 'base64').toString('hex');

test('the sums equal those of the published examples, for chunks of any size', () => {
  expect(crcOf('123456789')).toBe('e3069283');
  expect(crcOf('1', '2345678', '9')).toBe('e3069283');
  expect(crcOf()).toBe('00000000');
  // RFC 3720, B.4: 32 bytes of zero.
  expect(crcOf('\0'.repeat(32))).toBe('8a9136aa');
});

test('a copy continues independently', () => {
  const first = new Sums().update(Buffer.from('12345'));
  const second = first.copy().update(Buffer.from('6789'));
  expect([second.digest(), first.update(Buffer.from('6789')).digest()].map(({ md5, crc32c }) => `${md5} ${crc32c}`)).toEqual([
    'JfnnlDI7RTiF9RgfG2JNCw== 4waSgw==',
    'JfnnlDI7RTiF9RgfG2JNCw== 4waSgw==',
  ]);
});
