import { and, eq, gte, isNotNull, isNull, or } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { localOf } from '#shared/calendar.ts';
import type { ClubName } from '#shared/clubs.ts';
import { now } from '../platform/clock.ts';
import type { Transaction } from '../platform/database.ts';
import { consent, person, personAccess } from './table.ts';

export type PersonRow = typeof person.$inferSelect;
export type Relation = 'self' | 'guardian' | 'delegate';
export type OwnPersonRow = PersonRow & { relation: Relation };

/** Today in Berlin. */
export function today(): string {
  return localOf(now()).date;
}

/** Everybody for whom a user may act, in all clubs: himself, his children, whoever entrusted him. Only what the board or he himself has verified. */
export async function ownPeople(tx: Transaction, userId: string): Promise<OwnPersonRow[]> {
  const rows = await tx
    .select({ person, relation: personAccess.relation })
    .from(personAccess)
    .innerJoin(person, eq(person.id, personAccess.personId))
    .where(
      and(
        eq(personAccess.userId, userId),
        isNotNull(personAccess.verifiedAt),
        isNull(person.anonymisedAt),
        or(isNull(personAccess.validUntil), gte(personAccess.validUntil, today())),
      ),
    )
    .orderBy(personAccess.relation, person.birthDate, person.id)
    .limit(50);
  return rows.map((row) => ({ ...row.person, relation: row.relation }));
}

export type NewPerson = {
  club: ClubName;
  firstname: string;
  lastname: string;
  birthDate?: string | null | undefined;
  gender?: PersonRow['gender'] | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
};

/** Makes a person in a club; the transaction must be in the scope of that club. */
export async function makePerson(tx: Transaction, { birthDate, gender, email, phone, ...names }: NewPerson): Promise<PersonRow> {
  const [row] = await tx
    .insert(person)
    .values({
      ...names,
      id: randomUUID(),
      birthDate: birthDate ?? null,
      gender: gender ?? null,
      email: email || null,
      phone: phone || null,
      createdAt: now(),
      updatedAt: now(),
    })
    .returning();
  if (!row) throw new Error('The person was not written.');
  return row;
}

/** Lets a user act for a person from now on. */
export async function grantAccess(tx: Transaction, userId: string, of: Pick<PersonRow, 'id' | 'club'>, relation: Relation): Promise<void> {
  await tx.insert(personAccess).values({ userId, personId: of.id, club: of.club, relation, verifiedAt: now() }).onConflictDoNothing();
}

type Granted = { personId: string; club: ClubName; userId?: string | undefined; name: string; relation: 'self' | 'guardian' };

/** Keeps what somebody agreed to when signing up, with the version of the text. */
export async function keepConsents(
  tx: Transaction,
  purposes: readonly (typeof consent.$inferSelect)['purpose'][],
  by: Granted,
): Promise<void> {
  if (purposes.length === 0) return;
  await tx.insert(consent).values(
    purposes.map((purpose) => ({
      id: randomUUID(),
      club: by.club,
      personId: by.personId,
      purpose,
      textVersion: consentTextVersion,
      grantedByUser: by.userId ?? null,
      grantedByName: by.name,
      relation: by.relation,
      grantedAt: now(),
      method: by.userId ? ('online' as const) : ('link' as const),
    })),
  );
}

/** The version of the texts that people agree to; a new text gets a new date. */
const consentTextVersion = '2026-11';
