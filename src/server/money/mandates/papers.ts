import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { mandateFolder, nameInPath } from '#shared/kernel/storage.ts';
import { deleteFilesBelow, filesBelow } from '#server/files/objects/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { sepaRunItem } from '../charges/table.ts';
import { sepaMandate } from './table.ts';

/** The scanned papers of the mandates of some payers, for the export of their data. */
export async function papersOfMandates(tx: Transaction, payerIds: readonly string[]) {
  const files = await filesBelow(tx, await foldersOf(tx, sql`${sepaMandate.payerPersonId} = any(${sql.param([...payerIds])}::uuid[])`));
  return files.map(({ path, contentType, sizeBytes, timeCreated }) => ({
    name: nameInPath(path),
    content_type: contentType,
    size_bytes: sizeBytes,
    created_at: timeCreated.toISOString(),
  }));
}

/** Deletes mandates with their scanned papers: the paper is kept as long as the mandate. */
export async function deleteMandates(tx: Transaction, which: SQL): Promise<void> {
  await deleteFilesBelow(tx, await foldersOf(tx, which));
  await tx.delete(sepaMandate).where(which);
}

/** The condition for the mandates of a payer that were never collected by: nothing has to be proved with them. */
export function isUnused(payerId: string): SQL {
  const isFree = sql`not exists (select 1 from ${sepaRunItem} where ${sepaRunItem.mandateId} = ${sepaMandate.id})`;
  return and(eq(sepaMandate.payerPersonId, payerId), isNull(sepaMandate.lastUsedOn), isFree) ?? sql`false`;
}

async function foldersOf(tx: Transaction, which: SQL): Promise<string[]> {
  const rows = await tx.select({ id: sepaMandate.id, club: sepaMandate.club }).from(sepaMandate).where(which);
  return rows.map(({ id, club }) => mandateFolder(club, id));
}
