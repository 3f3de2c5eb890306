import type { Figures } from '#shared/halls/seasons/figures.ts';
import { csvFile } from '#server/platform/formats/csv.ts';
import { xlsxFile } from '#server/platform/formats/xlsx.ts';

const columns = [
  'Organisation',
  'Gewünscht',
  'Vergeben',
  'Davon Jugend',
  'Davon 18–21 Uhr',
  'Erste Wahl',
  'Bisherige Zeit',
  'Offene Wünsche',
];

/** The wishes and grants of each organisation, in hours of a hall part a week. */
export async function figuresFile(figures: readonly Figures[], format: 'csv' | 'xlsx'): Promise<File> {
  const rows = figures.map(({ organisation, asked, given, youth, evening, first, kept, refused }) => ({
    Organisation: organisation,
    Gewünscht: hours(asked),
    Vergeben: hours(given),
    'Davon Jugend': hours(youth),
    'Davon 18–21 Uhr': hours(evening),
    'Erste Wahl': first,
    'Bisherige Zeit': kept,
    'Offene Wünsche': refused,
  }));
  const name = `hallenstunden.${format}`;
  return format === 'csv' ? csvFile(name, rows, columns) : xlsxFile(name, 'Hallenstunden', columns, rows);
}

/** Minutes as hours with one decimal. */
function hours(minutes: number): number {
  return Math.round(minutes / 6) / 10;
}
