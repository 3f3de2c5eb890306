import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { fullName } from '#shared/kernel/fullName.ts';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { isMinor } from '#shared/kernel/age.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { appUser } from '#server/accounts/users/table.ts';
import type { Relation } from './accessGrants.ts';
import { actingAccess, person } from './table.ts';

export { accountsToNotify, accountsWithPerson } from './accountsToNotify.ts';
export { claimAccess } from './accessGrants.ts';
export { sweepAccessLinks } from './accessMails.ts';
export { sweepInvitations } from './invitations.ts';
export { notifyOfBirthdays } from './comingOfAge.ts';
export { openAccessTasks } from './accessTasks.ts';
export { keepConsents, revokeConsent, revokeNewsletter } from './consentRows.ts';
export { fillEmergencyNumbers, fillWaysHome, forgetHealthNotes, keepHealthNote, noteAskedForNumbers } from './careNotes.ts';
export { accountToErase, ownAccounts, pseudonymise, readSubjects, waitForRecords } from './subjects.ts';

export type PersonRow = typeof person.$inferSelect;
export type OwnPersonRow = PersonRow & { relation: Relation };

/** Returns a person who is neither erased nor merged; throws 404 otherwise. */
export async function livingPerson(tx: Transaction, id: string): Promise<PersonRow> {
  const [row] = await tx
    .select()
    .from(person)
    .where(and(eq(person.id, id), isNull(person.anonymisedAt), isNull(person.mergedInto)));
  if (!row) throw new Problem('not-found');
  return row;
}

/** The column values of a recorded death; contact data are deleted with it. */
export function deathValues(diedOn: LocalDate | null): Partial<PersonRow> {
  return diedOn ? { diedOn, email: null, phone: null, mobile: null } : { diedOn };
}

/** Records the date of death and deletes the contact data; null withdraws it, without restoring them. */
export async function setDeath(tx: Transaction, { id, version }: PersonRow, diedOn: LocalDate | null): Promise<PersonRow> {
  const [after] = await tx
    .update(person)
    .set({ ...deathValues(diedOn), updatedAt: now(), version: version + 1 })
    .where(eq(person.id, id))
    .returning();
  if (!after) throw new Problem('not-found');
  return after;
}

/**
 * All persons that a user may act for, in all clubs: themselves, their children, and persons who appointed them. Either
 * confirmed by the board, or created by the account and not a member's record (`actingAccess`).
 */
export async function ownPeople(
  tx: Transaction,
  userId: string,
): Promise<(OwnPersonRow & { /** Whether the access is unconfirmed. */ isClaimed: boolean })[]> {
  const rows = await tx
    .select({ person, relation: actingAccess.relation, state: actingAccess.state })
    .from(actingAccess)
    .innerJoin(person, eq(person.id, actingAccess.personId))
    .where(and(eq(actingAccess.userId, userId), isNull(person.anonymisedAt)))
    .orderBy(actingAccess.relation, person.birthDate, person.id)
    .limit(50);
  return rows.map((row) => ({ ...row.person, relation: row.relation, isClaimed: row.state === 'claimed' }));
}

/** The same whose access is confirmed: all that is theirs may be shown, no matter who entered it. */
export async function confirmedPeople(tx: Transaction, userId: string): Promise<OwnPersonRow[]> {
  return (await ownPeople(tx, userId)).filter(({ isClaimed }) => !isClaimed);
}

/** In SQL: whether a person bears this name, in any letter case. */
export function bearsName({ firstname, lastname }: Pick<PersonRow, 'firstname' | 'lastname'>): SQL | undefined {
  return and(eq(sql`lower(${person.firstname})`, firstname.toLowerCase()), eq(sql`lower(${person.lastname})`, lastname.toLowerCase()));
}

/** The persons that an account is notified about, excluding delegations; with the club's name if they are in several clubs. */
export async function namedPeople(tx: Transaction, userId: string): Promise<{ id: string; name: string }[]> {
  const people = (await ownPeople(tx, userId)).filter(({ relation }) => relation !== 'delegate');
  const isSeveral = new Set(people.map(({ club }) => club)).size > 1;
  return people.map((one) => ({ id: one.id, name: isSeveral ? `${fullName(one)} (${one.club})` : fullName(one) }));
}

/** The names of persons of a club by ID; without erased and merged persons and those of other clubs. */
export async function personNames(tx: Transaction, club: ClubName, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: person.id, firstname: person.firstname, lastname: person.lastname })
    .from(person)
    .where(and(inArray(person.id, [...ids]), eq(person.club, club), isNull(person.anonymisedAt), isNull(person.mergedInto)));
  return new Map(rows.map((row) => [row.id, fullName(row)]));
}

export type NewPerson = {
  club: ClubName;
  firstname: string;
  lastname: string;
  birthDate?: string | null | undefined;
  gender?: PersonRow['gender'] | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  emergencyContactName?: string | null | undefined;
  emergencyContactPhone?: string | null | undefined;
  goesHome?: 'collected' | 'alone' | undefined;
  collectors?: string;
};

/** Inserts a person in a club; the transaction must be in that club's scope. `id` is given if the phone generated it offline. */
export async function makePerson(
  tx: Transaction,
  { birthDate, gender, email, phone, ...values }: NewPerson,
  { id = randomUUID(), path = 'birthDate' }: { id?: string | undefined; path?: string } = {},
): Promise<PersonRow> {
  if (birthDate && birthDate > today()) throw fieldProblem(path, 'Dieser Tag liegt in der Zukunft.');
  const { club, firstname, lastname, emergencyContactName, emergencyContactPhone, collectors = '', goesHome } = values;
  const [row] = await tx
    .insert(person)
    .values({
      id,
      club,
      firstname,
      lastname,
      birthDate: birthDate ?? null,
      gender: gender ?? null,
      email: email || null,
      phone: phone || null,
      emergencyContactName: emergencyContactName || null,
      emergencyContactPhone: emergencyContactPhone || null,
      collectors,
      goesHome: goesHome ?? (collectors ? 'collected' : 'unknown'),
      createdAt: now(),
      updatedAt: now(),
    })
    .returning();
  if (!row) throw new Error('The person was not written.');
  return row;
}

/** Corrects a person's e-mail address that was mistyped on creation. */
export async function correctEmail(tx: Transaction, personId: string, email: string): Promise<void> {
  await tx
    .update(person)
    .set({ email, updatedAt: now(), version: sql`${person.version} + 1` })
    .where(eq(person.id, personId));
}

/**
 * The e-mail addresses by person: those of the guardians' accounts for minors, otherwise of the own account, and
 * without one the stored address. Persons without an address are omitted.
 */
export async function mailAddresses(tx: Transaction, personIds: readonly string[]): Promise<Map<string, string[]>> {
  if (personIds.length === 0) return new Map();
  const rows = await tx
    .select({
      id: person.id,
      birthDate: person.birthDate,
      noted: person.email,
      relation: actingAccess.relation,
      userId: actingAccess.userId,
    })
    .from(person)
    .leftJoin(actingAccess, eq(actingAccess.personId, person.id))
    .where(and(inArray(person.id, [...personIds]), isNull(person.anonymisedAt)))
    .orderBy(person.id, actingAccess.userId);
  const accounts = await accountAddresses(
    tx,
    rows.flatMap(({ userId }) => userId ?? []),
  );
  const addresses = new Map<string, string[]>();
  for (const [id, group] of Map.groupBy(rows, (row) => row.id)) {
    const { birthDate, noted } = group[0] ?? {};
    const of = (wanted: Relation) =>
      group.flatMap(({ relation, userId }) => (relation === wanted && userId ? (accounts.get(userId) ?? []) : []));
    const club = noted ? [noted.toLowerCase()] : [];
    const order = isMinor(birthDate, today()) ? [of('guardian'), club, of('self')] : [of('self'), club];
    const found = order.find(({ length }) => length > 0);
    if (found) addresses.set(id, [...new Set(found)]);
  }
  return addresses;
}

/** Accounts of parents may belong to another club. */
async function accountAddresses(tx: Transaction, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await inAllClubs(tx, () =>
    tx
      .select({ id: appUser.id, email: appUser.email })
      .from(appUser)
      .where(and(inArray(appUser.id, [...userIds]), isNull(appUser.disabledAt))),
  );
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/**
 * The names of those with an account that acts for one of the persons, by its address in lower case. Of other accounts
 * nothing is said, since anybody's address may be stored with a person.
 */
export async function accountNames(
  tx: Transaction,
  personIds: readonly string[],
): Promise<Map<string, { firstname: string; lastname: string }>> {
  if (personIds.length === 0) return new Map();
  const rows = await inAllClubs(tx, () =>
    tx
      .selectDistinct({ email: appUser.email, firstname: appUser.firstname, lastname: appUser.lastname })
      .from(appUser)
      .innerJoin(actingAccess, eq(actingAccess.userId, appUser.id))
      .where(inArray(actingAccess.personId, [...personIds])),
  );
  return new Map(rows.filter(({ firstname }) => firstname !== '').map(({ email, ...name }) => [email.toLowerCase(), name]));
}
