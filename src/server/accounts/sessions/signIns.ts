import { eq } from 'drizzle-orm';
import { accountName } from '#shared/kernel/user.ts';
import { readParameter, valueOf } from '#server/club/config/service.ts';
import type { Services } from '#server/platform/http/context.ts';
import { everyClub, type Write } from '#server/platform/database/database.ts';
import type { AuditedRecord } from '#server/platform/database/ledger.ts';
import { appUser } from '../users/table.ts';
import { makeUser, type UserRow } from '../users/service.ts';
import { authUser } from './table.ts';

/** What a sign-in needs to know of a user document. */
export type SignedInUser = Pick<UserRow, 'id' | 'role' | 'club' | 'firstname' | 'lastname' | 'email'>;

/** Who leaves no "Login" entry, as the parameters are stored; one that is missing has its default. */
export type LoginExemption = { 'audit.loginExemptRole'?: unknown; 'audit.loginExemptNames'?: unknown };

/** Whether the product lets an account in: only one that the board has not disabled. */
export async function mayEnter({ database }: Services, userId: string): Promise<boolean> {
  const [row] = await database.read(everyClub, (tx) =>
    tx.select({ disabledAt: appUser.disabledAt }).from(appUser).where(eq(appUser.id, userId)),
  );
  return !row?.disabledAt;
}

/** After a sign-in at a provider: the user document exists, and the audit log has its entry. */
export async function recordSignIn({ database }: Services, userId: string): Promise<void> {
  await database.write(everyClub, async (write) => {
    const user = await ensureUser(write, userId);
    const entry =
      user &&
      signInAudit(user, {
        'audit.loginExemptRole': await readParameter(write.tx, 'audit.loginExemptRole'),
        'audit.loginExemptNames': await readParameter(write.tx, 'audit.loginExemptNames'),
      });
    if (entry) write.audit(...entry);
  });
}

type SignInAudit = [action: 'session.signIn', record: AuditedRecord<'session.signIn'>, text: string];

/** The "Login" entry of somebody's sign-in, as `write.audit` takes it; undefined where the rule of section 6 exempts it. */
export function signInAudit(user: SignedInUser, exemption: LoginExemption): SignInAudit | undefined {
  const name = accountName(user);
  const exemptRole = valueOf('audit.loginExemptRole', exemption['audit.loginExemptRole']);
  const exemptNames = valueOf('audit.loginExemptNames', exemption['audit.loginExemptNames']);
  if (user.role === exemptRole || exemptNames.includes(name)) return undefined;
  return ['session.signIn', { club: user.club, id: user.id, entity: 'users', by: { name, userId: user.id } }, `Login: ${name}`];
}

/** The user document of an auth user, made as a reader of their club when it is missing (specification section 7 leaves that open). */
export async function ensureUser(write: Write, userId: string): Promise<UserRow | undefined> {
  const [auth] = await write.tx.select().from(authUser).where(eq(authUser.id, userId));
  if (!auth) return undefined;
  await makeUser(write, { id: auth.id, email: auth.email, firstname: auth.firstname, lastname: auth.lastname, club: auth.club });
  const [row] = await write.tx.select().from(appUser).where(eq(appUser.id, userId));
  return row;
}
