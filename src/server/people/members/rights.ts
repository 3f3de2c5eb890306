import { may } from '#shared/kernel/rights.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { signedIn, targetOf, type Context, type Viewer } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ownPeople } from '../persons/service.ts';

/** Whether a viewer may see a member: the board of the club and a super, themselves, and everybody who acts for them. */
export async function mayRead(tx: Transaction, context: Context, of: MemberRecord): Promise<boolean> {
  const viewer = signedIn(context);
  if (may({ role: viewer.role }, 'members.read', targetOf(context, of.club))) return true;
  return may({ role: viewer.role }, 'members.read', 'self') !== undefined && isOwn(tx, viewer, of);
}

/** Whether a membership is the viewer's own, or that of a person for whom they act. */
export async function isOwn(tx: Transaction, { userId }: Pick<Viewer, 'userId'>, of: Pick<MemberRecord, 'personId'>): Promise<boolean> {
  const own = await ownPeople(tx, userId);
  return own.some(({ id }) => id === of.personId);
}
