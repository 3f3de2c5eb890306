import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { csvFile } from './csv.ts';
import { readZip } from './readZip.ts';
import { xlsxFile } from './xlsx.ts';

/** What a spreadsheet may interpret as a formula, also after spaces and quotes. */
const isFormula = (text: string) => /^\s*["';]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text);

test('no cell of a CSV file is a formula, and every text survives a round trip', async () => {
  const starts = ['=', '+', '-', '@', '\t', '\r', ' =', '"=', "'=", ';=', '\n=', '\u00a0@', '\uff1d', '\uff0b', '\uff0d', '\uff20'];
  const formula = fc.tuple(fc.constantFrom(...starts), fc.string()).map((parts) => parts.join(''));
  const cell = fc.oneof(fc.string({ unit: 'grapheme' }), formula);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ a: cell, b: cell }), { minLength: 1 }), async (rows) => {
      const text = await csvFile('test.csv', rows, ['a', 'b']).text();
      const [head, ...lines] = Papa.parse<string[]>(text, { delimiter: ';', newline: '\r\n' }).data;
      expect(head).toEqual(['a', 'b']);
      const expected = rows.map(({ a, b }) => [a, b].map((one) => (isFormula(one) ? `'${one}` : one)));
      expect(lines.slice(0, rows.length)).toEqual(expected);
      for (const one of lines.flat()) expect(one[0] ?? '').not.toMatch(/[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/);
    }),
  );
});

test('the file is UTF-8 with a BOM, numbers are in German notation, and null is an empty cell', async () => {
  const rows = [
    { a: 5, b: null },
    { a: -5, b: '=1+1' },
    { a: -12.5, b: '-12,5' },
  ];
  const file = csvFile('test.csv', rows, ['a', 'b']);
  expect([...new Uint8Array(await file.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect((await file.text()).split('\r\n')).toEqual(['"a";"b"', '"5";""', `"-5";"'=1+1"`, `"-12,5";"'-12,5"`, '']);
});

test('amounts have two decimals, whatever they are', async () => {
  const columns = ['Zahl', 'Betrag in Euro'];
  const rows = [7, 7.5, -7.25, 0, null].map((one) => ({ Zahl: one, 'Betrag in Euro': one }));
  const lines = (await csvFile('test.csv', rows, columns).text()).trim().split('\r\n').slice(1);
  const sheet = await (await xlsxFile('test.xlsx', 'Test', columns, rows)).arrayBuffer();
  const parts = readZip(Buffer.from(sheet), { files: 20, bytes: 1_000_000 }) ?? [];
  expect(parts.find(({ name }) => name === 'xl/styles.xml')?.bytes.toString('utf8')).toMatch(/numFmtId="4"|#,##0\.00/);
  expect(lines).toEqual(['"7";"7,00"', '"7,5";"7,50"', '"-7,25";"-7,25"', '"0";"0,00"', '"";""']);
});
