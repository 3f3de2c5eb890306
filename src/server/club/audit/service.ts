import { sql } from 'drizzle-orm';
import { audit, auditHead } from '#server/platform/database/ledgerTables.ts';
import type { Database } from '#server/platform/database/database.ts';

export type AuditFault = { club: string; id: number; fault: string };

/** Walks the hash chain of every club; without faults no entry was changed, removed or slipped in. */
export async function verifyAudit({ orm }: Pick<Database, 'orm'>): Promise<{ entries: number; faults: AuditFault[] }> {
  const { rows } = await orm.execute<{ club: string; id: string; fault: string }>(
    sql`select club, id, fault from audit_faults() limit 100`,
  );
  return { entries: await orm.$count(audit), faults: rows.map((row) => ({ ...row, id: Number(row.id) })) };
}

/** The last entry of each club with its hash: outside the database they tell whether the end of a chain was cut off. */
export function auditHeads({ orm }: Pick<Database, 'orm'>): Promise<{ club: string; id: number; hash: string }[]> {
  return orm
    .select({ club: auditHead.club, id: auditHead.lastId, hash: sql<string>`encode(${auditHead.lastHash}, 'hex')` })
    .from(auditHead)
    .orderBy(auditHead.club);
}

/** Removes the entries that the retention rule no longer keeps; the chain goes on from the last one removed. */
export async function forgetAudit({ orm }: Pick<Database, 'orm'>, olderThan: Date): Promise<void> {
  await orm.execute(sql`select audit_forget(${olderThan.toISOString()}::timestamptz)`);
}
