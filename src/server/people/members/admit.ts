import { and, eq, isNull, sql } from 'drizzle-orm';
import { holdDepartments } from '#server/club/departments/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { decideAccess, type Joined } from '../persons/gaining.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import { keepConsents } from '../persons/service.ts';
import { actingAccess, heldAccess, person } from '../persons/table.ts';
import type { Mandates } from './mandates.ts';
import { lockMember } from './record.ts';
import { member } from './table.ts';
import { membershipApplication } from '../requests/table.ts';
import { insertMember, insertPerson, setDepartments } from './write.ts';

type Application = typeof membershipApplication.$inferSelect;

/** The board's decision on an application. */
type Admission = { memberNo: string; joinedOn: string; allowed: readonly string[]; by: string };
type Admitted = { memberId: string; personId: string; admitted: Awaited<ReturnType<typeof decideAccess>> };

const isClaim = sql`exists (select 1 from ${heldAccess} where ${heldAccess.personId} = ${person.id} and ${heldAccess.state} = 'claimed')`;

/**
 * A known person with the name and birth date of an application, e.g. a participant or a former member. A record with
 * only an unconfirmed access comes last, since it may be a stranger's.
 */
export async function knownPerson(
  tx: Transaction,
  of: Pick<Application, 'club' | 'firstname' | 'lastname' | 'birthDate'>,
): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: person.id })
    .from(person)
    .where(
      and(
        eq(person.club, of.club),
        sql`lower(${person.lastname}) = lower(${of.lastname})`,
        sql`lower(${person.firstname}) = lower(${of.firstname})`,
        eq(person.birthDate, of.birthDate),
        isNull(person.mergedInto),
        isNull(person.anonymisedAt),
        isNull(person.diedOn),
      ),
    )
    .orderBy(isClaim, person.createdAt, person.id)
    .limit(1);
  return row?.id;
}

/**
 * Admits a member from an application: the person (or the known one), membership, departments, consents and mandate.
 * From now on only the accounts named by the board may act for the new member. Returns the membership, and the accounts
 * that got access.
 */
export async function admit(
  tx: Transaction,
  of: Application,
  { memberNo, joinedOn, allowed, by: decidedBy }: Admission,
  mandates: Mandates,
): Promise<Admitted> {
  const { club, details, firstname, lastname, birthDate } = of;
  const { gender, phone, mobile, street, houseNo, postcode, city } = details;
  const known = await knownPerson(tx, of);
  const values = { firstname, lastname, birthDate, gender, phone, mobile, street, houseNo, postcode, city };
  const email = of.isForChild ? '' : of.applicantEmail;
  const personId = known ?? (await insertPerson(tx, club, { ...values, email, emergencyContactName: '', emergencyContactPhone: '' }));
  const decision = { of: { id: personId, club }, allowed, by: decidedBy, basis: 'application' } as const;
  const admitted = await decideAccess(tx, joinedBy(of, known), decision);
  const memberId = await insertMember(tx, club, personId, { memberNo, kind: details.kind, joinedOn, feeGroup: '' });
  // Departments that have ended since the application are skipped.
  const departments = await holdDepartments(tx, club, details.departmentIds, 'departmentIds');
  const running = [...departments.values()].filter(({ endedOn }) => endedOn === null || endedOn >= joinedOn);
  const { member: made } = await lockMember(tx, memberId);
  await setDepartments(
    tx,
    made,
    running.map(({ id }) => id),
    joinedOn,
  );
  const relation = of.isForChild ? 'guardian' : 'self';
  const by = {
    personId,
    club,
    userId: of.createdBy ?? undefined,
    name: of.applicantName,
    relation,
    saidOn: localOf(of.createdAt).date,
  } as const;
  await keepConsents(tx, of.consents, by);
  const payerPersonId = (await payingApplicant(tx, of, personId)) ?? (await payingParent(tx, of)) ?? personId;
  // A payer of several family members signs one mandate.
  const standing = of.iban ? await mandates.read(tx, payerPersonId) : undefined;
  if (of.iban && standing?.iban !== of.iban)
    await mandates.sign(tx, { club, payerPersonId, iban: of.iban, accountHolder: of.accountHolder });
  await tx.update(member).set({ payerPersonId }).where(eq(member.id, memberId));
  return { memberId, personId, admitted };
}

/** A parent of the same application who is a member by now pays for the children. */
async function payingParent(tx: Transaction, { isForChild, groupId }: Application): Promise<string | undefined> {
  if (!isForChild || groupId === null) return undefined;
  const [parent] = await tx
    .select({ personId: member.personId })
    .from(membershipApplication)
    .innerJoin(member, eq(member.id, membershipApplication.memberId))
    .where(and(eq(membershipApplication.groupId, groupId), eq(membershipApplication.isForChild, false)));
  return parent?.personId;
}

/** The accounts that an application requests access for: the applicant's, and those with an unconfirmed access to the known record. */
export function joinedBy(of: Pick<Application, 'createdBy' | 'createdAt' | 'isForChild'>, known: string | undefined): Joined {
  const relation = of.isForChild ? 'guardian' : 'self';
  return {
    keptId: known,
    otherIds: [],
    applicant: of.createdBy ? { userId: of.createdBy, relation, since: of.createdAt } : undefined,
  };
}

/** An applying parent pays through their own person, if the board lets them act for the child; otherwise they are not linked. */
async function payingApplicant(
  tx: Transaction,
  { createdBy, isForChild, club }: Application,
  childId: string,
): Promise<string | undefined> {
  if (!isForChild || !createdBy) return undefined;
  const rows = await tx
    .select({ id: actingAccess.personId, relation: actingAccess.relation })
    .from(actingAccess)
    .where(and(eq(actingAccess.userId, createdBy), eq(actingAccess.club, club)));
  return rows.some(({ id }) => id === childId) ? rows.find(({ relation }) => relation === 'self')?.id : undefined;
}
