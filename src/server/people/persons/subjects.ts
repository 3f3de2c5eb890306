import { and, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { appUser } from '#server/accounts/users/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Subject } from '#server/platform/database/personalData.ts';
import { now } from '#server/platform/process/clock.ts';
import { member } from '../members/table.ts';
import { actingAccess, person, personAccess } from './table.ts';

const another = alias(person, 'another');

/** In SQL: whether another person of the club has the same e-mail address, as in families. */
const isShared = sql`exists (select 1 from ${person} another where ${another.id} <> ${person.id} and ${another.club} = ${person.club}
  and lower(${another.email}) = lower(${person.email}) and ${another.mergedInto} is distinct from ${person.id})`;

/** Serialises merges and erasures, which move data between records, to prevent deadlocks. Call it before locking the record. */
export async function waitForRecords(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('records of people', 0))`);
}

/** The data subjects of these IDs, ordered by ID; unknown IDs are skipped. */
export async function readSubjects(tx: Transaction, ids: readonly string[]): Promise<Subject[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.execute<Omit<Subject, 'mergedIds'>>(sql`
    select ${person.id} as id, ${person.club} as club, ${person.firstname} as firstname, ${person.lastname} as lastname,
      ${person.birthDate}::text as "birthDate", lower(${person.email}) as email,
      case when not ${isShared} then lower(${person.email}) end as "ownEmail",
      ${person.id}::text || array(select ${member.id}::text from ${member} where ${member.personId} = ${person.id}) as "loggedAs"
    from ${person} where ${inArray(person.id, [...ids])}`);
  const found = new Map(rows.map((row) => [row.id, row]));
  const subjects: Subject[] = [];
  for (const id of ids) {
    const row = found.get(id);
    if (row) subjects.push({ ...row, mergedIds: await mergedInto(tx, id) });
  }
  return subjects;
}

/** The IDs of records merged into this one, which still hold their data. */
async function mergedInto(tx: Transaction, id: string): Promise<string[]> {
  const rows = await tx.select({ id: person.id }).from(person).where(eq(person.mergedInto, id));
  return rows.map((row) => row.id);
}

export async function ownAccounts(tx: Transaction, personIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: actingAccess.userId })
    .from(actingAccess)
    .where(and(inArray(actingAccess.personId, [...personIds]), eq(actingAccess.relation, 'self')));
  return rows.map(({ id }) => id);
}

/** The account that only belongs to this person and has no staff role in the club; other accounts are kept and unlinked. */
export async function accountToErase(tx: Transaction, personId: string): Promise<{ id: string; club: string } | undefined> {
  const other = alias(personAccess, 'other');
  const [row] = await tx
    .select({ id: appUser.id, club: appUser.club })
    .from(appUser)
    .innerJoin(actingAccess, eq(actingAccess.userId, appUser.id))
    .innerJoin(person, eq(person.id, actingAccess.personId))
    .where(
      sql`${actingAccess.personId} = ${personId} and ${actingAccess.relation} = 'self' and ${appUser.role} = 'reader'
        and ${appUser.club} = ${person.club} and not exists (select 1 from ${personAccess} other
          where ${other.userId} = ${actingAccess.userId} and ${other.personId} <> ${actingAccess.personId} and ${other.endedAt} is null)`,
    );
  return row;
}

/** The name of erased persons. */
const pseudonym = { firstname: 'Gelöschte', lastname: 'Person' } as const;

const nothing = {
  birthDate: null,
  diedOn: null,
  gender: null,
  email: null,
  phone: null,
  mobile: null,
  street: null,
  houseNo: null,
  postcode: null,
  city: null,
  emergencyContactName: null,
  emergencyContactPhone: null,
  emergencyOthers: sql`'[]'::jsonb`,
  goesHome: 'unknown',
  collectors: '',
  notes: null,
} as const;

/** Clears the records of persons; data subject to retention still refer to them, under a pseudonym. */
export async function pseudonymise(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(person)
    .set({ ...pseudonym, ...nothing, anonymisedAt: now(), updatedAt: now() })
    .where(inArray(person.id, [...ids]));
}
