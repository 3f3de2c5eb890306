import { and, eq, isNull, sql } from 'drizzle-orm';
import { holdDepartments } from '#server/club/departments/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { grantAccess, keepConsents } from '../persons/service.ts';
import { person, personAccess } from '../persons/table.ts';
import type { Mandates } from './mandates.ts';
import { lockMember } from './record.ts';
import { member } from './table.ts';
import { type membershipApplication } from '../requests/table.ts';
import { insertMember, insertPerson, setDepartments } from './write.ts';

type Application = typeof membershipApplication.$inferSelect;

/** Whom the club knows by the name and birth date of an application: a participant, say, or a former member. */
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
      ),
    )
    .orderBy(person.createdAt)
    .limit(1);
  return row?.id;
}

/**
 * Makes a member of an application: the person (or the one whom the club knows already), membership, departments,
 * consents and mandate; the account of the applicant may act for the new member from now on. Gives the membership.
 */
export async function admit(
  tx: Transaction,
  of: Application,
  { memberNo, joinedOn }: { memberNo: string; joinedOn: string },
  mandates: Mandates,
): Promise<string> {
  const { club, details, firstname, lastname, birthDate } = of;
  const { gender, phone, mobile, street, houseNo, postcode, city } = details;
  const known = await knownPerson(tx, of);
  const values = { firstname, lastname, birthDate, gender, phone, mobile, street, houseNo, postcode, city };
  const email = of.isForChild ? '' : of.applicantEmail;
  const personId = known ?? (await insertPerson(tx, club, { ...values, email, emergencyContactName: '', emergencyContactPhone: '' }));
  const memberId = await insertMember(tx, club, personId, { memberNo, kind: details.kind, joinedOn, feeGroup: '' });
  // What ended since the application was written is no reason to refuse it.
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
  const by = { personId, club, userId: of.createdBy ?? undefined, name: of.applicantName, relation } as const;
  await keepConsents(tx, of.consents, by);
  if (of.createdBy) await grantAccess(tx, of.createdBy, { id: personId, club }, relation);
  const payerPersonId = (of.isForChild && of.createdBy ? await ownPersonOf(tx, of.createdBy, club) : undefined) ?? personId;
  if (of.iban) await mandates.sign(tx, { club, payerPersonId, iban: of.iban, accountHolder: of.accountHolder });
  await tx.update(member).set({ payerPersonId }).where(eq(member.id, memberId));
  return memberId;
}

async function ownPersonOf(tx: Transaction, userId: string, club: Application['club']): Promise<string | undefined> {
  const [own] = await tx
    .select({ id: personAccess.personId })
    .from(personAccess)
    .where(and(eq(personAccess.userId, userId), eq(personAccess.club, club), eq(personAccess.relation, 'self')));
  return own?.id;
}
