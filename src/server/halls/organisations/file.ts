import type { ExportFormat } from '#shared/kernel/fields.ts';
import { organisationKindNames, type Organisation } from '#shared/halls/organisations.ts';
import { germanDate, localOf } from '#shared/kernel/calendar.ts';
import { columnsShown, tableFile, type ColumnsOf } from '#server/platform/formats/tableFile.ts';

const columns = [
  'Name',
  'Art',
  'Ansprechperson',
  'E-Mail',
  'Telefon',
  'Serien',
  'Stunden je Woche',
  'Kommende Termine',
  'Wünsche',
  'Davon zugeteilt',
  'Zuletzt gesehen',
  'Archiviert am',
] as const;

const shownAs: ColumnsOf<(typeof columns)[number]> = {
  name: ['Name'],
  kind: ['Art'],
  contact: ['Ansprechperson', 'E-Mail', 'Telefon'],
  series: ['Serien'],
  weekly: ['Stunden je Woche'],
  coming: ['Kommende Termine'],
  season: ['Wünsche', 'Davon zugeteilt'],
  seen: ['Zuletzt gesehen'],
};

/** Organisations as a file for spreadsheets, one per line. */
export async function organisationsFile(organisations: readonly Organisation[], format: ExportFormat, shown?: string): Promise<File> {
  const rows = organisations.map(({ contacts: [contact], ...one }) => ({
    Name: one.name,
    Art: organisationKindNames[one.kind],
    Ansprechperson: contact?.name ?? '',
    'E-Mail': contact?.email ?? one.email,
    Telefon: contact?.phone ?? one.phone,
    Serien: one.series,
    'Stunden je Woche': Math.round(one.weeklyMinutes / 6) / 10,
    'Kommende Termine': one.coming,
    Wünsche: one.wishes,
    'Davon zugeteilt': one.granted,
    'Zuletzt gesehen': one.seenAt ? germanDate(localOf(new Date(one.seenAt)).date) : '',
    'Archiviert am': one.archivedOn ? germanDate(one.archivedOn) : '',
  }));
  return tableFile(format, {
    name: 'organisationen',
    sheet: 'Organisationen',
    columns: columnsShown(shown, columns, shownAs),
    lines: rows,
  });
}
