import { eq } from 'drizzle-orm';
import { accountName } from '#shared/kernel/user.ts';
import { authUser } from '../sessions/table.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Write } from '#server/platform/database/database.ts';
import type { UserRow } from './service.ts';
import { appUser } from './table.ts';

/** Updates a locked user document, keeps name and club of the account in sync, and notifies browsers. */
export async function changeUser(
  { tx, changed }: Write,
  user: UserRow,
  values: Partial<Pick<UserRow, 'firstname' | 'lastname' | 'memberId' | 'role' | 'club' | 'disabledAt'>>,
): Promise<void> {
  const after = { ...user, ...values };
  await tx
    .update(appUser)
    .set({ ...values, updatedAt: now(), version: user.version + 1 })
    .where(eq(appUser.id, user.id));
  await tx
    .update(authUser)
    .set({ name: accountName(after), firstname: after.firstname, lastname: after.lastname, club: after.club, updatedAt: now() })
    .where(eq(authUser.id, user.id));
  changed({ collection: 'users', club: user.club, entityId: user.id });
  if (after.club !== user.club) changed({ collection: 'users', club: after.club, entityId: user.id });
}
