import Papa from 'papaparse';

/**
 * Rows as a CSV file for German spreadsheets: semicolons, every cell quoted, UTF-8 with BOM, and no cell that a
 * spreadsheet would take for a formula.
 */
export function csvFile(name: string, rows: readonly { [column: string]: string | number | null }[], columns: readonly string[]): File {
  const body = Papa.unparse(
    { fields: [...columns], data: rows.map((row) => columns.map((column) => row[column] ?? '')) },
    { delimiter: ';', newline: '\r\n', quotes: true, escapeFormulae: /^\s*["';]*[=+\-@\t\r]/ },
  );
  return new File(['\uFEFF', body, '\r\n'], name, { type: 'text/csv; charset=utf-8' });
}
