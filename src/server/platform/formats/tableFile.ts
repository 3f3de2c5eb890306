import { csvFile } from './csv.ts';
import { xlsxFile } from './xlsx.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';

type Line<Column extends string> = { [column in Column]: string | number | null };

type Table<Column extends string> = {
  /** The file name without its extension. */ name: string;
  sheet: string;
  columns: readonly Column[];
  lines: readonly Line<Column>[];
  /** Columns of days (YYYY-MM-DD): a spreadsheet gets real dates, which it can sort and calculate with. */ days?: readonly Column[];
};

/** The file columns of each list column, by the name of the list column. */
export type ColumnsOf<Column extends string> = { readonly [shown: string]: readonly Column[] };

/** The file columns of the shown list columns, in order; all columns if none of them is known. */
export function columnsShown<Column extends string>(
  shown: string | undefined,
  all: readonly Column[],
  of: ColumnsOf<Column>,
): readonly Column[] {
  const found = (shown ?? '').split(',').flatMap((name) => (Object.hasOwn(of, name) ? (of[name] ?? []) : []));
  return found.length === 0 ? all : [...new Set(found)];
}

/** Lines as a file in the requested format: CSV for German spreadsheets, or XLSX. */
export function tableFile<Column extends string>(
  format: ExportFormat,
  { name, sheet, columns, lines, days = [] }: Table<Column>,
): Promise<File> | File {
  if (format === 'csv') return csvFile(`${name}.csv`, lines, columns);
  const dated = lines.map((line) => ({ ...line, ...Object.fromEntries(days.map((column) => [column, dayCell(line[column])])) }));
  return xlsxFile(`${name}.xlsx`, sheet, columns, dated);
}

function dayCell(day: string | number | null): Date | null {
  return day ? new Date(`${day}T00:00:00Z`) : null;
}
