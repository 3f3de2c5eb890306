import Papa from 'papaparse';

/** What spreadsheets interpret as a formula; some accept the full-width characters as well. */
const formula = /^\s*["';]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/**
 * Rows as a CSV file for German spreadsheets: semicolons, every cell quoted, decimal comma, UTF-8 with BOM, and formulas neutralised.
 * Amounts, which are the columns in Euro, have two decimals.
 */
export function csvFile(name: string, rows: readonly { [column: string]: string | number | null }[], columns: readonly string[]): File {
  const body = Papa.unparse(
    {
      fields: columns.map(harmless),
      data: rows.map((row) => columns.map((column) => cellOf(row[column] ?? '', isAmount(column)))),
    },
    { delimiter: ';', newline: '\r\n', quotes: true },
  );
  return new File(['\uFEFF', body, '\r\n'], name, { type: 'text/csv; charset=utf-8' });
}

/** Whether a column of a file contains amounts: its heading says that they are in Euro. */
export function isAmount(column: string): boolean {
  return column.endsWith(' in Euro');
}

/** Prefixes a text that a spreadsheet would interpret as a formula with an apostrophe. */
export function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** A German spreadsheet reads 12.5 as 12 May. Negative numbers are not formulas. */
function cellOf(cell: string | number, hasCents: boolean): string {
  if (typeof cell === 'string') return harmless(cell);
  return (hasCents ? cell.toFixed(2) : String(cell)).replace('.', ',');
}
