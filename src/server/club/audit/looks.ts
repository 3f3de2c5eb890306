import { and, eq, gt } from 'drizzle-orm';
import { audit } from '#server/platform/database/auditTables.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { now } from '#server/platform/process/clock.ts';

/** Repeated requests within this time count as one view: PDF viewers fetch a file in many ranges, pages are read again. */
const sameLookMs = 60 * 60 * 1000;

type Look = { action: string; id: string; content: string; actorId: string };

/** Whether the audit log has the same view by the same user within the last hour. */
export async function isLoggedLook(tx: Transaction, { action, id, content, actorId }: Look): Promise<boolean> {
  const since = new Date(now().getTime() - sameLookMs);
  const isSame = and(eq(audit.entityId, id), eq(audit.action, action), eq(audit.actorId, actorId));
  const [known] = await tx
    .select({ id: audit.id })
    .from(audit)
    .where(and(isSame, eq(audit.content, content), gt(audit.time, since)))
    .limit(1);
  return known !== undefined;
}
