import { ageBrackets, percentOf, perSession, sumOf, type StatRow } from '#shared/courseStat.ts';
import { courseKindNames, courseStatusNames, priceCategories, priceCategoryNames } from '#shared/courseWords.ts';
import { csvFile } from '../platform/csv.ts';
import { xlsxFile } from '../platform/xlsx.ts';

/** The statistics as a file for spreadsheets, one row for each course. */
export function exportFile(
  courses: readonly StatRow[],
  { from, to }: { from: string; to: string },
  format: 'csv' | 'xlsx',
): Promise<File> | File {
  const rows = courses.map(cellsOf);
  const columns = Object.keys(cellsOf(nothing));
  const name = `kursstatistik-${from}-${to}.${format}`;
  return format === 'csv' ? csvFile(name, rows, columns) : xlsxFile(name, 'Kursstatistik', columns, rows);
}

function cellsOf(row: StatRow): { [column: string]: string | number | null } {
  return {
    Nummer: row.number,
    Titel: row.title,
    Abteilung: row.department,
    Art: courseKindNames[row.kind],
    Status: courseStatusNames[row.status],
    Beginn: row.startsOn,
    Ende: row.endsOn,
    'Plätze min.': row.placesMin,
    'Plätze max.': row.placesMax,
    Angemeldet: row.registered,
    'Auf der Warteliste': row.waited,
    'Auslastung in %': percentOf(row.taken, row.places),
    'Termine geplant': row.sessionsPlanned,
    'Termine gehalten': row.sessionsHeld,
    'Termine ausgefallen': row.sessionsCancelled,
    Anwesend: row.present,
    Gefehlt: row.absent,
    'Je Termin': perSession(row),
    Mitglieder: row.members,
    Nichtmitglieder: row.registered - row.members,
    ...Object.fromEntries(priceCategories.map((category) => [`Preis ${priceCategoryNames[category]}`, row.categories[category] ?? 0])),
    Weiblich: row.women,
    Männlich: row.men,
    'Unter 18': row.under18,
    ...Object.fromEntries([...ageBrackets, 'unbekannt'].map((bracket, at) => [`Alter ${bracket}`, row.ages[at] ?? 0])),
    'Soll in Euro': row.targetCents / 100,
    'Bezahlt in Euro': row.paidCents / 100,
    'Offen in Euro': row.openCents / 100,
    'Minuten der Übungsleitung': row.trainerMinutes,
  };
}

/** A course without figures: it names the columns where there is none to show. */
const nothing: StatRow = {
  ...sumOf([]),
  id: '',
  number: '',
  title: '',
  department: '',
  kind: 'course',
  status: 'published',
  startsOn: '',
  endsOn: null,
  placesMin: null,
  placesMax: null,
};
