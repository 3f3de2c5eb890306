import type { ExportFormat } from '#shared/kernel/fields.ts';
import { courseStatusNames } from '#shared/courses/courseStates.ts';
import type { ManagedCourse } from '#shared/courses/courseShapes.ts';
import { slotInWords } from '#shared/courses/courseText.ts';
import { courseKindNames } from '#shared/courses/courseWords.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { columnsShown, tableFile, type ColumnsOf } from '#server/platform/formats/tableFile.ts';

const columns = [
  'Nummer',
  'Angebot',
  'Untertitel',
  'Art',
  'Abteilung',
  'Zeit',
  'Ort',
  'Leitung',
  'Beginn',
  'Ende',
  'Nächster Termin',
  'Plätze mindestens',
  'Plätze höchstens',
  'Angemeldet',
  'Warteliste',
  'Preis ab in Euro',
  'Status',
] as const;

const shownAs: ColumnsOf<(typeof columns)[number]> = {
  title: ['Angebot', 'Untertitel'],
  number: ['Nummer'],
  kind: ['Art'],
  department: ['Abteilung'],
  slots: ['Zeit'],
  place: ['Ort'],
  startsOn: ['Beginn', 'Ende'],
  leaders: ['Leitung'],
  price: ['Preis ab in Euro'],
  places: ['Plätze mindestens', 'Plätze höchstens', 'Angemeldet', 'Warteliste'],
  status: ['Status'],
  next: ['Nächster Termin'],
};

/** Offers as a spreadsheet file; it names only leaders whose names are public. */
export function offersFile(rows: readonly ManagedCourse[], format: ExportFormat, shown?: string): Promise<File> | File {
  const lines = rows.map((one) => ({
    Nummer: one.number,
    Angebot: one.title,
    Untertitel: one.subtitle,
    Art: courseKindNames[one.kind],
    Abteilung: one.department,
    Zeit: one.slots.map(slotInWords).join(', '),
    Ort: one.place,
    Leitung: one.leaders.join(', '),
    Beginn: one.startsOn,
    Ende: one.endsOn,
    'Nächster Termin': one.nextSession && localOf(new Date(one.nextSession)).date,
    'Plätze mindestens': one.placesMin,
    'Plätze höchstens': one.placesMax,
    Angemeldet: one.occupied,
    Warteliste: one.waiting,
    'Preis ab in Euro': one.priceFromCents === null ? null : one.priceFromCents / 100,
    Status: courseStatusNames[one.status],
  }));
  return tableFile(format, {
    name: 'angebote',
    sheet: 'Angebote',
    columns: columnsShown(shown, columns, shownAs),
    lines,
    days: ['Beginn', 'Ende', 'Nächster Termin'],
  });
}
