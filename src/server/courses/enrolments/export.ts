import { enrolmentStateNames } from '#shared/courses/enrolmentStates.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { priceCategoryNames } from '#shared/courses/courseWords.ts';
import type { ListedEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { csvFile } from '#server/platform/formats/csv.ts';
import { xlsxFile } from '#server/platform/formats/xlsx.ts';

const columns = [
  'Nachname',
  'Vorname',
  'Alter',
  'Mitglied',
  'Status',
  'Platz auf der Warteliste',
  'Angemeldet am',
  'Telefon',
  'E-Mail',
  'Notfallkontakt',
  'Notfalltelefon',
  'Erziehungsberechtigt',
  'Preisgruppe',
  'Preis in Euro',
  'Anwesend',
];

/** Participants as a file for spreadsheets, called after the number of the course or the title of the event. */
export function exportFile(title: string, listed: readonly ListedEnrolment[], format: 'csv' | 'xlsx'): Promise<File> | File {
  const rows = listed.map((row) => ({
    Nachname: row.lastname,
    Vorname: row.firstname,
    Alter: row.age,
    Mitglied: row.isMember ? 'ja' : 'nein',
    Status: enrolmentStateNames[row.state],
    'Platz auf der Warteliste': row.position,
    'Angemeldet am': localOf(new Date(row.registeredAt)).date,
    Telefon: row.phone,
    'E-Mail': row.contactEmail,
    Notfallkontakt: row.emergencyContactName,
    Notfalltelefon: row.emergencyContactPhone,
    Erziehungsberechtigt: row.guardianName,
    Preisgruppe: row.priceCategory && priceCategoryNames[row.priceCategory],
    'Preis in Euro': row.priceCents === null ? null : row.priceCents / 100,
    Anwesend: row.present,
  }));
  const name = `teilnehmer-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.${format}`;
  if (format === 'csv') return csvFile(name, rows, columns);
  // A spreadsheet gets a real date, which it can sort and reckon with.
  const dated = rows.map((row) => ({ ...row, 'Angemeldet am': new Date(`${row['Angemeldet am']}T00:00:00Z`) }));
  return xlsxFile(name, title, columns, dated);
}
