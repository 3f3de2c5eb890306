import { asc, desc, eq, inArray, sql } from 'drizzle-orm';
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

export type Pair = { member: MemberRow; person: PersonRow };

/** The membership with its person, locked for an update; throws 404 if it is not in the scope. */
export async function lockMember(tx: Transaction, id: string): Promise<Pair> {
  return firstOf(await lockMembers(tx, [id]));
}

/** Memberships with their persons, locked for an update in a fixed order to prevent deadlocks between batches. */
export async function lockMembers(tx: Transaction, ids: readonly string[]): Promise<Pair[]> {
  const wanted = [...new Set(ids)];
  const rows = await tx
    .select({ member, person })
    .from(member)
    .innerJoin(person, eq(person.id, member.personId))
    .where(inArray(member.id, wanted))
    .orderBy(asc(member.id))
    .for('update');
  if (rows.length < wanted.length) throw new Problem('not-found');
  return rows;
}

/** The complete record of a member; throws 404 if it is not in the scope. */
export async function readMember(tx: Transaction, id: string): Promise<MemberRecord> {
  return firstOf([...(await readMembers(tx, [id])).values()]);
}

/** The complete records of these members by membership ID, without those outside the scope. */
export async function readMembers(tx: Transaction, ids: readonly string[]): Promise<Map<string, MemberRecord>> {
  const rows = await tx
    .select({ member, person, payer: sql<string>`coalesce(${fullNameOf(payer)}, '')` })
    .from(member)
    .innerJoin(person, eq(person.id, member.personId))
    .leftJoin(payer, eq(payer.id, member.payerPersonId))
    .where(inArray(member.id, [...ids]));
  const departments = await departmentsOf(tx, ids);
  const memberships = await membershipsOf(
    tx,
    rows.map(({ person: { id } }) => id),
  );
  return new Map(
    rows.map((row) => [
      row.member.id,
      {
        ...toRecord(row),
        payer: row.member.payerPersonId === row.person.id ? '' : row.payer,
        departments: (departments.get(row.member.id) ?? []).map(({ slice }) => slice),
        others: (memberships.get(row.person.id) ?? []).flatMap(({ one }) => (one.id === row.member.id ? [] : [one])),
      },
    ]),
  );
}

async function departmentsOf(tx: Transaction, memberIds: readonly string[]) {
  const slices = await tx
    .select({
      memberId: memberDepartment.memberId,
      slice: {
        departmentId: memberDepartment.departmentId,
        name: department.name,
        validFrom: memberDepartment.validFrom,
        validTo: memberDepartment.validTo,
      },
    })
    .from(memberDepartment)
    .innerJoin(department, eq(department.id, memberDepartment.departmentId))
    .where(inArray(memberDepartment.memberId, [...memberIds]))
    .orderBy(desc(memberDepartment.validFrom), asc(department.name));
  return Map.groupBy(slices, ({ memberId }) => memberId);
}

async function membershipsOf(tx: Transaction, personIds: readonly string[]) {
  const memberships = await tx
    .select({
      personId: member.personId,
      one: { id: member.id, memberNo: member.memberNo, joinedOn: member.joinedOn, leftOn: member.leftOn },
    })
    .from(member)
    .where(inArray(member.personId, [...personIds]))
    .orderBy(desc(member.joinedOn));
  return Map.groupBy(memberships, ({ personId }) => personId);
}

function firstOf<T>([first]: readonly T[]): T {
  if (first === undefined) throw new Problem('not-found');
  return first;
}

/** The version that an edit is based on: it rises with each change of either row. */
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
