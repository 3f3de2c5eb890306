import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { csvFile } from './csv.ts';
import { fromCursor, toCursor } from '../database/cursor.ts';
import { checkText, parseJson } from '../http/json.ts';
import { Problem } from '../http/problem.ts';
import { together } from '../http/together.ts';

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'accepted';
  } catch (error) {
    return error instanceof Problem ? error.code : 'defect';
  }
};

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

test('JSON that can be kept is read as it is, everything else is refused and never a defect', () => {
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

test('any other text is refused as no JSON', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) =>
      ['accepted', 'invalid-json', 'invalid-argument'].includes(codeOf(() => parseJson(text))),
    ),
  );
});

test('a text passes exactly when the database can keep it', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }), (text) => {
      const fits = !text.includes('\0') && Buffer.from(text).toString() === text;
      expect(codeOf(() => checkText(text))).toBe(fits ? 'accepted' : 'invalid-argument');
    }),
  );
});

test('a cursor gives back the key that was put in', () => {
  const shape = z.tuple([z.string(), z.int()]);
  fc.assert(
    fc.property(fc.tuple(fc.string({ unit: 'grapheme' }), fc.maxSafeInteger()), (key) => {
      const cursor = toCursor(key);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(fromCursor(cursor, shape)).toEqual(key);
    }),
  );
});

test('a cursor that nobody gave is refused and never a defect', () => {
  const shape = z.tuple([z.string(), z.uuid()]);
  fc.assert(fc.property(fc.string(), (cursor) => codeOf(() => fromCursor(cursor, shape)) === 'invalid-argument'));
  fc.assert(
    fc.property(
      fc.jsonValue(),
      (key) => codeOf(() => fromCursor(Buffer.from(JSON.stringify(key)).toString('base64url'), shape)) === 'invalid-argument',
    ),
  );
});

/** What a spreadsheet may take for a formula, also behind blanks and quotes. */
const isFormula = (text: string) => /^\s*["';]*[=+\-@\t\r]/.test(text);

test('no cell of a CSV file is a formula, and every text comes back', async () => {
  const starts = ['=', '+', '-', '@', '\t', '\r', ' =', '"=', "'=", ';=', '\n=', '\u00a0@'];
  const formula = fc.tuple(fc.constantFrom(...starts), fc.string()).map((parts) => parts.join(''));
  const cell = fc.oneof(fc.string({ unit: 'grapheme' }), formula);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ a: cell, b: cell }), { minLength: 1 }), async (rows) => {
      const text = await csvFile('test.csv', rows, ['a', 'b']).text();
      const [head, ...lines] = Papa.parse<string[]>(text, { delimiter: ';', newline: '\r\n' }).data;
      expect(head).toEqual(['a', 'b']);
      const expected = rows.map(({ a, b }) => [a, b].map((one) => (isFormula(one) ? `'${one}` : one)));
      expect(lines.slice(0, rows.length)).toEqual(expected);
      for (const one of lines.flat()) expect(one[0] ?? '').not.toMatch(/[=+\-@\t\r]/);
    }),
  );
});

test('the file is UTF-8 with its mark, numbers stay German numbers, and nothing is an empty cell', async () => {
  const rows = [
    { a: 5, b: null },
    { a: -5, b: '=1+1' },
    { a: -12.5, b: '-12,5' },
  ];
  const file = csvFile('test.csv', rows, ['a', 'b']);
  expect([...new Uint8Array(await file.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect((await file.text()).split('\r\n')).toEqual(['"a";"b"', '"5";""', `"-5";"'=1+1"`, `"-12,5";"'-12,5"`, '']);
});

test('who comes while a question is under way shares the next one, and a failure stays with those who shared it', async () => {
  const waiting: PromiseWithResolvers<number>[] = [];
  const ask = together(() => {
    const one = Promise.withResolvers<number>();
    waiting.push(one);
    return one.promise;
  });
  const [first, second, third] = [ask(), ask(), ask()];
  expect(waiting).toHaveLength(1);
  waiting[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => waiting.length).toBe(2);
  const fourth = ask();
  waiting[1]?.resolve(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  await expect.poll(() => waiting.length).toBe(3);
  waiting[2]?.resolve(3);
  expect(await fourth).toBe(3);
  expect(waiting).toHaveLength(3);
});
