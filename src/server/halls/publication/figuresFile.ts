import type { Figures } from '#shared/halls/seasons/figures.ts';
import { tableFile } from '#server/platform/formats/tableFile.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';

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
export async function figuresFile(figures: readonly Figures[], format: ExportFormat): Promise<File> {
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
  return tableFile(format, { name: 'hallenstunden', sheet: 'Hallenstunden', columns, lines: rows });
}

/** Minutes as hours with one decimal. */
function hours(minutes: number): number {
  return Math.round(minutes / 6) / 10;
}
