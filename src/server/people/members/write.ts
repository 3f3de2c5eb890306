import { and, desc, eq, gt, isNotNull, isNull, gte, lt, notInArray, or, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { MemberPerson, membership } from '#shared/people/members.ts';
import { memberPerson } from '#shared/people/members.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import type { z } from 'zod';
import { now } from '#server/platform/process/clock.ts';
import { brokenConstraint, type Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { holdDepartments, refuseEnded, type DepartmentRow } from '#server/club/departments/service.ts';
import { department } from '#server/club/departments/table.ts';
import { person } from '../persons/table.ts';
import type { Pair } from './record.ts';
import { endedSlice, member, memberDepartment, memberFound } from './table.ts';

type Membership = z.output<typeof membership> & { payerPersonId?: string | null };

const personFields = keysOf(memberPerson.shape);

/** The person columns of an input; empty strings become null. */
export function personValues(input: MemberPerson): Partial<typeof person.$inferInsert> & { firstname: string; lastname: string } {
  const values = Object.fromEntries(personFields.map((field) => [field, input[field] || null]));
  return { ...values, firstname: input.firstname, lastname: input.lastname };
}

/** Inserts a person and returns the ID; the transaction must be in the club's scope. */
export async function insertPerson(tx: Transaction, club: ClubName, input: MemberPerson): Promise<string> {
  const id = randomUUID();
  await tx.insert(person).values({ ...personValues(input), id, club, createdAt: now(), updatedAt: now() });
  return id;
}

/** Updates a known person with the non-empty fields of the input; returns the ID. */
export async function updateKnown(tx: Transaction, club: ClubName, id: string, input: MemberPerson): Promise<string> {
  const typed = Object.fromEntries(
    Object.entries(personValues(input)).filter(([field, value]) => value !== null && !(field === 'gender' && value === 'x')),
  );
  const known = await tx
    .update(person)
    .set({ ...typed, updatedAt: now(), version: sql`${person.version} + 1` })
    .where(and(eq(person.id, id), eq(person.club, club), isNull(person.anonymisedAt), isNull(person.mergedInto), isNull(person.diedOn)))
    .returning({ id: person.id });
  if (known.length === 0) throw fieldProblem('personId', 'Diese Person gibt es im Verein nicht (mehr).');
  return id;
}

/** The payer of a member: a person of the same club, or null for the member. Undefined if omitted. */
export async function payerFor(
  tx: Transaction,
  of: { club: ClubName; personId: string },
  payerPersonId: string | null | undefined,
): Promise<{ payerPersonId?: string | null }> {
  if (payerPersonId === undefined) return {};
  if (payerPersonId === null || payerPersonId === of.personId) return { payerPersonId: null };
  const [known] = await tx
    .select({ id: person.id })
    .from(person)
    .where(and(eq(person.id, payerPersonId), eq(person.club, of.club), isNull(person.anonymisedAt), isNull(person.mergedInto)));
  if (!known) throw fieldProblem('payerPersonId', 'Diese Person gibt es im Verein nicht (mehr).');
  return { payerPersonId };
}

/** Inserts a membership. Throws if the number is taken, or the person is a member in that period already. */
export async function insertMember(tx: Transaction, club: ClubName, personId: string, values: Membership): Promise<string> {
  const hasDied = await tx.$count(person, and(eq(person.id, personId), isNotNull(person.diedOn)));
  if (hasDied) throw fieldProblem('joinedOn', 'Für diese Person ist ein Todesfall eingetragen.');
  const id = randomUUID();
  const row = { ...values, feeGroup: values.feeGroup || null, id, club, personId, status: 'active' as const };
  await tx.insert(member).values(row).catch(refuse);
  return id;
}

/** Updates the membership and raises its version; that of the person only if the person changes. */
export async function changeMember(
  tx: Transaction,
  before: Pair,
  values: Partial<typeof member.$inferInsert>,
  ofPerson?: Partial<typeof person.$inferInsert>,
): Promise<void> {
  await tx
    .update(member)
    .set({ ...values, version: before.member.version + 1 })
    .where(eq(member.id, before.member.id))
    .catch(refuse);
  if (!ofPerson) return;
  const reachable = (['email', 'phone', 'mobile'] as const).find((field) => ofPerson[field]);
  if (before.person.diedOn && reachable)
    throw fieldProblem(reachable, 'Für diese Person ist ein Todesfall eingetragen: Ihr wird nicht mehr geschrieben.');
  await tx
    .update(person)
    .set({ ...ofPerson, updatedAt: now(), version: before.person.version + 1 })
    .where(eq(person.id, before.person.id));
}

/** From `from` on the member belongs to exactly these departments; earlier days are unchanged. */
export async function setDepartments(tx: Transaction, of: Pair['member'], wanted: readonly string[], from: string): Promise<void> {
  if (from < of.joinedOn) throw fieldProblem('from', 'Bitte kein Tag vor dem Eintritt.');
  if (of.leftOn && from > of.leftOn) throw fieldProblem('from', 'Bitte kein Tag nach dem Austritt.');
  const known = await holdDepartments(tx, of.club, wanted, 'departmentIds');
  const mine = eq(memberDepartment.memberId, of.id);
  const dropped = wanted.length > 0 ? notInArray(memberDepartment.departmentId, [...wanted]) : undefined;
  await tx.delete(memberDepartment).where(and(mine, gte(memberDepartment.validFrom, from), dropped));
  await tx
    .update(memberDepartment)
    .set({ validTo: addDays(from, -1) })
    .where(and(mine, lt(memberDepartment.validFrom, from), runsAfter(addDays(from, -1)), dropped));
  const kept = await tx
    .select({ id: memberDepartment.departmentId })
    .from(memberDepartment)
    .where(and(mine, runsAfter(addDays(from, -1))));
  const missing = wanted.filter((id) => !kept.some((one) => one.id === id));
  for (const departmentId of missing) {
    const row = known.get(departmentId);
    if (row) await beginSlice(tx, of, row, from);
  }
}

/** Departments that have ended accept nobody; those that will end, until their last day, or longer if reopened. */
async function beginSlice(
  tx: Transaction,
  of: Pair['member'],
  { id: departmentId, name, endedOn }: DepartmentRow,
  from: string,
): Promise<void> {
  refuseEnded({ name, endedOn }, 'departmentIds', from);
  const id = randomUUID();
  const isCut = endedOn !== null && (of.leftOn === null || of.leftOn > endedOn);
  const slice = { club: of.club, memberId: of.id, departmentId, validFrom: from };
  await tx.insert(memberDepartment).values({ ...slice, id, validTo: isCut ? endedOn : of.leftOn });
  if (isCut) await tx.insert(endedSlice).values({ ...slice, sliceId: id, validTo: of.leftOn });
}

/** Ends all departments with the membership, or restores those that ended with it. */
export async function moveDepartmentEnds(tx: Transaction, of: Pair['member'], leftOn: string | null): Promise<void> {
  const mine = eq(memberDepartment.memberId, of.id);
  if (of.leftOn)
    await tx
      .update(memberDepartment)
      // At most until the end of the department.
      .set({ validTo: sql`(select ${department.endedOn} from ${department} where ${department.id} = ${memberDepartment.departmentId})` })
      .where(and(mine, eq(memberDepartment.validTo, of.leftOn)));
  if (!leftOn) return;
  await tx.delete(memberDepartment).where(and(mine, gt(memberDepartment.validFrom, leftOn)));
  await tx
    .update(memberDepartment)
    .set({ validTo: leftOn })
    .where(and(mine, runsAfter(leftOn)));
}

/** The number after the club's highest one; numbers with letters are ignored. */
export async function nextNumber(tx: Transaction, club: ClubName): Promise<string> {
  const [last] = await tx
    .select({ key: memberFound.numberKey })
    .from(memberFound)
    .where(and(eq(memberFound.club, club), sql`${memberFound.numberKey} ~ '^[0-9]+$'`))
    .orderBy(desc(memberFound.numberKey))
    .limit(1);
  return String(BigInt(last?.key ?? '0') + 1n);
}

function runsAfter(day: string) {
  return or(isNull(memberDepartment.validTo), gt(memberDepartment.validTo, day));
}

/** Translates the two database constraints into problems. */
function refuse(error: unknown): never {
  const constraint = brokenConstraint(error);
  if (constraint === 'member_number') throw new Problem('member-number-taken', { cause: error });
  if (constraint === 'member_once_at_a_time' || constraint === 'member_one_open') throw new Problem('already-member', { cause: error });
  throw error;
}
