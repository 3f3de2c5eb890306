import type { TrainingDate } from '#shared/courses/attendance.ts';
import { enrolmentStateNames } from '#shared/courses/enrolmentStates.ts';
import type { OpenEnrolment } from '#shared/courses/overview/overview.ts';
import { sessionStateNames } from '#shared/courses/sessionStates.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { csvFile } from '#server/platform/formats/csv.ts';
import { xlsxFile } from '#server/platform/formats/xlsx.ts';

const dateColumns = [
  'Tag',
  'Von',
  'Bis',
  'Angebot',
  'Ort',
  'Angemeldet',
  'Entschuldigt',
  'Schnuppern',
  'Anwesend',
  'Stand',
  'Grund',
  'Vertretung',
];
const enrolmentColumns = [
  'Nachname',
  'Vorname',
  'Alter',
  'Mitglied',
  'Angebot',
  'Status',
  'Angemeldet am',
  'Angebot bis',
  'Telefon',
  'E-Mail',
  'Erziehungsberechtigt',
];

/** Dates of all offers as a file: how many came, and nobody by name but who stands in. */
export function sessionsFile(rows: readonly TrainingDate[], format: 'csv' | 'xlsx'): Promise<File> | File {
  const lines = rows.map((one) => {
    const [from, to] = [localOf(new Date(one.startsAt)), localOf(new Date(one.endsAt))];
    return {
      Tag: from.date,
      Von: from.time,
      Bis: to.time,
      Angebot: one.courseTitle,
      Ort: one.place,
      Angemeldet: one.expected,
      Entschuldigt: one.excused,
      Schnuppern: one.trials,
      Anwesend: one.marked,
      Stand: sessionStateNames[one.state],
      Grund: one.reason,
      Vertretung: one.substitute,
    };
  });
  if (format === 'csv') return csvFile('kurstermine.csv', lines, dateColumns);
  // A spreadsheet gets a real date, which it can sort and reckon with.
  return xlsxFile(
    'kurstermine.xlsx',
    'Kurstermine',
    dateColumns,
    lines.map((line) => ({ ...line, Tag: new Date(`${line.Tag}T00:00:00Z`) })),
  );
}

/** Enrolments of all offers as a file. */
export function enrolmentsFile(rows: readonly OpenEnrolment[], format: 'csv' | 'xlsx'): Promise<File> | File {
  const lines = rows.map((one) => ({
    Nachname: one.lastname,
    Vorname: one.firstname,
    Alter: one.age,
    Mitglied: one.isMember ? 'ja' : 'nein',
    Angebot: one.offering.title,
    Status: enrolmentStateNames[one.state],
    'Angemeldet am': minuteOf(one.registeredAt),
    'Angebot bis': minuteOf(one.offerExpiresAt),
    Telefon: one.phone,
    'E-Mail': one.contactEmail,
    Erziehungsberechtigt: one.guardianName,
  }));
  return format === 'csv'
    ? csvFile('anmeldungen.csv', lines, enrolmentColumns)
    : xlsxFile('anmeldungen.xlsx', 'Anmeldungen', enrolmentColumns, lines);
}

function minuteOf(instant: string | null): string | null {
  if (!instant) return null;
  const { date, time } = localOf(new Date(instant));
  return `${date} ${time}`;
}
