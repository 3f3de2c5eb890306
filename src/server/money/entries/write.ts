import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { lineEntryInput } from '#shared/money/entries/contract.ts';
import { categoryOf } from '#shared/money/entries/words.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import type { LineRow } from '../bank/keep.ts';
import { ledgerEntry } from './table.ts';

export type EntryRow = typeof ledgerEntry.$inferSelect;
type Kind = z.output<typeof lineEntryInput>;

/** Books a line of the bank as other income or spending; what its category says must fit whether money came or went. */
export async function enterLine(tx: Transaction, { club, id, cents, bookedOn }: LineRow, kind: Kind, by: string): Promise<EntryRow> {
  if (categoryOf(kind.category).direction !== directionOf(cents))
    throw fieldProblem('category', cents > 0 ? 'Hier kam Geld. Bitte eine Einnahme wählen.' : 'Hier ging Geld. Bitte eine Ausgabe wählen.');
  return addEntry(tx, { ...kind, club, bankLineId: id, cents, bookedOn, createdBy: by });
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

function directionOf(cents: number): 'in' | 'out' {
  return cents > 0 ? 'in' : 'out';
}
