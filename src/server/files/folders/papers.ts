import { and, asc, eq, sql } from 'drizzle-orm';
import { nameInPath } from '#shared/kernel/storage.ts';
import { member } from '#server/people/members/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { storageObject, uploadSession } from '../objects/table.ts';

/** A file as listed for the data subject. */
export type Paper = { name: string; content_type: string; size_bytes: number; created_at: string };

/** Whether a path is in the folder of a membership of these persons. */
const belowMembershipOf = (path: typeof storageObject.path | typeof uploadSession.path, personIds: readonly string[]) =>
  sql`exists (select 1 from ${member} where ${member.personId} = any(${sql.param([...personIds])}::uuid[])
    and starts_with(${path}, ${member.club} || '/members/' || ${member.id} || '/'))`;

/** The documents of a person's memberships (including merged records), and the files of their accounts. */
export async function papersOf(tx: Transaction, personIds: readonly string[], accountIds: readonly string[]): Promise<Paper[]> {
  const rows = await tx
    .select()
    .from(storageObject)
    .where(
      sql`${belowMembershipOf(storageObject.path, personIds)} or ${storageObject.ownerId}::text = any(${sql.param([...accountIds])}::text[])`,
    )
    .orderBy(asc(storageObject.path))
    .limit(1000);
  return rows.map(({ path, contentType, sizeBytes, timeCreated }) => ({
    name: nameInPath(path),
    content_type: contentType,
    size_bytes: sizeBytes,
    created_at: timeCreated.toISOString(),
  }));
}

/** The number of documents of a person's memberships, including merged records. */
export function countPapers(tx: Transaction, personIds: readonly string[]): Promise<number> {
  return tx.$count(storageObject, belowMembershipOf(storageObject.path, personIds));
}

/** Deletes the documents of a person's memberships and their active uploads; the bytes are deleted later. */
export async function forgetPapers(tx: Transaction, personId: string): Promise<void> {
  await tx.delete(uploadSession).where(and(eq(uploadSession.status, 'active'), belowMembershipOf(uploadSession.path, [personId])));
  await tx.delete(storageObject).where(belowMembershipOf(storageObject.path, [personId]));
}
