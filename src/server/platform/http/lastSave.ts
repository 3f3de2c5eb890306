import { and, desc, eq, isNull, ne, notInArray, or } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Save } from '#shared/kernel/problems.ts';
import { audit, viewActions } from '../database/auditTables.ts';
import type { Transaction } from '../database/database.ts';

/**
 * Who other than the given user changed a record last, and when, by the audit log; null if nobody did. Row security does not
 * hide the log of other clubs: unless access to the record was checked before, the club has to be named.
 */
export async function lastSaveOf(tx: Transaction, record: string, userId: string, club?: ClubName): Promise<Save | null> {
  const [last] = await tx
    .select({ by: audit.name, at: audit.time })
    .from(audit)
    .where(
      and(
        eq(audit.entityId, record),
        club && eq(audit.club, club),
        or(isNull(audit.actorId), ne(audit.actorId, userId)),
        notInArray(audit.action, [...viewActions]),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(1);
  return last ? { by: last.by, at: last.at.toISOString() } : null;
}
