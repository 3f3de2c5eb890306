import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { euros } from '#shared/kernel/money.ts';
import type { LineEntries } from '#shared/money/entries/contract.ts';
import { categoryOf } from '#shared/money/entries/words.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, type Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import type { LineRow } from '../bank/keep.ts';
import { ledgerEntry } from './table.ts';

export type EntryRow = typeof ledgerEntry.$inferSelect;

/** Books a line of the bank as other income or spending; what came less what went is the sum of the line. */
export async function enterLine(tx: Transaction, line: LineRow, { parts }: LineEntries, by: string): Promise<void> {
  const signed = parts.map(({ cents, ...kind }) => ({ ...kind, cents: categoryOf(kind.category).direction === 'in' ? cents : 0 - cents }));
  const sum = signed.reduce((total, { cents }) => total + cents, 0);
  if (sum !== line.cents) throw unequal(line, signed, sum);
  for (const part of signed) await addEntry(tx, { ...part, club: line.club, bankLineId: line.id, bookedOn: line.bookedOn, createdBy: by });
}

function unequal({ cents }: LineRow, parts: readonly { cents: number }[], sum: number): Problem {
  const [only] = parts;
  if (parts.length === 1 && only && only.cents === 0 - cents)
    return fieldProblem(
      'parts.0.category',
      cents > 0 ? 'Hier kam Geld. Bitte eine Einnahme wählen.' : 'Hier ging Geld. Bitte eine Ausgabe wählen.',
    );
  return fieldProblem('parts.0.cents', `Zusammen sind das ${euros(sum)}, auf dem Konto stehen ${euros(cents)}.`);
}

/** Writes one down. A day in a closed period is refused by the database (`closed_period`). */
export async function addEntry(tx: Transaction, values: Omit<typeof ledgerEntry.$inferInsert, 'id' | 'createdAt'>): Promise<EntryRow> {
  const [row] = await tx
    .insert(ledgerEntry)
    .values({ ...values, id: randomUUID(), createdAt: now() })
    .returning();
  if (!row) throw new Error('The entry was not written.');
  return row;
}

/** Takes away what a line of the bank brought. */
export async function dropEntryOf(tx: Transaction, lineId: string): Promise<void> {
  await tx.delete(ledgerEntry).where(eq(ledgerEntry.bankLineId, lineId));
}
