import { isOwnMember } from '#server/people/members/service.ts';
import { clubOfUser } from '../protocol/actor.ts';
import { permissionDenied, unauthenticated } from '../protocol/refusal.ts';
import { mayDo, memberWhoMay, storagePathOf, type Actor, type Action, type StoragePath } from '../protocol/rules.ts';
import type { Storage } from '../objects/storage.ts';

/**
 * The place of a path, where `actor` may do this. Without it the answer is the same for files that exist and for those
 * that do not: a visitor to sign in, anybody else that they may not.
 */
export async function allowed(storage: Storage, actor: Actor | undefined, action: Action, path: string): Promise<StoragePath> {
  const storagePath = await storagePathOf(path, (userId) => clubOfUser(storage.database, userId));
  if (storagePath && (mayDo(actor, action, storagePath) || (await mayAsMember(storage, actor, action, storagePath)))) return storagePath;
  throw actor ? permissionDenied() : unauthenticated();
}

async function mayAsMember({ database }: Storage, actor: Actor | undefined, action: Action, storagePath: StoragePath): Promise<boolean> {
  const memberId = memberWhoMay(actor, action, storagePath);
  if (!actor || memberId === undefined) return false;
  return database.read({ club: actor.club, userId: actor.userId }, (tx) => isOwnMember(tx, actor, memberId));
}
