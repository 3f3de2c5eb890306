import { isOwnMember } from '#server/people/members/service.ts';
import { clubOfUser } from '../protocol/actor.ts';
import { permissionDenied, unauthenticated } from '../protocol/refusal.ts';
import { mayDo, memberWhoMay, placeOf, type Actor, type Deed, type Place } from '../protocol/rules.ts';
import type { Storage } from '../objects/storage.ts';

/**
 * The place of a path, where `actor` may do this. Whoever may not is told the same for files that exist and for those
 * that do not: a visitor to sign in, anybody else that he may not.
 */
export async function allowed(storage: Storage, actor: Actor | undefined, deed: Deed, path: string): Promise<Place> {
  const place = await placeOf(path, (userId) => clubOfUser(storage.database, userId));
  if (place && (mayDo(actor, deed, place) || (await mayAsMember(storage, actor, deed, place)))) return place;
  throw actor ? permissionDenied() : unauthenticated();
}

async function mayAsMember({ database }: Storage, actor: Actor | undefined, deed: Deed, place: Place): Promise<boolean> {
  const memberId = memberWhoMay(actor, deed, place);
  if (!actor || memberId === undefined) return false;
  return database.read({ club: actor.club, userId: actor.userId }, (tx) => isOwnMember(tx, actor, memberId));
}
