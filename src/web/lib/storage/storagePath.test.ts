import { expect, test } from 'vitest';
import { storageCodeOf as codeOf } from '#test/refusals.ts';
import { storagePathOfUrl, toBucket, toFilePath } from './storagePath.ts';

test('an upload requires a path that is not the root, a storage requires a bucket, a URL must be one of ours', () => {
  for (const path of ['', '/', '//']) expect(codeOf(() => toFilePath(path))).toBe('invalid-root-operation');
  expect(toFilePath('/a//b/')).toBe('a/b');
  expect(codeOf(() => toBucket(undefined))).toBe('no-default-bucket');
  expect(codeOf(() => toBucket('gs://club-files/x'))).toBe('invalid-default-bucket');
  expect(toBucket('gs://club-files')).toBe('club-files');
  expect(storagePathOfUrl('gs://club-files/a/b', 'http://x')).toEqual({ bucket: 'club-files', path: 'a/b' });
  expect(storagePathOfUrl('http://x/v0/b/club-files/o/a%2Fb?alt=media', 'http://x')).toEqual({ bucket: 'club-files', path: 'a/b' });
  for (const url of ['http://y/v0/b/c/o/a', 'ftp://x', 'nothing', 'http://x/v0/b/c/o/%E0%A4%A'])
    expect(codeOf(() => storagePathOfUrl(url, 'http://x'))).toBe('invalid-url');
});
