import { may } from '#shared/kernel/rights.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { signedIn, targetOf, type Context, type Viewer } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ownPeople } from '../persons/service.ts';

/** Whether the user may read a member: the club's board, a super, the member, and accounts that act for them. */
export async function mayRead(tx: Transaction, context: Context, of: MemberRecord): Promise<boolean> {
  const viewer = signedIn(context);
  if (may({ role: viewer.role }, 'members.read', targetOf(context, of.club))) return true;
  return may({ role: viewer.role }, 'members.read', 'self') !== undefined && isOwn(tx, viewer, of);
}

/** Whether a membership belongs to the user or to a person they act for. */
export async function isOwn(tx: Transaction, { userId }: Pick<Viewer, 'userId'>, of: Pick<MemberRecord, 'personId'>): Promise<boolean> {
  const own = await ownPeople(tx, userId);
  return own.some(({ id }) => id === of.personId);
}
