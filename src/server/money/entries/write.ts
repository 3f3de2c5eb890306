import { and, eq, isNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { euros, sumOfCents } from '#shared/kernel/money.ts';
import type { LineEntries } from '#shared/money/entries/contract.ts';
import { categoryOf, type EntryCategory } from '#shared/money/entries/words.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, type Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { LineRow } from '../bank/keep.ts';
import { bookingDay, closedUntil } from '../books/closing.ts';
import { keepCash, type CashMove } from '../cash/write.ts';
import type { ItemRow } from '../payouts/table.ts';
import { ledgerEntry } from './table.ts';

export type EntryRow = typeof ledgerEntry.$inferSelect;
type PaidItem = Pick<ItemRow, 'id' | 'club' | 'cents' | 'remittance' | 'holder'> & { category: EntryCategory };

/** Books a bank line as other income or spending; the parts must add up to the sum of the line. */
export async function enterLine(tx: Transaction, line: LineRow, { parts }: LineEntries, by: string): Promise<void> {
  const signed = parts.map(({ cents, ...kind }) => ({ ...kind, cents: categoryOf(kind.category).direction === 'in' ? cents : 0 - cents }));
  const sum = sumOfCents(signed);
  if (sum !== line.cents) throw unequal(line, signed, sum);
  const bookedOn = bookingDay(line.bookedOn, await closedUntil(tx, line.club));
  for (const part of signed)
    await addEntry(tx, { ...part, club: line.club, account: 'bank', bankLineId: line.id, bookedOn, createdBy: by });
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

/** Inserts an entry. The database rejects a day in a closed period (`closed_period`). */
export async function addEntry(tx: Transaction, values: Omit<typeof ledgerEntry.$inferInsert, 'id' | 'createdAt'>): Promise<EntryRow> {
  const [row] = await tx
    .insert(ledgerEntry)
    .values({ ...values, id: randomUUID(), createdAt: now() })
    .returning();
  if (!row) throw new Error('The entry was not written.');
  await keepCash(tx, row.club, [cashMove(row)]);
  return row;
}

/** The effect of an entry on the cash box; a withdrawal from the bank account adds to it, and vice versa. */
function cashMove({ account, category, cents, bookedOn: day, text }: EntryRow): CashMove {
  const isTransfer = categoryOf(category).transfer === 'cash';
  return { day, text: isTransfer ? categoryOf(category).label : text, cents: isTransfer ? 0 - cents : account === 'cash' ? cents : 0 };
}

/** Deletes an entry; the cash book keeps it, with a reversing row. */
export async function dropEntry(tx: Transaction, row: EntryRow): Promise<void> {
  await tx.delete(ledgerEntry).where(eq(ledgerEntry.id, row.id));
  const { day, cents, text } = cashMove(row);
  await keepCash(tx, row.club, [{ day, cents: 0 - cents, text: `Gelöscht: ${text}` }]);
}

/** Books hours of trainers and expenses that were paid by a file of transfers. */
export async function enterPay(tx: Transaction, items: readonly PaidItem[], bookedOn: string, createdBy: string): Promise<void> {
  for (const { id: payoutItemId, club, cents, remittance, holder, category } of items)
    await addEntry(tx, {
      club,
      payoutItemId,
      bookedOn,
      createdBy,
      category,
      sphere: categoryOf(category).sphere,
      account: 'bank',
      cents: 0 - cents,
      text: `${remittance}, ${holder}`.slice(0, 200),
    });
}

/** Reverses the spending of a returned transfer, dated today. */
export async function reversePay(tx: Transaction, payoutItemId: string, createdBy: string): Promise<void> {
  const [row] = await tx
    .select()
    .from(ledgerEntry)
    .where(and(eq(ledgerEntry.payoutItemId, payoutItemId), isNull(ledgerEntry.reverses)));
  if (!row) return;
  const { id: reverses, cents, createdAt: _at, ...same } = row;
  await addEntry(tx, { ...same, reverses, cents: 0 - cents, bookedOn: today(), createdBy, text: `Zurück: ${row.text}`.slice(0, 200) });
}

/** Deletes the entries of a bank line. */
export async function dropEntryOf(tx: Transaction, lineId: string): Promise<void> {
  for (const row of await tx.select().from(ledgerEntry).where(eq(ledgerEntry.bankLineId, lineId)).orderBy(ledgerEntry.id))
    await dropEntry(tx, row);
}
