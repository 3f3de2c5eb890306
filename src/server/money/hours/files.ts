import { hourSheetStates, type HourSheet } from '#shared/money/hours.ts';
import { csvFile } from '#server/platform/formats/csv.ts';

const columns = ['Name', 'Abteilung', 'Von', 'Bis', 'Stunden', 'Satz in Euro', 'Betrag in Euro', 'Status', 'Freigegeben von'];

/** Sheets as a file for the treasurer. */
export function hourSheetsCsv(sheets: readonly HourSheet[]): File {
  const rows = sheets.map((one) => ({
    Name: one.trainer,
    Abteilung: one.department,
    Von: one.from,
    Bis: one.to,
    Stunden: Math.round((one.minutes * 100) / 60) / 100,
    'Satz in Euro': one.rateCents === null ? '' : one.rateCents / 100,
    'Betrag in Euro': one.cents === null ? '' : one.cents / 100,
    Status: hourSheetStates[one.state],
    'Freigegeben von': one.approvedBy,
  }));
  return csvFile('stundennachweise.csv', rows, columns);
}
