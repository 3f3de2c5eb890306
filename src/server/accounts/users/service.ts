import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { roleDisplayName } from '#shared/kernel/roles.ts';
import type { Club, ClubName } from '#shared/kernel/clubs.ts';
import { accountName, type User } from '#shared/kernel/user.ts';
import { club } from '#server/club/clubs/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { inAllClubs, type Write, type Transaction } from '#server/platform/database/database.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { appUser } from './table.ts';

export type UserRow = typeof appUser.$inferSelect;

/** A user document in the shape of section 3 of the specification. */
export function toUser(row: UserRow, of: Pick<Club, 'displayName' | 'slogan' | 'title'>): User {
  return {
    id: row.id,
    firebaseUserID: row.id,
    hasUser: row.hasUser,
    firstname: row.firstname,
    lastname: row.lastname,
    email: row.email,
    memberId: row.memberId,
    club: { name: row.club, displayName: of.displayName, slogan: of.slogan, title: of.title },
    role: { name: row.role, displayName: roleDisplayName(row.role) },
    logins: row.logins,
    lastLogin: row.lastLogin?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    fullName: accountName(row),
    roleDisplayName: roleDisplayName(row.role),
    clubDisplayName: of.displayName,
  };
}

/** Reads one user document with its club. */
export async function readUser(tx: Transaction, id: string): Promise<User | undefined> {
  const [row] = await tx.select().from(appUser).innerJoin(club, eq(club.name, appUser.club)).where(eq(appUser.id, id));
  return row && toUser(row.app_user, row.club);
}

/** Reads a user document with a row lock. 404 if it is not in scope. */
export async function lockUser(tx: Transaction, id: string): Promise<UserRow> {
  const [row] = await tx.select().from(appUser).where(eq(appUser.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  return row;
}

type NewUser = { id: string; email: string; firstname: string; lastname: string; club: ClubName; role?: UserRow['role'] };

/** Creates a user document; new users are readers (specification section 4). An existing one is left unchanged. */
export async function makeUser({ tx, changed }: Write, one: NewUser): Promise<void> {
  const inserted = await tx
    .insert(appUser)
    .values({ ...one, createdAt: now(), updatedAt: now() })
    .onConflictDoNothing({ target: appUser.id })
    .returning({ id: appUser.id });
  if (inserted.length > 0) changed({ collection: 'users', club: one.club, entityId: one.id });
}

/** Refuses a change that would leave no super, or a club without an active board member. */
export async function refuseIfLast(tx: Transaction, leaving: readonly UserRow[]): Promise<void> {
  // One lock for all such changes, so that two users cannot demote each other at the same time.
  await tx.execute(sql`select pg_advisory_xact_lock(20261123)`);
  const gone = new Set(leaving.map((row) => row.id));
  const leaders = await inAllClubs(tx, () =>
    tx
      .select()
      .from(appUser)
      .where(sql`${appUser.role} in ('admin', 'super') and ${appUser.disabledAt} is null`),
  );
  const left = leaders.filter((row) => !gone.has(row.id));
  if (leaving.some((row) => row.role === 'super' && !row.disabledAt) && !left.some((row) => row.role === 'super'))
    throw new Problem('last-super');
  for (const row of leaving) {
    const isLast = row.role === 'admin' && !row.disabledAt && !left.some((other) => other.role === 'admin' && other.club === row.club);
    if (isLast) throw new Problem('last-admin');
  }
}

/** The viewer's own account, as the subject of an audit entry. */
export function ownAccount(context: Context) {
  const { userId, club } = signedIn(context);
  return { club, id: userId, entity: 'users' } as const;
}

/** The active administrators of a club, at most 50; they are e-mailed about events that no user caused. */
export function boardOf(tx: Transaction, clubName: ClubName): Promise<Pick<UserRow, 'id' | 'email'>[]> {
  return inAllClubs(tx, () =>
    tx
      .select({ id: appUser.id, email: appUser.email })
      .from(appUser)
      .where(and(eq(appUser.club, clubName), eq(appUser.role, 'admin'), isNull(appUser.disabledAt)))
      .orderBy(asc(appUser.id))
      .limit(50),
  );
}
