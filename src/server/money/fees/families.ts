import { and, asc, eq, gte, inArray, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { addDays, germanDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import type { FeeFamily, FeeMember } from '#shared/money/fees/feeTypes.ts';
import type { FeeFamilyInput, FeeFamilyView } from '#shared/money/fees/feeFamilies.ts';
import { leftOn, membersOf, setPayer, type PayingTogether } from '#server/people/members/service.ts';
import { member } from '#server/people/members/table.ts';
import { person } from '#server/people/persons/table.ts';
import { fullNameOf } from '#server/platform/database/columns.ts';
import { brokenConstraint, type Transaction, type Write } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { feeFamily, feeFamilyMember, keptPayer } from './table.ts';

export type FamilyRow = typeof feeFamily.$inferSelect;
type PersonRow = typeof person.$inferSelect;
type Stay = FeeMember['families'][number];

/** The families of a club that exist between two days. */
export async function familiesIn(tx: Transaction, club: ClubName, { from, to }: { from: string; to: string }) {
  const families: FeeFamily[] = await tx.select().from(feeFamily).where(eq(feeFamily.club, club)).orderBy(asc(feeFamily.id));
  const stays = await tx
    .select()
    .from(feeFamilyMember)
    .where(
      and(eq(feeFamilyMember.club, club), lte(feeFamilyMember.from, to), or(isNull(feeFamilyMember.to), gte(feeFamilyMember.to, from))),
    )
    .orderBy(asc(feeFamilyMember.from), asc(feeFamilyMember.id));
  const byMember = Map.groupBy(stays, ({ memberId }) => memberId);
  return {
    families,
    familiesOf: (memberId: string): Stay[] => byMember.get(memberId) ?? [],
    /** These persons and all who share a family with one of them. */
    relatedTo: async (personIds: readonly string[]): Promise<string[]> => {
      const own = new Set([...(await membersOf(tx, personIds)).values()].map(({ id }) => id));
      const familyIds = new Set(stays.filter(({ memberId }) => own.has(memberId)).map(({ familyId }) => familyId));
      const ids = stays.filter(({ familyId }) => familyIds.has(familyId)).map(({ memberId }) => memberId);
      const others = await tx.select({ personId: member.personId }).from(member).where(inArray(member.id, ids));
      return [...new Set([...personIds, ...others.map(({ personId }) => personId)])];
    },
  };
}

/** Families as shown to the board, in the order of `rows`; with everybody who ever belonged to them. */
export async function toFamilies(tx: Transaction, rows: readonly FamilyRow[]): Promise<FeeFamilyView[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const stays = await tx
    .select({
      familyId: feeFamilyMember.familyId,
      personId: member.personId,
      firstname: person.firstname,
      lastname: person.lastname,
      from: feeFamilyMember.from,
      to: feeFamilyMember.to,
    })
    .from(feeFamilyMember)
    .innerJoin(member, eq(member.id, feeFamilyMember.memberId))
    .innerJoin(person, eq(person.id, member.personId))
    .where(inArray(feeFamilyMember.familyId, ids))
    .orderBy(asc(person.birthDate), asc(feeFamilyMember.from), asc(feeFamilyMember.id));
  const payerIds = rows.map(({ payerPersonId }) => payerPersonId);
  const payers = await tx.select().from(person).where(inArray(person.id, payerIds));
  const nameOf = new Map(payers.map((one) => [one.id, fullName(one)]));
  const inFamily = Map.groupBy(stays, ({ familyId }) => familyId);
  return rows.map((row) => ({
    ...row,
    payer: nameOf.get(row.payerPersonId) ?? '',
    members: (inFamily.get(row.id) ?? []).map((one) => ({ personId: one.personId, name: fullName(one), from: one.from, to: one.to })),
  }));
}

/** Inserts new families of a club. */
export async function insertFamilies(tx: Transaction, club: ClubName, families: readonly FeeFamilyInput[]): Promise<void> {
  await requirePeople(
    tx,
    club,
    families.map(({ payerPersonId }) => payerPersonId),
  );
  const rows = families.map(({ name, payerPersonId }) => ({ id: randomUUID(), club, name, payerPersonId }));
  await tx.insert(feeFamily).values(rows);
  const stays = families.flatMap(({ members, payerPersonId }, at) =>
    members.map((stay) => ({ ...stay, familyId: rows[at]?.id ?? '', payerPersonId })),
  );
  await insertStays(tx, club, stays);
}

/** Changes a family with its members; throws if its version is outdated. */
export async function changeFamily(tx: Transaction, row: FamilyRow, input: FeeFamilyInput): Promise<FamilyRow> {
  await requirePeople(tx, row.club, [input.payerPersonId]);
  await tx.delete(feeFamilyMember).where(eq(feeFamilyMember.familyId, row.id));
  await insertStays(
    tx,
    row.club,
    input.members.map((stay) => ({ ...stay, familyId: row.id, payerPersonId: input.payerPersonId })),
  );
  const values = { name: input.name, payerPersonId: input.payerPersonId, version: row.version + 1 };
  await tx.update(feeFamily).set(values).where(eq(feeFamily.id, row.id));
  return { ...row, ...values };
}

type NewStay = FeeFamilyInput['members'][number] & { familyId: string; payerPersonId: string };

/** Adds members to families; the payer of the family becomes the payer of each of them. */
async function insertStays(tx: Transaction, club: ClubName, stays: readonly NewStay[]): Promise<void> {
  const personIds = stays.map(({ personId }) => personId);
  await requirePeople(tx, club, personIds);
  const members = await membersOf(tx, personIds);
  const rows = stays.map(({ familyId, personId, from, to, payerPersonId }) => {
    const memberId = members.get(personId)?.id;
    if (!memberId) throw fieldProblem('members', 'Wer keine Mitgliedschaft hat, kann zahlen, aber nicht zur Familie gehören.');
    return { id: randomUUID(), club, familyId, memberId, from, to, payerPersonId };
  });
  await tx
    .insert(feeFamilyMember)
    .values(rows.map(({ payerPersonId: _payer, ...stay }) => stay))
    .catch(refuseSecond);
  const present = rows.filter(({ to }) => to === null || to >= today());
  for (const [payerPersonId, of] of Map.groupBy(present, (one) => one.payerPersonId))
    await setPayer(
      tx,
      of.map(({ memberId }) => memberId),
      payerPersonId,
    );
}

/** Families as the form of a member and the import know them. */
export const payingTogether: PayingTogether = {
  familyOf: async (tx, memberId) => (await presentFamilies(tx, eq(feeFamilyMember.memberId, memberId)))[0],
  payersOf: async (tx, club) => new Map((await presentFamilies(tx, eq(feeFamily.club, club))).map((one) => [one.personId, one])),
};

async function presentFamilies(tx: Transaction, which: SQL) {
  const rows = await tx
    .select({ personId: member.personId, name: feeFamily.name, payerPersonId: feeFamily.payerPersonId, payer: names })
    .from(feeFamilyMember)
    .innerJoin(feeFamily, eq(feeFamily.id, feeFamilyMember.familyId))
    .innerJoin(member, eq(member.id, feeFamilyMember.memberId))
    .innerJoin(person, eq(person.id, feeFamily.payerPersonId))
    .where(and(which, or(isNull(feeFamilyMember.to), gte(feeFamilyMember.to, today()))))
    .orderBy(asc(feeFamilyMember.from));
  return rows.map(({ payer, ...row }) => ({ ...row, payer: fullName(payer) }));
}

const names = { firstname: person.firstname, lastname: person.lastname };

async function requirePeople(tx: Transaction, club: ClubName, personIds: readonly string[]): Promise<void> {
  const wanted = [...new Set(personIds)];
  const found = await tx
    .select({ id: person.id })
    .from(person)
    .where(and(inArray(person.id, wanted), eq(person.club, club), isNull(person.anonymisedAt), isNull(person.mergedInto)));
  if (found.length < wanted.length)
    throw new Problem('not-found', { fields: [{ path: 'members', message: 'Eine Person gibt es nicht mehr. Bitte neu auswählen.' }] });
}

function refuseSecond(error: unknown): never {
  if (brokenConstraint(error) === 'fee_family_member_once')
    throw fieldProblem('members', 'Ein Mitglied gehört in dieser Zeit schon zu einer anderen Familie.');
  throw error;
}

/** In SQL: whether the board has said that a payer keeps paying after their last day in the club. */
export function isKept(payerId: SQL, lastDay: SQL): SQL {
  return sql`exists (select 1 from ${keptPayer} kept where kept.payer_person_id = ${payerId} and kept.left_on = ${lastDay})`;
}

/** Those of the payers who have died, or have left the club before a day and do not keep paying. */
export async function gonePayers(
  tx: Transaction,
  club: ClubName,
  payerIds: readonly string[],
  day: string,
): Promise<Map<string, NonNullable<FeeFamily['gone']>>> {
  const { rows } = await tx.execute<{ id: string; name: string; on: string; hasDied: boolean }>(sql`
    select id, name, coalesce(died_on, left_on)::text as "on", died_on is not null as "hasDied"
    from (select p.id, ${fullNameOf('p')} as name, p.died_on, ${leftOn(sql`p.id`, club, day)} as left_on
      from ${person} p where p.id = any(${sql.param([...new Set(payerIds)])}::uuid[])) payer
    where died_on is not null or (left_on is not null and not ${isKept(sql`payer.id`, sql`payer.left_on`)})`);
  return new Map(rows.map(({ id, ...gone }) => [id, gone]));
}

/** Records or takes back that a payer keeps paying; throws if they have died, or their last day is another one by now. */
export async function sayKept(
  write: Write,
  payerRow: PersonRow,
  { leftOn: shown, isKept: keeps, createdBy }: { leftOn: string; isKept: boolean; createdBy: string },
): Promise<void> {
  const { tx } = write;
  const { id, club } = payerRow;
  if (payerRow.diedOn) throw new Problem('wrong-state');
  const { rows } = await tx.execute<{ left: string | null }>(
    sql`select (${leftOn(sql`${id}::uuid`, club, lastDayAsked(shown))})::text as left`,
  );
  if (rows[0]?.left !== shown) throw new Problem('conflict');
  const values = { payerPersonId: id, club, leftOn: shown, createdBy, createdAt: now() };
  if (keeps) await tx.insert(keptPayer).values(values).onConflictDoUpdate({ target: keptPayer.payerPersonId, set: values });
  else await tx.delete(keptPayer).where(eq(keptPayer.payerPersonId, id));
  const words = keeps ? 'zahlt weiter für andere' : 'zahlt nicht mehr weiter für andere';
  write.audit('fees.manage', { club, id }, `${fullName(payerRow)}, ausgetreten am ${germanDate(shown)}, ${words}`, {
    after: { isKept: keeps },
  });
  write.changed({ collection: 'members', club });
  write.changed({ collection: 'fees', club });
}

/** A run of next year also asks about payers who leave before it. */
function lastDayAsked(shown: string): string {
  const next = addDays(shown, 1);
  return next > today() ? next : today();
}
