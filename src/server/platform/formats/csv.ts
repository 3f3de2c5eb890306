import Papa from 'papaparse';

/** What a spreadsheet takes for a formula; some read the full-width signs alike. */
const formula = /^\s*["';]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/**
 * Rows as a CSV file for German spreadsheets: semicolons, every cell quoted, a comma before the decimals, UTF-8 with BOM, and
 * no text that a spreadsheet would take for a formula.
 */
export function csvFile(name: string, rows: readonly { [column: string]: string | number | null }[], columns: readonly string[]): File {
  const body = Papa.unparse(
    { fields: columns.map(harmless), data: rows.map((row) => columns.map((column) => cellOf(row[column] ?? ''))) },
    { delimiter: ';', newline: '\r\n', quotes: true },
  );
  return new File(['\uFEFF', body, '\r\n'], name, { type: 'text/csv; charset=utf-8' });
}

/** A text for a spreadsheet; one that it would take for a formula gets an apostrophe. */
export function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** A German spreadsheet takes 12.5 for the 12th of May. A number below zero is no formula. */
function cellOf(cell: string | number): string {
  return typeof cell === 'number' ? String(cell).replace('.', ',') : harmless(cell);
}
