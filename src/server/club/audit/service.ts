import { sql } from 'drizzle-orm';
import { auditHead } from '#server/platform/database/auditTables.ts';
import type { Database } from '#server/platform/database/database.ts';

export { verifyAudit } from './chain.ts';
export { isLoggedLook } from './looks.ts';

/** The last entry of each club with its hash. Stored outside of the database, it shows whether the end of a chain was cut off. */
export function auditHeads({ orm }: Pick<Database, 'orm'>): Promise<{ club: string; id: number; hash: string }[]> {
  return orm
    .select({ club: auditHead.club, id: auditHead.lastId, hash: sql<string>`encode(${auditHead.lastHash}, 'hex')` })
    .from(auditHead)
    .orderBy(auditHead.club);
}

/** Deletes entries past their retention period; the chain continues from the last deleted one. */
export async function forgetAudit({ orm }: Pick<Database, 'orm'>, olderThan: Date): Promise<void> {
  await orm.execute(sql`select audit_forget(${olderThan.toISOString()}::timestamptz)`);
}
