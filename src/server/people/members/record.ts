import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { MemberRecord } from '#shared/people/members.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { fullNameOf } from '#server/platform/database/columns.ts';
import { department } from '#server/club/departments/table.ts';
import { person } from '../persons/table.ts';
import { member, memberDepartment } from './table.ts';

type MemberRow = typeof member.$inferSelect;
const payer = alias(person, 'payer');

type PersonRow = typeof person.$inferSelect;

/** A membership and its person. */
export type Pair = { member: MemberRow; person: PersonRow };

/** The membership with its person, locked for a change; 404 when there is none in the scope. */
export async function lockMember(tx: Transaction, id: string): Promise<Pair> {
  const [row] = await tx
    .select({ member, person })
    .from(member)
    .innerJoin(person, eq(person.id, member.personId))
    .where(eq(member.id, id))
    .for('update');
  if (!row) throw new Problem('not-found');
  return row;
}

/** All that the club keeps about a member; 404 when there is none in the scope. */
export async function readMember(tx: Transaction, id: string): Promise<MemberRecord> {
  const [row] = await tx
    .select({ member, person, payer: sql<string>`coalesce(${fullNameOf(payer)}, '')` })
    .from(member)
    .innerJoin(person, eq(person.id, member.personId))
    .leftJoin(payer, eq(payer.id, member.payerPersonId))
    .where(eq(member.id, id));
  if (!row) throw new Problem('not-found');
  const departments = await tx
    .select({
      departmentId: memberDepartment.departmentId,
      name: department.name,
      validFrom: memberDepartment.validFrom,
      validTo: memberDepartment.validTo,
    })
    .from(memberDepartment)
    .innerJoin(department, eq(department.id, memberDepartment.departmentId))
    .where(eq(memberDepartment.memberId, id))
    .orderBy(desc(memberDepartment.validFrom), asc(department.name))
    .limit(200);
  const others = await tx
    .select({ id: member.id, memberNo: member.memberNo, joinedOn: member.joinedOn, leftOn: member.leftOn })
    .from(member)
    .where(and(eq(member.personId, row.person.id), ne(member.id, id)))
    .orderBy(desc(member.joinedOn))
    .limit(50);
  const isOwnPayer = row.member.payerPersonId === row.person.id;
  return { ...toRecord(row), payer: isOwnPayer ? '' : row.payer, departments, others };
}

/** The state that an edit starts from: it rises with each change of either row. */
export function versionOf(row: Pair): number {
  return row.member.version + row.person.version;
}

function toRecord(row: Pair): Omit<MemberRecord, 'departments' | 'others' | 'payer'> {
  const { member: of, person: who } = row;
  return {
    id: of.id,
    personId: who.id,
    club: of.club,
    firstname: who.firstname,
    lastname: who.lastname,
    birthDate: who.birthDate ?? '',
    diedOn: who.diedOn,
    gender: who.gender ?? 'x',
    email: who.email ?? '',
    phone: who.phone ?? '',
    mobile: who.mobile ?? '',
    street: who.street ?? '',
    houseNo: who.houseNo ?? '',
    postcode: who.postcode ?? '',
    city: who.city ?? '',
    emergencyContactName: who.emergencyContactName ?? '',
    emergencyContactPhone: who.emergencyContactPhone ?? '',
    memberNo: of.memberNo,
    kind: of.kind,
    joinedOn: of.joinedOn,
    feeGroup: of.feeGroup ?? '',
    payerPersonId: of.payerPersonId === who.id ? null : of.payerPersonId,
    noticeOn: of.noticeOn,
    leftOn: of.leftOn,
    leaveReason: of.leaveReason ?? '',
    version: versionOf(row),
  };
}
