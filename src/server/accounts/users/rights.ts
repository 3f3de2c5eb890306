import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Row } from '#server/platform/database/auditAndNotices.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import type { UserFilter } from './list.ts';
import { lockUser, type UserRow } from './service.ts';

/** Without a club filter a super sees all clubs, everybody else only their own. */
export function scoped(context: Context, filter: UserFilter): UserFilter {
  const seesAll = context.viewer?.role === 'super' && !filter.club;
  return seesAll ? filter : { ...filter, club: clubAsked(context, 'users.list', filter.club) };
}

/** Locks and returns the user if the caller may change them: in their club, and a super only by a super. */
export async function changeable(context: Context, tx: Transaction, id: string, permission: Permission): Promise<UserRow> {
  const user = await lockUser(tx, id);
  allow(context, permission, targetOf(context, user.club));
  if (user.role === 'super') allow(context, 'users.editSuper', targetOf(context, user.club));
  return user;
}

/** Refuses what nobody may do to their own account. */
export function refuseSelf(context: Context, user: UserRow, permission: Permission): void {
  if (user.id === signedIn(context).userId) allow(context, permission, 'self');
}

/** Records a write to an account in the audit log. */
export function record(
  write: Write,
  user: { id: string; club: ClubName },
  action: Permission,
  content: string,
  before?: Row,
  after?: Row,
): void {
  write.audit(action, { club: user.club, id: user.id, entity: 'users' }, content, { before, after });
}
