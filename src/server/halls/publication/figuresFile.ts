import { shareOf, type Figures } from '#shared/halls/seasons/figures.ts';
import { columnsShown, tableFile, type ColumnsOf } from '#server/platform/formats/tableFile.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';

const columns = [
  'Organisation',
  'Gewünscht',
  'Vergeben',
  'Anteil in %',
  'Davon Jugend',
  'Davon 18–21 Uhr',
  'Erste Wahl',
  'Bisherige Zeit',
  'Offene Wünsche',
] as const;

const shownAs: ColumnsOf<(typeof columns)[number]> = {
  organisation: ['Organisation'],
  asked: ['Gewünscht'],
  given: ['Vergeben'],
  share: ['Anteil in %'],
  youth: ['Davon Jugend'],
  evening: ['Davon 18–21 Uhr'],
  first: ['Erste Wahl'],
  kept: ['Bisherige Zeit'],
  refused: ['Offene Wünsche'],
};

/** The wishes and grants of each organisation, in weekly hours of a hall unit. */
export async function figuresFile(figures: readonly Figures[], format: ExportFormat, shown?: string): Promise<File> {
  const lines = figures.map(({ organisation, asked, given, youth, evening, first, kept, refused }) => ({
    Organisation: organisation,
    Gewünscht: hours(asked),
    Vergeben: hours(given),
    'Anteil in %': Math.round(shareOf(given, asked) * 100),
    'Davon Jugend': hours(youth),
    'Davon 18–21 Uhr': hours(evening),
    'Erste Wahl': first,
    'Bisherige Zeit': kept,
    'Offene Wünsche': refused,
  }));
  return tableFile(format, { name: 'hallenstunden', sheet: 'Hallenstunden', columns: columnsShown(shown, columns, shownAs), lines });
}

/** Minutes as hours with one decimal. */
function hours(minutes: number): number {
  return Math.round(minutes / 6) / 10;
}
