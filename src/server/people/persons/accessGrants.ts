import { and, eq, isNull, ne } from 'drizzle-orm';
import { now } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { person, personAccess } from './table.ts';

type PersonRow = typeof person.$inferSelect;
type AccessRow = typeof personAccess.$inferSelect;

export type Relation = AccessRow['relation'];

/** The person of an access, with the columns needed to write it. */
export type AccessOf = Pick<PersonRow, 'id' | 'club'>;

/**
 * Grants an unconfirmed access to a person entered by the user. Returns false if the account has another own person in
 * the club, even a suspended one.
 */
export async function claimAccess(tx: Transaction, userId: string, of: AccessOf, relation: Relation): Promise<boolean> {
  const rows = await tx
    .insert(personAccess)
    .values({ userId, personId: of.id, club: of.club, relation, basis: 'own', createdAt: now() })
    .onConflictDoNothing()
    .returning({ personId: personAccess.personId });
  return rows.length > 0;
}

type Verified = {
  userId: string;
  of: AccessOf;
  relation: Relation;
  basis: AccessRow['basis'];
  /** The account that confirmed it: a board member or the inviting parent. */
  by: string;
  validUntil?: string | null;
};

/**
 * Grants a confirmed access, whatever its previous state: by decision of the board, or by the invitation of a confirmed
 * parent. An account can have one own person per club: for a second one it becomes a delegate.
 */
export async function verifyAccess(
  tx: Transaction,
  { userId, of, relation: asked, basis, by, validUntil = null }: Verified,
): Promise<void> {
  const relation = asked === 'self' && (await hasOtherSelf(tx, userId, of)) ? 'delegate' : asked;
  const values = { relation, basis, verifiedAt: now(), verifiedBy: by, validUntil, suspendedAt: null, endedAt: null, endedBy: null };
  await tx
    .insert(personAccess)
    .values({ userId, personId: of.id, club: of.club, createdAt: now(), ...values })
    .onConflictDoUpdate({ target: [personAccess.userId, personAccess.personId], set: values });
}

/** Ends an access; data entered through it are kept. Returns its former relation, undefined if there is none. */
export async function endAccess(tx: Transaction, userId: string, personId: string, by: string | null): Promise<AccessRow | undefined> {
  const [row] = await tx
    .update(personAccess)
    .set({ endedAt: now(), endedBy: by })
    .where(and(eq(personAccess.userId, userId), eq(personAccess.personId, personId), isNull(personAccess.endedAt)))
    .returning();
  return row;
}

/** Suspends an access until the board decides; ended ones are left unchanged. */
export async function suspendAccess(tx: Transaction, userId: string, personId: string): Promise<boolean> {
  const rows = await tx
    .update(personAccess)
    .set({ suspendedAt: now() })
    .where(
      and(
        eq(personAccess.userId, userId),
        eq(personAccess.personId, personId),
        isNull(personAccess.endedAt),
        isNull(personAccess.suspendedAt),
      ),
    )
    .returning({ userId: personAccess.userId });
  return rows.length > 0;
}

/** An access with its person, locked for a decision; undefined if there is none in the scope, or it has ended. */
export async function lockAccess(tx: Transaction, userId: string, personId: string) {
  const [row] = await tx
    .select({ access: personAccess, person })
    .from(personAccess)
    .innerJoin(person, eq(person.id, personAccess.personId))
    .where(and(eq(personAccess.userId, userId), eq(personAccess.personId, personId), isNull(personAccess.endedAt)))
    .for('update');
  return row;
}

async function hasOtherSelf(tx: Transaction, userId: string, of: AccessOf): Promise<boolean> {
  const rows = await tx
    .select({ personId: personAccess.personId })
    .from(personAccess)
    .where(
      and(
        eq(personAccess.userId, userId),
        eq(personAccess.club, of.club),
        eq(personAccess.relation, 'self'),
        isNull(personAccess.endedAt),
        ne(personAccess.personId, of.id),
      ),
    );
  return rows.length > 0;
}
