import { expect, test } from 'vitest';
import { extfColumns, extfText } from './extf.ts';

const head = {
  adviser: 1001,
  client: 7,
  accountLength: 4,
  from: '2026-01-01',
  until: '2026-12-31',
  madeAt: '20270105120000000',
  name: 'RWA 2026',
};

test('a file has the header of the format, 125 headings, and a line with as many cells for each booking', () => {
  const text = extfText(head, [
    {
      day: '2026-03-09',
      cents: 123_456,
      account: '1800',
      contra: '4000',
      document: 'RWA-100001',
      text: 'Beitrag "2026"',
      costCentres: ['1', 'TURNEN'],
    },
    { day: '2026-12-31', cents: -490, account: '1800', contra: '6855', document: '', text: 'Kontoführung', costCentres: ['', ''] },
  ]);
  const lines = text.split('\r\n');
  expect(lines).toHaveLength(5);
  expect(extfColumns).toHaveLength(125);
  expect(new Set(extfColumns).size).toBe(125);
  expect(lines.slice(1, 4).map((line) => line.split(';').length)).toEqual([125, 125, 125]);
  expect(lines[0]).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20270105120000000;;"";"";"";1001;7;20260101;4;20260101;20261231;"RWA 2026";"";1;0;0;"EUR";;"";;;"";;;"";""',
  );
  expect(lines[2]?.split(';').slice(0, 14)).toEqual([
    '1234,56',
    '"S"',
    '"EUR"',
    '',
    '',
    '',
    '1800',
    '4000',
    '',
    '0903',
    '"RWA-100001"',
    '',
    '',
    '"Beitrag ""2026"""',
  ]);
  expect(lines[3]).toMatch(/^4,90;"H";"EUR";;;;1800;6855;;3112;/);
});

test("values above the format's length are truncated, and a document keeps only supported characters", () => {
  const [, , line = ''] = extfText({ ...head, name: 'n'.repeat(31) }, [
    {
      day: '2026-03-09',
      cents: 1,
      account: '1800',
      contra: '4000',
      document: `${'a'.repeat(35)} ä;bc`,
      text: `  ${'t'.repeat(59)}  uv`,
      costCentres: ['', ''],
    },
  ]).split('\r\n');
  const cells = line.split(';');
  expect(cells.slice(0, 2)).toEqual(['0,01', '"S"']);
  expect(cells[10]).toBe(`"${'a'.repeat(35)}b"`);
  expect(cells[13]).toBe(`"${'t'.repeat(59)} "`);
  expect(extfText({ ...head, name: 'n'.repeat(31) }, [])).toContain(`;"${'n'.repeat(30)}";`);
});

test('repeated headings are numbered from 1 on', () => {
  expect(extfColumns.filter((name) => name.startsWith('Beleginfo - Art')).map((name) => name.replace('Beleginfo - Art ', ''))).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    '6',
    '7',
    '8',
  ]);
});
