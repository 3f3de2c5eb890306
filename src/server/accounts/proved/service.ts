import { eq, sql } from 'drizzle-orm';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Role } from '#shared/kernel/roles.ts';
import { accountName } from '#shared/kernel/user.ts';
import { now } from '#server/platform/process/clock.ts';
import { everyClub, type Transaction } from '#server/platform/database/database.ts';
import type { Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { countTry } from '#server/platform/http/rateLimit.ts';
import { forgetLinks } from '../sessions/mailLinks.ts';
import { completeSignIn } from '../sessions/passwordSignIn.ts';
import { hashPassword } from '../sessions/passwords.ts';
import { logSecurity } from '../sessions/securityLog.ts';
import { makeAccount, type NewAccount } from '../sessions/service.ts';
import { checkNewPassword, storePassword } from '../sessions/storedPassword.ts';
import { authUser } from '../sessions/table.ts';
import { appUser } from '../users/table.ts';
import { tryLimits } from '../sessions/tryLimits.ts';

export type ProvedAccounts = ReturnType<typeof provedAccounts>;

/** Creates accounts for people who verified their address by a link of another wing; they only have to choose a password. */
export const provedAccounts = (secret: string) => {
  const signatureOf = (subject: string, email: string, ends: string) =>
    createHmac('sha256', secret).update(`account ${subject} ${email} ${ends}`).digest('base64url');
  return {
    /** A key that allows its holder to create the account of an address for a limited time; useless once the account exists. */
    keyFor: (subject: string, email: string, lifeMs: number): string => {
      const ends = String(now().getTime() + lifeMs);
      return `${ends}.${signatureOf(subject, email, ends)}`;
    },
    isKeyFor: (key: string, subject: string, email: string): boolean => {
      const [ends = '', signature = ''] = key.split('.');
      const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(subject, email, ends))];
      return given.length === right.length && timingSafeEqual(given, right) && Number(ends) > now().getTime();
    },
    isTaken: (context: Context, email: string): Promise<boolean> =>
      context.database.read(everyClub, async (tx) => (await accountOf(tx, email))?.emailVerified === true),
    /** Creates the account and signs its owner in; refused if the address already has an account. */
    open: async (context: Context, { password, ...account }: NewAccount & { password: string }): Promise<string> => {
      await countTry(context.database, `link:${context.network}`, tryLimits.link);
      const role = await context.database.read(everyClub, (tx) => roleOf(tx, account.email));
      await checkNewPassword(context, password, { ...account, role });
      const hash = await hashPassword(password);
      const userId = await context.database.write(everyClub, ({ tx }) => makeProved(tx, account, hash));
      await logSecurity(context, 'email-verified', { userId });
      await completeSignIn(context, secret, account.email);
      return userId;
    },
  };
};

async function makeProved(tx: Transaction, account: NewAccount, hash: string): Promise<string> {
  // Serializes concurrent attempts for the same address.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${account.email}, 0))`);
  const known = await accountOf(tx, account.email);
  if (known?.emailVerified) throw new Problem('email-already-in-use');
  const { id } = known ?? (await makeAccount(tx, account));
  // Another person may have entered this address before: their password, name and link are replaced.
  await forgetLinks(tx, id);
  await storePassword(tx, id, hash);
  const { firstname, lastname } = account;
  await tx
    .update(authUser)
    .set({ firstname, lastname, name: accountName(account), emailVerified: true, updatedAt: now() })
    .where(eq(authUser.id, id));
  return id;
}

/** A person whom the board invited has a role before the account is verified. */
async function roleOf(tx: Transaction, email: string): Promise<Role | undefined> {
  const [user] = await tx.select({ role: appUser.role }).from(appUser).where(eq(appUser.email, email));
  return user?.role;
}

async function accountOf(tx: Transaction, email: string): Promise<typeof authUser.$inferSelect | undefined> {
  const [known] = await tx.select().from(authUser).where(eq(authUser.email, email));
  return known;
}
