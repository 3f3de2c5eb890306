import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Md5 } from './md5.ts';
import { placeOfUrl, toBucket, toFilePath } from './place.ts';
import { errorOfAnswer, isRetryable, StorageError, storageCodes } from './storageError.ts';
import { bytesOfText } from './textFormats.ts';

function codeOf(work: () => unknown): string {
  try {
    work();
    return 'none';
  } catch (error) {
    return error instanceof StorageError ? error.code : String(error);
  }
}

test('texts in base64, base64url and data URLs become their bytes, and broken ones are refused (section 5)', () => {
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

test('the MD5 of any bytes in any pieces is that of the platform', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 6 }), (pieces) => {
      const md5 = new Md5();
      for (const piece of pieces) md5.update(piece);
      expect(md5.digest()).toBe(createHash('md5').update(Buffer.concat(pieces)).digest('base64'));
    }),
  );
});

test('an upload needs a path that is not the root, a storage needs a bucket, an address must be one of ours', () => {
  for (const path of ['', '/', '//']) expect(codeOf(() => toFilePath(path))).toBe('invalid-root-operation');
  expect(toFilePath('/a//b/')).toBe('a/b');
  expect(codeOf(() => toBucket(undefined))).toBe('no-default-bucket');
  expect(codeOf(() => toBucket('gs://club-files/x'))).toBe('invalid-default-bucket');
  expect(toBucket('gs://club-files')).toBe('club-files');
  expect(placeOfUrl('gs://club-files/a/b', 'http://x')).toEqual({ bucket: 'club-files', path: 'a/b' });
  expect(placeOfUrl('http://x/v0/b/club-files/o/a%2Fb?alt=media', 'http://x')).toEqual({ bucket: 'club-files', path: 'a/b' });
  for (const url of ['http://y/v0/b/c/o/a', 'ftp://x', 'nothing', 'http://x/v0/b/c/o/%E0%A4%A'])
    expect(codeOf(() => placeOfUrl(url, 'http://x'))).toBe('invalid-url');
});

test('every status has the code of section 8', () => {
  const body = (message: string, reason?: string) => JSON.stringify({ error: { message, reason } });
  expect(errorOfAnswer(401, body('Firebase App Check token is invalid.'), true).code).toBe('unauthorized-app');
  expect(errorOfAnswer(401, body('no'), true).code).toBe('unauthenticated');
  expect(errorOfAnswer(402, '', true).code).toBe('quota-exceeded');
  expect(errorOfAnswer(403, '', true).code).toBe('unauthorized');
  expect(errorOfAnswer(404, '', true).code).toBe('object-not-found');
  expect(errorOfAnswer(404, '', false).code).toBe('unknown');
  expect(errorOfAnswer(404, body('', 'bucket'), false).code).toBe('bucket-not-found');
  expect(errorOfAnswer(404, body('', 'project'), false).code).toBe('project-not-found');
  expect(errorOfAnswer(400, body('', 'checksum'), false).code).toBe('invalid-checksum');
  for (const status of [400, 409, 412, 413, 416]) expect(errorOfAnswer(status, '', true).code).toBe('unknown');
  expect([408, 429, 500, 502, 503, 504, 507, 599].every(isRetryable)).toBe(true);
  expect([200, 400, 401, 404, 416].some(isRetryable)).toBe(false);
  expect(storageCodes).toHaveLength(25);
});
