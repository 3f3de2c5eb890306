import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storageCodeOf as codeOf } from '#test/refusals.ts';
import { bytesOfText } from './textFormats.ts';

test('texts in base64, base64url and data URLs are decoded to bytes, and invalid ones are refused (section 5)', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const buffer = Buffer.from(bytes);
      for (const text of [buffer.toString('base64'), buffer.toString('base64').replace(/=+$/, '')])
        expect(Buffer.from(bytesOfText(text, 'base64').bytes)).toEqual(buffer);
      expect(Buffer.from(bytesOfText(buffer.toString('base64url'), 'base64url').bytes)).toEqual(buffer);
      const url = bytesOfText(`data:image/png;base64,${buffer.toString('base64')}`, 'data_url');
      expect([Buffer.from(url.bytes).equals(buffer), url.contentType]).toEqual([true, 'image/png']);
    }),
  );
  expect(bytesOfText('data:text/plain;charset=utf-8,Gr%C3%BC%C3%9Fe', 'data_url')).toMatchObject({
    contentType: 'text/plain;charset=utf-8',
  });
  expect(Buffer.from(bytesOfText('Grüße', 'raw').bytes).toString()).toBe('Grüße');
  for (const text of ['a-b_', 'abcde', 'ab=c', 'a b=', 'ä'])
    expect([text, codeOf(() => bytesOfText(text, 'base64'))]).toEqual([text, 'invalid-format']);
  for (const text of ['a+b/', 'abcde']) expect([text, codeOf(() => bytesOfText(text, 'base64url'))]).toEqual([text, 'invalid-format']);
  for (const text of ['', 'data:', 'image/png;base64,aa', 'data:;base64,a', 'data:,%E0%A4%A'])
    expect([text, codeOf(() => bytesOfText(text, 'data_url'))]).toEqual([text, 'invalid-format']);
});
