import { sql } from 'drizzle-orm';
import type { Database } from '#server/platform/database/database.ts';

export type AuditFault = { club: string; id: number; fault: string };

/** Walks the hash chain of every club; without faults no entry was changed, removed or slipped in. */
export async function verifyAudit({ orm }: Pick<Database, 'orm'>): Promise<{ entries: number; faults: AuditFault[] }> {
  const { rows } = await orm.execute<{ club: string; id: string; fault: string }>(
    sql`select club, id, fault from audit_faults() limit 100`,
  );
  const count = await orm.execute<{ count: number }>(sql`select count(*)::int as count from audit`);
  return { entries: count.rows[0]?.count ?? 0, faults: rows.map((row) => ({ ...row, id: Number(row.id) })) };
}

/** Removes the entries that the retention rule no longer keeps; the chain goes on from the last one removed. */
export async function forgetAudit({ orm }: Pick<Database, 'orm'>, olderThan: Date): Promise<void> {
  await orm.execute(sql`select audit_forget(${olderThan.toISOString()}::timestamptz)`);
}
