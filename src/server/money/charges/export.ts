import type { ExportFormat } from '#shared/kernel/fields.ts';
import type { ListedCharge } from '#shared/money/charges.ts';
import { chargeMethodNames, chargeSets, chargeSourceNames, chargeStateNames } from '#shared/money/chargeWords.ts';
import type { DunningStage } from '#shared/money/dunning/words.ts';
import { restOf } from '#shared/money/paymentRules.ts';
import { columnsShown, tableFile, type ColumnsOf } from '#server/platform/formats/tableFile.ts';

const columns = [
  'Zeichen',
  'Name',
  'Zahlt',
  'Angebot',
  'Quelle',
  'Zweck',
  'Betrag in Euro',
  'Offen in Euro',
  'Fällig am',
  'Zahlungsart',
  'Status',
  'Mahnstufe',
  'Bezahlt am',
  'Erstattet in Euro',
  'Grund',
] as const;

const shownAs: ColumnsOf<(typeof columns)[number]> = {
  name: ['Name', 'Zahlt'],
  label: ['Zeichen', 'Zweck', 'Angebot', 'Grund'],
  source: ['Quelle'],
  dueOn: ['Fällig am', 'Zahlungsart'],
  state: ['Status', 'Bezahlt am'],
  level: ['Mahnstufe'],
  cents: ['Betrag in Euro', 'Erstattet in Euro'],
  rest: ['Offen in Euro'],
};

type Stages = readonly Pick<DunningStage, 'level' | 'name'>[];

/** Charges as a file for the treasurer. */
export function exportFile(charges: readonly ListedCharge[], stages: Stages, format: ExportFormat, shown?: string): Promise<File> | File {
  const rows = charges.map((row) => ({
    Zeichen: row.reference,
    Name: row.name,
    Zahlt: row.payer,
    Angebot: row.courseTitle,
    Quelle: chargeSourceNames[row.source],
    Zweck: row.label,
    'Betrag in Euro': row.cents / 100,
    'Offen in Euro': chargeSets.owed.includes(row.state) ? restOf(row) / 100 : 0,
    'Fällig am': row.dueOn,
    Zahlungsart: chargeMethodNames[row.method],
    Status: chargeStateNames[row.state],
    Mahnstufe: stages.find(({ level }) => level === row.dunningLevel)?.name ?? '',
    'Bezahlt am': row.paidOn,
    'Erstattet in Euro': row.refundedCents / 100,
    Grund: row.reason,
  }));
  return tableFile(format, { name: 'forderungen', sheet: 'Forderungen', columns: columnsShown(shown, columns, shownAs), lines: rows });
}
