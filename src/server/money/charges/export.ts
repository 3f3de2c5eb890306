import type { ListedCharge } from '#shared/money/charges.ts';
import { chargeMethodNames, chargeStateNames } from '#shared/money/chargeWords.ts';
import { csvFile } from '#server/platform/formats/csv.ts';
import { xlsxFile } from '#server/platform/formats/xlsx.ts';

const columns = [
  'Zeichen',
  'Name',
  'Zahlt',
  'Angebot',
  'Zweck',
  'Betrag in Euro',
  'Fällig am',
  'Zahlungsart',
  'Status',
  'Bezahlt am',
  'Erstattet in Euro',
  'Grund',
];

/** Charges as a file for the treasurer. */
export function exportFile(charges: readonly ListedCharge[], format: 'csv' | 'xlsx'): Promise<File> | File {
  const rows = charges.map((row) => ({
    Zeichen: row.reference,
    Name: row.name,
    Zahlt: row.payer,
    Angebot: row.courseTitle,
    Zweck: row.label,
    'Betrag in Euro': row.cents / 100,
    'Fällig am': row.dueOn,
    Zahlungsart: chargeMethodNames[row.method],
    Status: chargeStateNames[row.state],
    'Bezahlt am': row.paidOn,
    'Erstattet in Euro': row.refundedCents / 100,
    Grund: row.reason,
  }));
  return format === 'csv' ? csvFile('forderungen.csv', rows, columns) : xlsxFile('forderungen.xlsx', 'Forderungen', columns, rows);
}
