import { isId } from '#shared/kernel/fields.ts';
import { isOwnMember } from '#server/people/members/service.ts';
import { clubOfUser } from '../protocol/actor.ts';
import { permissionDenied, unauthenticated } from '../protocol/refusal.ts';
import { mayDo, permittedMember, storagePathOf, type Actor, type Action, type StoragePath } from '../protocol/rules.ts';
import type { Storage } from '../objects/storage.ts';

/**
 * Resolves a path if `actor` may perform the action on it; otherwise throws 401 for visitors and 403 for users. The
 * error does not reveal whether the file exists.
 */
export async function allowed(storage: Storage, actor: Actor | undefined, action: Action, path: string): Promise<StoragePath> {
  const storagePath = await storagePathOf(path, (userId) => clubOfUser(storage.database, userId));
  if (storagePath && (await mayAt(storage, actor, action, storagePath))) return storagePath;
  throw actor ? permissionDenied() : unauthenticated();
}

async function mayAt(storage: Storage, actor: Actor | undefined, action: Action, storagePath: StoragePath): Promise<boolean> {
  if (storagePath.expenseId !== undefined) return mayAsDecider(storage, actor, action, storagePath.expenseId);
  return mayDo(actor, action, storagePath) || mayAsMember(storage, actor, action, storagePath);
}

/** The vouchers of an expense are written by its endpoints only. */
async function mayAsDecider(
  { database, readerOfVouchers }: Storage,
  actor: Actor | undefined,
  action: Action,
  expenseId: string,
): Promise<boolean> {
  if (!actor || (action !== 'read' && action !== 'list') || !isId(expenseId)) return false;
  return database.read(
    { club: actor.club, userId: actor.userId },
    async (tx) => (await readerOfVouchers(tx, actor, expenseId)) !== undefined,
  );
}

async function mayAsMember({ database }: Storage, actor: Actor | undefined, action: Action, storagePath: StoragePath): Promise<boolean> {
  const memberId = permittedMember(actor, action, storagePath);
  if (!actor || memberId === undefined) return false;
  return database.read({ club: actor.club, userId: actor.userId }, (tx) => isOwnMember(tx, actor, memberId));
}
