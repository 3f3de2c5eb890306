import { and, eq } from 'drizzle-orm';
import { may } from '#shared/kernel/rights.ts';
import type { MemberRecord } from '#shared/people/members.ts';
import { signedIn, targetOf, type Context, type Viewer } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { ownPeople } from '../persons/service.ts';
import { appUser } from '#server/accounts/users/table.ts';

/** Whether somebody may see a member: the board of the club and a super, themselves, and whoever acts for them. */
export async function mayRead(tx: Transaction, context: Context, of: MemberRecord): Promise<boolean> {
  const viewer = signedIn(context);
  if (may({ role: viewer.role }, 'members.read', targetOf(context, of.club))) return true;
  return may({ role: viewer.role }, 'members.read', 'self') !== undefined && isOwn(tx, viewer, of);
}

type Membership = Pick<MemberRecord, 'id' | 'personId' | 'club' | 'memberNo'>;

/** Whether a membership is one's own, or that of somebody for whom one acts. */
export async function isOwn(tx: Transaction, viewer: Pick<Viewer, 'userId' | 'club'>, of: Membership): Promise<boolean> {
  const own = await ownPeople(tx, viewer.userId);
  return own.some(({ id }) => id === of.personId) || (viewer.club === of.club && (await isLinked(tx, viewer.userId, of)));
}

/** The board may have linked the account with the member, by id or by number (/admin/user). */
async function isLinked(tx: Transaction, userId: string, { id, memberNo }: Membership): Promise<boolean> {
  const [user] = await tx
    .select({ memberId: appUser.memberId })
    .from(appUser)
    .where(and(eq(appUser.id, userId)));
  return user !== undefined && user.memberId !== '' && [id, memberNo].includes(user.memberId);
}
