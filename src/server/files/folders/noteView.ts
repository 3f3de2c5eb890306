import type { Collection } from '#shared/kernel/collections.ts';
import { nameInPath } from '#shared/kernel/storage.ts';
import { isLoggedLook } from '#server/club/audit/service.ts';
import { isOwnMember } from '#server/people/members/service.ts';
import type { ObjectRow } from '../protocol/metadata.ts';
import type { Actor, StoragePath } from '../protocol/rules.ts';
import type { Storage } from '../objects/storage.ts';

/**
 * Logs, before the bytes are sent, that a user opens a document of another person; that person can see the entry.
 * Users' own documents, and those of persons they act for, are not logged.
 */
export async function noteView(
  { database, readerOfVouchers }: Storage,
  actor: Actor | undefined,
  row: ObjectRow,
  place: StoragePath,
): Promise<void> {
  const { rule, club, ownerId, memberId, mandateId, expenseId } = place;
  const id = memberId ?? mandateId ?? expenseId ?? ownerId;
  if (!actor || rule.isPublic || id === undefined || ownerId === actor.userId) return;
  const content = `Unterlage geöffnet: ${nameInPath(row.path)}`;
  await database.write(
    { club: actor.club, userId: actor.userId },
    async (write) => {
      if (memberId !== undefined && (await isOwnMember(write.tx, actor, memberId))) return;
      if (expenseId !== undefined && (await readerOfVouchers(write.tx, actor, expenseId)) === 'submitter') return;
      const action = 'storagePrivate.read';
      if (await isLoggedLook(write.tx, { action, id, content, actorId: actor.userId })) return;
      const entity = entityOf(place);
      write.audit(action, { club, id, entity, by: actor }, content);
    },
    actor,
  );
}

function entityOf({ memberId, mandateId, expenseId }: StoragePath): Collection {
  if (memberId !== undefined) return 'members';
  if (mandateId !== undefined) return 'mandates';
  return expenseId !== undefined ? 'expenses' : 'users';
}
