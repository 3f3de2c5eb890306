import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { refusalCodeOf as codeOf } from '#test/refusals.ts';
import { fromCursor, toCursor } from './cursor.ts';

test('a cursor decodes to the encoded key', () => {
  const shape = z.tuple([z.string(), z.int()]);
  fc.assert(
    fc.property(fc.tuple(fc.string({ unit: 'grapheme' }), fc.maxSafeInteger()), (key) => {
      const cursor = toCursor(key);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(fromCursor(cursor, shape)).toEqual(key);
    }),
  );
});

test('an invented cursor is refused and never an internal error', () => {
  const shape = z.tuple([z.string(), z.uuid()]);
  fc.assert(fc.property(fc.string(), (cursor) => codeOf(() => fromCursor(cursor, shape)) === 'invalid-argument'));
  fc.assert(
    fc.property(
      fc.jsonValue(),
      (key) => codeOf(() => fromCursor(Buffer.from(JSON.stringify(key)).toString('base64url'), shape)) === 'invalid-argument',
    ),
  );
});
