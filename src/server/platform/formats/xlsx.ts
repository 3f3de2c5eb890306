import { harmless, isAmount } from './csv.ts';

type Cell = string | number | boolean | Date | null;

/** Rows as a spreadsheet with a bold, frozen header; amounts have two decimals. Only this module uses the young library, which does not neutralise formulas. */
export async function xlsxFile(
  name: string,
  sheet: string,
  columns: readonly string[],
  rows: readonly { [column: string]: Cell }[],
): Promise<File> {
  // Loaded on first use: the start does not need it.
  const { writeXlsx } = await import('hucre');
  const bytes = await writeXlsx({
    sheets: [
      {
        name: sheet.replaceAll(/[[\]*/\\?:]/g, ' ').slice(0, 31),
        columns: columns.map((header) => ({ header, key: header, ...(isAmount(header) && { numFmt: '#,##0.00' }) })),
        data: rows.map((row) => Object.fromEntries(columns.map((column) => [column, plain(row[column] ?? null)]))),
        freezePane: { rows: 1 },
      },
    ],
  });
  return new File([new Uint8Array(bytes)], name, { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' });
}

function plain(cell: Cell): Cell {
  return typeof cell === 'string' ? harmless(cell) : cell;
}
