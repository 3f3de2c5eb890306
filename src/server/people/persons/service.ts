import { and, eq, gte, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { ageOn } from '#shared/kernel/age.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { beyondScope, type Transaction } from '#server/platform/database/database.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { consent, person, personAccess, careNote } from './table.ts';

export type PersonRow = typeof person.$inferSelect;
export type Relation = 'self' | 'guardian' | 'delegate';
export type OwnPersonRow = PersonRow & { relation: Relation };

/** Everybody for whom a user may act, in all clubs: himself, his children, whoever entrusted him. Only what the board or he himself has verified. */
export async function ownPeople(tx: Transaction, userId: string): Promise<OwnPersonRow[]> {
  const rows = await tx
    .select({ person, relation: personAccess.relation })
    .from(personAccess)
    .innerJoin(person, eq(person.id, personAccess.personId))
    .where(and(eq(personAccess.userId, userId), isNotNull(personAccess.verifiedAt), isNull(person.anonymisedAt), isStillValid()))
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

/**
 * Where mails to people go, by person: to the accounts of the parents for whoever is under 18, else to the own account, and
 * without one to the address that the club noted. Nobody without an address is in the answer.
 */
export async function mailAddresses(tx: Transaction, personIds: readonly string[]): Promise<Map<string, string[]>> {
  if (personIds.length === 0) return new Map();
  const rows = await tx
    .select({
      id: person.id,
      birthDate: person.birthDate,
      noted: person.email,
      relation: personAccess.relation,
      userId: personAccess.userId,
    })
    .from(person)
    .leftJoin(personAccess, and(eq(personAccess.personId, person.id), isNotNull(personAccess.verifiedAt), isStillValid()))
    .where(and(inArray(person.id, [...personIds]), isNull(person.anonymisedAt)))
    .orderBy(person.id, personAccess.userId);
  const accounts = await accountAddresses(
    tx,
    rows.flatMap(({ userId }) => userId ?? []),
  );
  const addresses = new Map<string, string[]>();
  for (const [id, group] of Map.groupBy(rows, (row) => row.id)) {
    const { birthDate, noted } = group[0] ?? {};
    const of = (wanted: Relation) =>
      group.flatMap(({ relation, userId }) => (relation === wanted && userId ? (accounts.get(userId) ?? []) : []));
    const isMinor = Boolean(birthDate) && ageOn(birthDate ?? '', today()) < 18;
    const club = noted ? [noted.toLowerCase()] : [];
    const found = (isMinor ? [of('guardian'), club, of('self')] : [of('self'), club]).find(({ length }) => length > 0);
    if (found) addresses.set(id, [...new Set(found)]);
  }
  return addresses;
}

/** Parents may have their account in another club. */
async function accountAddresses(tx: Transaction, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await beyondScope(tx, () =>
    tx
      .select({ id: appUser.id, email: appUser.email })
      .from(appUser)
      .where(and(inArray(appUser.id, [...userIds]), isNull(appUser.disabledAt))),
  );
  return new Map(rows.map(({ id, email }) => [id, email]));
}

function isStillValid() {
  return or(isNull(personAccess.validUntil), gte(personAccess.validUntil, today()));
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

/** Keeps what parents or people themselves say of their health; it is opened one by one, and each opening is logged. */
export async function keepHealthNote(tx: Transaction, { id, club }: Pick<PersonRow, 'id' | 'club'>, healthNote: string): Promise<void> {
  const values = { healthNote, updatedAt: now() };
  await tx
    .insert(careNote)
    .values({ personId: id, club, ...values })
    .onConflictDoUpdate({ target: careNote.personId, set: values });
}
