import { and, eq, gt } from 'drizzle-orm';
import { nameInPath } from '#shared/kernel/storage.ts';
import { now } from '#server/platform/process/clock.ts';
import { audit } from '#server/platform/database/ledgerTables.ts';
import { isOwnMember } from '#server/people/members/service.ts';
import type { ObjectRow } from '../protocol/metadata.ts';
import type { Actor, StoragePath } from '../protocol/rules.ts';
import type { Storage } from '../objects/storage.ts';

/** How long looking again is the same look: a reader of PDF fetches a file in many parts. */
const sameLookMs = 60 * 60 * 1000;

/**
 * Notes that somebody opens a paper of somebody else, before its bytes go out; the people concerned read who did. Opening one's own papers, or those of people one acts for, is not noted.
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
