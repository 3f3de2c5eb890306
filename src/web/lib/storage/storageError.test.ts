import { expect, test } from 'vitest';
import { errorOfAnswer, isRetryable, storageCodes } from './storageError.ts';

test('every status maps to its code of section 8', () => {
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
