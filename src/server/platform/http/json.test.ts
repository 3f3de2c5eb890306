import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refusalCodeOf as codeOf } from '#test/refusals.ts';
import { checkText, parseJson } from './json.ts';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

test('JSON that can be stored is parsed as it is, everything else is refused and never an internal error', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 40 }), (value) => {
      const text = JSON.stringify(value);
      const clean = depthOf(value) <= 32 && !/\\u0000|\\ud[89a-f]|"(__proto__|constructor|prototype)":/i.test(text);
      expect(codeOf(() => parseJson(text))).toBe(clean ? 'accepted' : 'invalid-argument');
      if (clean) expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 500 },
  );
});

test('any other text is refused as invalid JSON', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) =>
      ['accepted', 'invalid-json', 'invalid-argument'].includes(codeOf(() => parseJson(text))),
    ),
  );
});

test('a text is accepted exactly if the database can store it', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }), (text) => {
      const fits = !text.includes('\0') && Buffer.from(text).toString() === text;
      expect(codeOf(() => checkText(text))).toBe(fits ? 'accepted' : 'invalid-argument');
    }),
  );
});
