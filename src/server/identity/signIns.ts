import { eq } from 'drizzle-orm';
import { fullNameOf } from '#shared/user.ts';
import { readParameter } from '../config/service.ts';
import type { Services } from '../platform/context.ts';
import { everyClub, type Deed } from '../platform/database.ts';
import { appUser } from '../users/table.ts';
import { makeUser, type UserRow } from '../users/service.ts';
import { authUser } from './table.ts';

/** Whether the product lets somebody in: only an account that the board has not disabled. */
export async function mayEnter({ database }: Services, userId: string): Promise<boolean> {
  const [row] = await database.read(everyClub, (tx) =>
    tx.select({ disabledAt: appUser.disabledAt }).from(appUser).where(eq(appUser.id, userId)),
  );
  return !row?.disabledAt;
}

/** After a sign-in of any kind: the user document exists, and the audit log has its "Login" entry unless the rule of section 6 exempts it. */
export async function recordSignIn({ database }: Services, userId: string): Promise<void> {
  await database.write(everyClub, async (deed) => {
    const row = await ensureUser(deed, userId);
    if (!row) return;
    const name = fullNameOf(row);
    const exemptRole = await readParameter(deed.tx, 'audit.loginExemptRole');
    const exemptNames = await readParameter(deed.tx, 'audit.loginExemptNames');
    if (row.role === exemptRole || exemptNames.includes(name)) return;
    deed.audit({
      name,
      actorId: row.id,
      club: row.club,
      content: `Login: ${name}`,
      action: 'session.signIn',
      entity: 'users',
      entityId: row.id,
    });
  });
}

/** The user document of an auth user, made as a reader of his club when it is missing (specification section 7 leaves that open). */
export async function ensureUser(deed: Deed, userId: string): Promise<UserRow | undefined> {
  const [auth] = await deed.tx.select().from(authUser).where(eq(authUser.id, userId));
  if (!auth) return undefined;
  await makeUser(deed, { id: auth.id, email: auth.email, firstname: auth.firstname, lastname: auth.lastname, club: auth.club });
  const [row] = await deed.tx.select().from(appUser).where(eq(appUser.id, userId));
  return row;
}
