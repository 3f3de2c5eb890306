import { inArray } from 'drizzle-orm';
import { euros } from '#shared/kernel/money.ts';
import { hourSheetStates, type HourSheet } from '#shared/money/hours.ts';
import { allowanceKindNames, usedCents, type AllowanceUse } from '#shared/people/trainers/allowances.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { csvFile } from '#server/platform/formats/csv.ts';
import { payeeAccount } from '../payouts/table.ts';
import { usesOfClub } from './allowance.ts';

const columns = [
  'Name',
  'Abteilung',
  'Von',
  'Bis',
  'Stunden',
  'Satz in Euro',
  'Betrag in Euro',
  'Kontoinhaber',
  'IBAN',
  'Freibetrag',
  'Status',
  'Freigegeben von',
];

type Payees = { accounts: Map<string, { holder: string; iban: string }>; uses: readonly AllowanceUse[] };

/** The bank accounts of trainers, and the used part of their tax-free amounts of this year. */
export async function payeesOf(tx: Transaction, personIds: readonly string[]): Promise<Payees> {
  const rows = await tx
    .select()
    .from(payeeAccount)
    .where(inArray(payeeAccount.personId, [...personIds]));
  return { accounts: new Map(rows.map((row) => [row.personId, row])), uses: await usesOfClub(tx, personIds) };
}

/** Sheets as a CSV file for the treasurer, with complete account numbers. */
export function hourSheetsCsv(sheets: readonly HourSheet[], { accounts, uses }: Payees): File {
  const rows = sheets.map((one) => ({
    Name: one.trainer,
    Abteilung: one.department,
    Von: one.from,
    Bis: one.to,
    Stunden: Math.round((one.minutes * 100) / 60) / 100,
    'Satz in Euro': one.rateCents === null ? '' : one.rateCents / 100,
    'Betrag in Euro': one.cents === null ? '' : one.cents / 100,
    Kontoinhaber: accounts.get(one.personId)?.holder ?? '',
    IBAN: accounts.get(one.personId)?.iban ?? '',
    Freibetrag: usedInWords(one, uses),
    Status: hourSheetStates[one.state],
    'Freigegeben von': one.approvedBy,
  }));
  return csvFile('stundennachweise.csv', rows, columns);
}

/** The used part of each tax-free amount in the sheet's year, counting all approved sheets. */
function usedInWords({ personId, from }: HourSheet, uses: readonly AllowanceUse[]): string {
  return uses
    .filter((use) => use.personId === personId && from.startsWith(String(use.year)))
    .map((use) => `${allowanceKindNames[use.kind]} ${use.year}: ${euros(usedCents(use))} von ${euros(use.limitCents)}`)
    .join('; ');
}
