import { and, eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { knownWords, passwordFault } from '#shared/accounts/newPassword.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { readClubs } from '#server/club/clubs/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Context } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { countTry, forgetTries } from '#server/platform/http/rateLimit.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { mostUsedPasswords } from './leakedPasswords.ts';
import { verifyPassword } from './passwords.ts';
import { authAccount } from './table.ts';

const credential = 'credential';

/** Refuses a new password that violates the policy or is easy to guess, as a problem of the field `password`. */
export async function checkNewPassword(
  { settings, database, hostClub }: Context,
  password: string,
  person: { firstname: string; lastname: string; email: string; role?: Role | undefined },
): Promise<void> {
  const words = [...knownWords((await readClubs(database))[hostClub], person), settings.demoPassword];
  const fault = await faultOf(settings, password, { role: person.role, words });
  if (fault) throw new Problem('weak-password', { fields: [{ path: 'password', message: fault }] });
}

/** The policy's objection to a password for a role; `words` are those known about the person. */
export async function faultOf(
  { PASSWORD_MIN: min, PASSWORD_MAX: max, PASSWORD_CLASSES: classes }: Settings,
  password: string,
  of: { role?: Role | undefined; words: readonly string[] },
): Promise<string | undefined> {
  return passwordFault(password, { min, max, classes, ...of }, await mostUsedPasswords());
}

/** Fails with 422 if the password is not the user's own; tries are rate-limited. */
export async function provePassword(context: Context, userId: string, password: string, field: string): Promise<void> {
  const key = `password:${userId}`;
  await countTry(context.database, key, { free: 10, windowMs: 15 * 60_000, firstPauseMs: 1000, longestPauseMs: 60_000 });
  const hash = await passwordHash(context.database.orm, userId);
  if (!hash || !(await verifyPassword({ hash, password }))) {
    throw new Problem('wrong-password', { fields: [{ path: field, message: 'Das Passwort stimmt nicht.' }] });
  }
  await forgetTries(context.database, key);
}

/** The stored hash of a user's password; undefined for users who sign in only at a provider. */
export async function passwordHash(source: Pick<Transaction, 'select'>, userId: string): Promise<string | undefined> {
  const [row] = await source
    .select({ password: authAccount.password })
    .from(authAccount)
    .where(and(eq(authAccount.userId, userId), eq(authAccount.providerId, credential)));
  return row?.password ?? undefined;
}

/** Sets the password of a user, who may not have had one. */
export async function storePassword(tx: Transaction, userId: string, hash: string): Promise<void> {
  const updated = await tx
    .update(authAccount)
    .set({ password: hash, updatedAt: now() })
    .where(and(eq(authAccount.userId, userId), eq(authAccount.providerId, credential)))
    .returning({ id: authAccount.id });
  if (updated.length > 0) return;
  await tx
    .insert(authAccount)
    .values({ id: randomUUID(), accountId: userId, providerId: credential, userId, password: hash, createdAt: now(), updatedAt: now() });
}
