import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import { randomBytes, randomUUID } from 'node:crypto';
import { identityTimes } from '#shared/accounts/identityTimes.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { accountName } from '#shared/kernel/user.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Database, Write, Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { appUser } from '../users/table.ts';
import { refuseIfLast, makeUser, type UserRow } from '../users/service.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { secretHash } from '#server/platform/process/secretHash.ts';
import { linkEnd, makeLink, postLink } from './mailLinks.ts';
import { authSession, authUser, authVerification, mailLink } from './table.ts';
import type { TokenSubject } from './tokens.ts';

export { sweepChallenges } from '../factors/challenge.ts';
export { hashPassword, verifyPassword } from './passwords.ts';
export { forgetSecurityLog } from './securityLog.ts';

export type NewAccount = { firstname: string; lastname: string; email: string; club: ClubName };

/** Creates an account with its user document, and mails its owner a link to set the password. 409 if the address is taken. */
export async function invite(write: Write, settings: Settings, account: NewAccount & { role: Role }): Promise<string> {
  const { id } = await makeInvited(write, account);
  await postLink(write.tx, settings, 'invite', { userId: id, email: account.email, club: account.club });
  return id;
}

/** Creates an account with its user document, and returns the link to set the password to the caller, who uses it at once. */
export async function inviteByHand(write: Write, settings: Settings, account: NewAccount & { role: Role }): Promise<string> {
  const { id } = await makeInvited(write, account);
  return makeLink(write.tx, settings, 'invite', { userId: id, email: account.email, club: account.club }, linkEnd('reset'));
}

async function makeInvited(write: Write, account: NewAccount & { role: Role }): Promise<{ id: string }> {
  const [taken] = await write.tx.select({ id: authUser.id }).from(authUser).where(eq(authUser.email, account.email));
  if (taken)
    throw new Problem('email-already-in-use', { fields: [{ path: 'email', message: 'Diese E-Mail-Adresse wird schon benutzt.' }] });
  const { id } = await makeAccount(write.tx, account);
  await makeUser(write, { ...account, id });
  return { id };
}

/** Mails a user the link to set a new password. */
export async function sendReset(tx: Transaction, settings: Settings, user: { id: string; email: string; club: ClubName }): Promise<void> {
  await postLink(tx, settings, 'reset', { userId: user.id, email: user.email, club: user.club });
}

/** Creates an account that cannot sign in yet: its address is not verified, and it may have no password. */
export async function makeAccount(
  tx: Transaction,
  { firstname, lastname, email, club }: NewAccount,
): Promise<typeof authUser.$inferSelect> {
  const id = randomUUID();
  const [account] = await tx
    .insert(authUser)
    .values({ id, name: accountName({ firstname, lastname, email }), email, firstname, lastname, club, createdAt: now(), updatedAt: now() })
    .returning();
  if (!account) throw new Error('The account was not created.');
  return account;
}

/** Opens a session that no browser can use, for a token printed by a command; it ends with the token. */
export async function openTokenSession({ orm }: Pick<Database, 'orm'>, userId: string): Promise<TokenSubject> {
  const id = randomUUID();
  const at = new Date();
  const expiresAt = new Date(at.getTime() + identityTimes.tokenLifeMs);
  const token = secretHash(randomBytes(32).toString('base64url'));
  await orm.insert(authSession).values({ id, token, userId, expiresAt, userAgent: 'npm run token', createdAt: at, updatedAt: at });
  return { userId, sessionId: id };
}

/** Ends the sessions of a user, all or all but one, with their live streams, and deletes their reset links. */
export async function endSessions({ tx, changed }: Write, user: { id: string; club: string }, exceptSessionId?: string): Promise<void> {
  await tx
    .delete(authSession)
    .where(and(eq(authSession.userId, user.id), exceptSessionId ? ne(authSession.id, exceptSessionId) : undefined));
  await tx.delete(mailLink).where(and(eq(mailLink.userId, user.id), eq(mailLink.purpose, 'reset')));
  changed({ collection: 'sessions', club: user.club, entityId: user.id });
}

/** Disables accounts until the board enables them again; refused if that would leave no super or no board member. */
export async function closeAccounts(write: Write, users: readonly UserRow[]): Promise<void> {
  await refuseIfLast(write.tx, users);
  const ids = users.map(({ id }) => id);
  await write.tx
    .update(appUser)
    .set({ disabledAt: now(), updatedAt: now(), version: sql`${appUser.version} + 1` })
    .where(inArray(appUser.id, ids));
  for (const user of users) {
    await endSessions(write, user);
    write.changed({ collection: 'users', club: user.club, entityId: user.id });
  }
}

/** Deletes expired sessions and expired states of federated sign-ins; called by a job. */
export async function sweepSessions({ orm }: Pick<Database, 'orm'>): Promise<void> {
  await orm.delete(authSession).where(lt(authSession.expiresAt, now()));
  await orm.delete(authVerification).where(lt(authVerification.expiresAt, now()));
}

/** Ends all sessions and deletes all links of all users, e.g. after restoring a backup; returns the number of sessions. */
export async function endAllSessions(tx: Transaction): Promise<number> {
  const ended = await tx.delete(authSession).returning({ id: authSession.id });
  await tx.delete(mailLink);
  return ended.length;
}

/** Deletes an account with its user document, password, sessions and links; the audit log keeps its entries. */
export async function deleteAccount(write: Write, user: { id: string; club: string }): Promise<void> {
  await endSessions(write, user);
  await eraseUsers(write.tx, [user.id]);
  write.erased('user', user.id);
  write.changed({ collection: 'users', club: user.club, entityId: user.id });
}

/** Deletes everything stored about accounts; also used on a restored backup, for accounts that were erased since. */
export async function eraseUsers(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.delete(appUser).where(inArray(appUser.id, [...ids]));
  await tx.delete(authUser).where(inArray(authUser.id, [...ids]));
}
