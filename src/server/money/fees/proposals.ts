import { and, asc, eq, gte, inArray, isNotNull, isNull, lte, or, sql, type SQL } from 'drizzle-orm';
import { compareNames, fullName } from '#shared/kernel/fullName.ts';
import { ageOn } from '#shared/kernel/age.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { FamilyProposal } from '#shared/money/fees/feeFamilies.ts';
import type { ShownFault } from '#shared/money/fees/feePreview.ts';
import type { FeeFault } from '#shared/money/fees/feeTypes.ts';
import { isMemberOn, paidMembers } from '#server/people/members/service.ts';
import { member } from '#server/people/members/table.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { feeFamily, feeFamilyMember } from './table.ts';

const atMost = 200;
const grownUp = 18;

/** Proposed families: current members without a family who share a payer, or a last name and an address. */
export async function familyProposals(tx: Transaction, club: ClubName): Promise<FamilyProposal[]> {
  const taken = await inFamilies(tx, club);
  const paid = (await paidMembers(tx, club, today())).filter(({ personId }) => !taken.has(personId));
  const byPayer = [...Map.groupBy(paid, ({ payerId }) => payerId)]
    .filter(([, of]) => of.length > 1)
    .map(([payerPersonId, of]): FamilyProposal => {
      const [lastname = '', firstname = ''] = (of[0]?.payerName ?? '').split(', ');
      const members = of.map(({ personId, name }) => ({ personId, name }));
      return { basis: 'payer', name: lastname, payerPersonId, payer: fullName({ firstname, lastname }).trim(), members };
    });
  const proposed = new Set(byPayer.flatMap(({ members }) => members.map(({ personId }) => personId)));
  const atAddress = (await sameAddress(tx, club)).filter(({ members }) =>
    members.every(({ personId }) => !taken.has(personId) && !proposed.has(personId)),
  );
  return [...byPayer, ...atAddress].toSorted((one, other) => compareNames(one.name, other.name)).slice(0, atMost);
}

async function inFamilies(tx: Transaction, club: ClubName): Promise<Set<string>> {
  const rows = await tx
    .select({ personId: member.personId })
    .from(feeFamilyMember)
    .innerJoin(member, eq(member.id, feeFamilyMember.memberId))
    .where(and(eq(feeFamilyMember.club, club), or(isNull(feeFamilyMember.to), gte(feeFamilyMember.to, today()))));
  return new Set(rows.map(({ personId }) => personId));
}

async function sameAddress(tx: Transaction, club: ClubName): Promise<FamilyProposal[]> {
  const rows = await tx
    .select({
      personId: person.id,
      firstname: person.firstname,
      lastname: person.lastname,
      birthDate: person.birthDate,
      place: sql<string>`lower(concat_ws('|', ${person.lastname}, ${person.street}, ${person.houseNo}, ${person.postcode}))`,
    })
    .from(member)
    .innerJoin(person, eq(person.id, member.personId))
    .where(and(eq(member.club, club), isMemberOn(today()), isNotNull(person.street), sql`${person.street} <> ''`))
    .orderBy(asc(person.birthDate), asc(person.id));
  return [...Map.groupBy(rows, ({ place }) => place).values()].flatMap((of) => {
    const eldest = of.find(({ birthDate }) => birthDate !== null && ageOn(birthDate, today()) >= grownUp);
    if (of.length < 2 || !eldest) return [];
    const members = of.map((one) => ({ personId: one.personId, name: fullName(one) }));
    return [{ basis: 'address' as const, name: eldest.lastname, payerPersonId: eldest.personId, payer: fullName(eldest), members }];
  });
}

/** The faults as the board sees them: each family with who could pay from now on. */
export async function withFamilies(tx: Transaction, faults: readonly FeeFault[], day: string): Promise<ShownFault[]> {
  const ids = faults.flatMap(({ family }) => family?.id ?? []);
  if (ids.length === 0) return faults.map(({ family: _family, ...fault }) => fault);
  const families = new Map((await tx.select().from(feeFamily).where(inArray(feeFamily.id, ids))).map((row) => [row.id, row]));
  const adults = await adultsOf(tx, ids, day);
  return faults.map(({ family: of, ...fault }) => {
    const row = of && families.get(of.id);
    if (!row) return fault;
    const eldest = adults.find(({ familyId, personId }) => familyId === row.id && personId !== row.payerPersonId);
    const proposal = eldest ? { personId: eldest.personId, name: fullName(eldest) } : null;
    return { ...fault, family: { id: row.id, version: row.version, payerId: row.payerPersonId, leftOn: of.leftOn, proposal } };
  });
}

/** The adults of families on a day, the eldest first. */
async function adultsOf(tx: Transaction, familyIds: readonly string[], day: string) {
  const rows = await tx
    .select({
      familyId: feeFamilyMember.familyId,
      personId: person.id,
      firstname: person.firstname,
      lastname: person.lastname,
      birthDate: person.birthDate,
    })
    .from(feeFamilyMember)
    .innerJoin(member, eq(member.id, feeFamilyMember.memberId))
    .innerJoin(person, eq(person.id, member.personId))
    .where(and(inArray(feeFamilyMember.familyId, [...familyIds]), isStayOn(day), isMemberOn(day)))
    .orderBy(asc(person.birthDate), asc(person.id));
  return rows.filter(({ birthDate }) => birthDate !== null && ageOn(birthDate, day) >= grownUp);
}

function isStayOn(day: string): SQL | undefined {
  return and(lte(feeFamilyMember.from, day), or(isNull(feeFamilyMember.to), gte(feeFamilyMember.to, day)));
}
