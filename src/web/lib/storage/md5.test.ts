import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Md5 } from './md5.ts';

test('the MD5 of any bytes in chunks of any size equals that of the platform', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 6 }), (pieces) => {
      const md5 = new Md5();
      for (const piece of pieces) md5.update(piece);
      expect(md5.digest()).toBe(createHash('md5').update(Buffer.concat(pieces)).digest('base64'));
    }),
  );
});
