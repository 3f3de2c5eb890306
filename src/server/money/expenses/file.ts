import { localOf } from '#shared/kernel/calendar.ts';
import type { ExportFormat } from '#shared/kernel/fields.ts';
import type { Expense } from '#shared/money/expenses/contract.ts';
import { expenseStates } from '#shared/money/expenses/words.ts';
import { categoryOf } from '#shared/money/entries/words.ts';
import { tableFile } from '#server/platform/formats/tableFile.ts';

const columns = [
  'Name',
  'Wofür',
  'Tag',
  'Abteilung',
  'Kilometer',
  'Betrag in Euro',
  'Buchungskonto',
  'Stand',
  'Eingereicht am',
  'Entschieden von',
  'Grund',
  'Auszahlung',
] as const;

/** Expenses as a file for the treasurer. */
export function expensesFile(rows: readonly Expense[], format: ExportFormat): Promise<File> | File {
  const lines = rows.map((row) => ({
    Name: row.person,
    Wofür: row.purpose,
    Tag: row.spentOn,
    Abteilung: row.department,
    Kilometer: row.km,
    'Betrag in Euro': row.cents / 100,
    Buchungskonto: row.category ? categoryOf(row.category).label : '',
    Stand: expenseStates[row.state],
    'Eingereicht am': localOf(new Date(row.submittedAt)).date,
    'Entschieden von': row.decidedBy,
    Grund: row.rejectReason,
    Auszahlung: row.payout,
  }));
  return tableFile(format, { name: 'auslagen', sheet: 'Auslagen', columns, lines, days: ['Tag', 'Eingereicht am'] });
}
