import { germanDate } from '#shared/kernel/calendar.ts';
import { mandateStateNames } from '#shared/money/mandateWords.ts';
import { csvFile } from '#server/platform/formats/csv.ts';
import type { allMandates } from './rows.ts';

const columns = [
  'Zahler',
  'Gilt nur für',
  'Mandatsreferenz',
  'IBAN',
  'Kontoinhaber',
  'Unterschrieben am',
  'Zuletzt eingezogen am',
  'Stand',
  'Beendet am',
];

/** All mandates with complete account numbers, for another program. */
export function mandateFile(rows: Awaited<ReturnType<typeof allMandates>>): File {
  const day = (date: string | null) => (date ? germanDate(date) : '');
  return csvFile(
    'mandate.csv',
    rows.map(({ row, payer, whom }) => ({
      Zahler: payer,
      'Gilt nur für': whom,
      Mandatsreferenz: row.reference ?? '',
      IBAN: row.iban,
      Kontoinhaber: row.accountHolder,
      'Unterschrieben am': day(row.signedOn),
      'Zuletzt eingezogen am': day(row.lastUsedOn),
      Stand: row.isPaused && row.state === 'active' ? 'ruht' : mandateStateNames[row.state],
      'Beendet am': day(row.endedOn),
    })),
    columns,
  );
}
