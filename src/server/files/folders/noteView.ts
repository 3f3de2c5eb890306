import { and, eq, gt } from 'drizzle-orm';
import { nameInPath } from '#shared/kernel/storage.ts';
import { now } from '#server/platform/process/clock.ts';
import { audit } from '#server/platform/database/ledgerTables.ts';
import { isOwnMember } from '#server/people/members/service.ts';
import type { ObjectRow } from '../protocol/metadata.ts';
import type { Actor, StoragePath } from '../protocol/rules.ts';
import type { Storage } from '../objects/storage.ts';

/** Repeated requests within this time count as one view, since PDF viewers fetch a file in many ranges. */
const sameLookMs = 60 * 60 * 1000;

/**
 * Logs, before the bytes are sent, that a user opens a document of another person; that person can see the entry.
 * Users' own documents, and those of persons they act for, are not logged.
 */
export async function noteView({ database }: Storage, actor: Actor | undefined, row: ObjectRow, place: StoragePath): Promise<void> {
  const { rule, club, ownerId, memberId } = place;
  const id = memberId ?? ownerId;
  if (!actor || rule.isPublic || id === undefined || ownerId === actor.userId) return;
  const content = `Unterlage geöffnet: ${nameInPath(row.path)}`;
  await database.write(
    { club: actor.club, userId: actor.userId },
    async (write) => {
      if (memberId !== undefined && (await isOwnMember(write.tx, actor, memberId))) return;
      const since = new Date(now().getTime() - sameLookMs);
      const isSame = and(eq(audit.entityId, id), eq(audit.action, 'storagePrivate.read'), eq(audit.actorId, actor.userId));
      const [known] = await write.tx
        .select({ id: audit.id })
        .from(audit)
        .where(and(isSame, eq(audit.content, content), gt(audit.time, since)))
        .limit(1);
      if (!known)
        write.audit('storagePrivate.read', { club, id, entity: memberId === undefined ? 'users' : 'members', by: actor }, content);
    },
    actor,
  );
}
