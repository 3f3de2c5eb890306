import type { ExportFormat } from '#shared/kernel/fields.ts';
import type { TrainingDate } from '#shared/courses/attendance.ts';
import { enrolmentStateNames } from '#shared/courses/enrolmentStates.ts';
import type { OpenEnrolment } from '#shared/courses/overview/overview.ts';
import { sessionStateNames } from '#shared/courses/sessionStates.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { columnsShown, tableFile, type ColumnsOf } from '#server/platform/formats/tableFile.ts';

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
] as const;

const shownAs: ColumnsOf<(typeof dateColumns)[number]> = {
  title: ['Angebot'],
  day: ['Tag'],
  times: ['Von', 'Bis'],
  place: ['Ort'],
  expected: ['Angemeldet', 'Entschuldigt', 'Schnuppern'],
  marked: ['Anwesend'],
  state: ['Stand', 'Grund', 'Vertretung'],
};

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

/** Sessions of all offers as a spreadsheet file: with the number of people present, and no names except substitutes. */
export function sessionsFile(rows: readonly TrainingDate[], format: ExportFormat, shown?: string): Promise<File> | File {
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
  const columns = columnsShown(shown, dateColumns, shownAs);
  return tableFile(format, { name: 'kurstermine', sheet: 'Kurstermine', columns, lines, days: ['Tag'] });
}

/** Enrolments of all offers as a spreadsheet file. */
export function enrolmentsFile(rows: readonly OpenEnrolment[], format: ExportFormat): Promise<File> | File {
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
  return tableFile(format, { name: 'anmeldungen', sheet: 'Anmeldungen', columns: enrolmentColumns, lines });
}

function minuteOf(instant: string | null): string | null {
  if (!instant) return null;
  const { date, time } = localOf(new Date(instant));
  return `${date} ${time}`;
}
