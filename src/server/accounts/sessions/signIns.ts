import { eq } from 'drizzle-orm';
import { accountName } from '#shared/kernel/user.ts';
import { readParameters, valueOf } from '#server/club/config/service.ts';
import type { Services } from '#server/platform/http/context.ts';
import { everyClub, type Write } from '#server/platform/database/database.ts';
import type { AuditedRecord } from '#server/platform/database/auditAndNotices.ts';
import { appUser } from '../users/table.ts';
import { makeUser, type UserRow } from '../users/service.ts';
import { authUser } from './table.ts';

/** The fields of a user document that a sign-in needs. */
export type SignedInUser = Pick<UserRow, 'id' | 'role' | 'club' | 'firstname' | 'lastname' | 'email'>;

/** The stored parameters that exempt sign-ins from the "Login" entry; a missing one has its default. */
export type LoginExemption = { 'audit.loginExemptRole'?: unknown; 'audit.loginExemptNames'?: unknown };

/** Whether an account may sign in: not if the board has disabled it. */
export async function mayEnter({ database }: Services, userId: string): Promise<boolean> {
  const [row] = await database.read(everyClub, (tx) =>
    tx.select({ disabledAt: appUser.disabledAt }).from(appUser).where(eq(appUser.id, userId)),
  );
  return !row?.disabledAt;
}

/** Records a sign-in at a provider: creates the user document if missing, and writes the audit entry. */
export async function recordSignIn({ database }: Services, userId: string): Promise<void> {
  await database.write(everyClub, async (write) => {
    const user = await ensureUser(write, userId);
    const entry = user && signInAudit(user, await readParameters(write.tx, ['audit.loginExemptRole', 'audit.loginExemptNames']));
    if (entry) write.audit(...entry);
  });
}

type SignInAudit = [action: 'session.signIn', record: AuditedRecord<'session.signIn'>, text: string];

/** The "Login" entry of a sign-in, as arguments of `write.audit`; undefined if section 6 of the specification exempts it. */
export function signInAudit(user: SignedInUser, exemption: LoginExemption): SignInAudit | undefined {
  const name = accountName(user);
  const exemptRole = valueOf('audit.loginExemptRole', exemption['audit.loginExemptRole']);
  const exemptNames = valueOf('audit.loginExemptNames', exemption['audit.loginExemptNames']);
  if (user.role === exemptRole || exemptNames.includes(name)) return undefined;
  return ['session.signIn', { club: user.club, id: user.id, entity: 'users', by: { name, userId: user.id } }, `Login: ${name}`];
}

/** The user document of an auth user; created as a reader of their club if missing (left open by specification section 7). */
export async function ensureUser(write: Write, userId: string): Promise<UserRow | undefined> {
  const [auth] = await write.tx.select().from(authUser).where(eq(authUser.id, userId));
  if (!auth) return undefined;
  await makeUser(write, { id: auth.id, email: auth.email, firstname: auth.firstname, lastname: auth.lastname, club: auth.club });
  const [row] = await write.tx.select().from(appUser).where(eq(appUser.id, userId));
  return row;
}
