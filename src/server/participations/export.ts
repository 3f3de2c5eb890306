import { participationStateNames, priceCategoryNames } from '#shared/courseWords.ts';
import type { ParticipantList } from '#shared/participationShapes.ts';
import { csvFile } from '../platform/csv.ts';
import { xlsxFile } from '../platform/xlsx.ts';

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

/** The participants of a course as a file for spreadsheets. */
export function exportFile(list: ParticipantList, format: 'csv' | 'xlsx'): Promise<File> | File {
  const rows = list.rows.map((row) => ({
    Nachname: row.lastname,
    Vorname: row.firstname,
    Alter: row.age,
    Mitglied: row.isMember ? 'ja' : 'nein',
    Status: participationStateNames[row.state],
    'Platz auf der Warteliste': row.position,
    'Angemeldet am': row.registeredAt.slice(0, 10),
    Telefon: row.phone,
    'E-Mail': row.contactEmail,
    Notfallkontakt: row.emergencyContactName,
    Notfalltelefon: row.emergencyContactPhone,
    Erziehungsberechtigt: row.guardianName,
    Preisgruppe: row.priceCategory && priceCategoryNames[row.priceCategory],
    'Preis in Euro': row.priceCents === null ? null : row.priceCents / 100,
    Anwesend: row.present,
  }));
  const name = `teilnehmer-${list.course.number.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.${format}`;
  return format === 'csv' ? csvFile(name, rows, columns) : xlsxFile(name, list.course.number, columns, rows);
}
