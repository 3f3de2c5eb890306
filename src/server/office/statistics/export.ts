import type { ExportFormat } from '#shared/kernel/fields.ts';
import { courseStatusNames } from '#shared/courses/courseStates.ts';
import { sumOf, type StatRow } from '#shared/office/courseStat.ts';
import { statColumns, type StatColumn } from '#shared/office/courseStatColumns.ts';
import { courseKindNames } from '#shared/courses/courseWords.ts';
import { columnsShown, tableFile, type ColumnsOf } from '#server/platform/formats/tableFile.ts';

type Period = { from: string; to: string };

/** The statistics as a spreadsheet file: one row per course, followed by the totals of this and the previous period. */
export function exportFile(
  courses: readonly StatRow[],
  before: { courses: readonly StatRow[]; period: Period },
  { from, to }: Period,
  { format, shown }: { format: ExportFormat; shown?: string | undefined },
): Promise<File> | File {
  const rows = [
    ...courses.map(cellsOf),
    cellsOf({ ...nothing, ...sumOf(courses), title: 'Summe', startsOn: from, endsOn: to }),
    cellsOf({ ...nothing, ...sumOf(before.courses), title: 'Summe davor', startsOn: before.period.from, endsOn: before.period.to }),
  ];
  const columns = columnsShown(shown, Object.keys(cellsOf(nothing)), shownAs);
  return tableFile(format, { name: `kursstatistik-${from}-${to}`, sheet: 'Kursstatistik', columns, lines: rows });
}

const units = { count: '', percent: ' in %', cents: ' in Euro' } as const;

const headingOf = ({ label, unit }: Pick<StatColumn, 'label' | 'unit'>) => `${label}${units[unit]}`;

const shownAs: ColumnsOf<string> = {
  title: ['Nummer', 'Titel', 'Art', 'Status', 'Beginn', 'Ende'],
  department: ['Abteilung'],
  placesTaken: ['Angemeldet', 'Plätze max.', 'Auslastung in %'],
  placesMin: ['Plätze min.'],
  sessions: ['Termine gehalten', 'Termine geplant', 'Termine ausgefallen'],
  ...Object.fromEntries(statColumns.map((column) => [column.name, [headingOf(column)]])),
};

function cellsOf(row: StatRow): { [column: string]: string | number | null } {
  return {
    Nummer: row.number,
    Titel: row.title,
    Abteilung: row.department,
    Art: row.id && courseKindNames[row.kind],
    Status: row.id && courseStatusNames[row.status],
    Beginn: row.startsOn,
    Ende: row.endsOn,
    'Plätze min.': row.placesMin,
    'Plätze max.': row.placesMax,
    ...Object.fromEntries(
      statColumns.map((column) => {
        const value = column.of(row);
        return [headingOf(column), column.unit === 'cents' && value !== null ? value / 100 : value];
      }),
    ),
  };
}

/** An empty row: provides the columns if there are no courses, and holds the totals. */
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
