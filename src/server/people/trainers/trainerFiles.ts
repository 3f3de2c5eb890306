import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { fullName } from '#shared/kernel/fullName.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { clearanceDueOn, clearanceLight, clearanceLights, holdingClearances } from '#shared/people/clearances.ts';
import { proofLight } from '#shared/people/trainers/trainerProofs.ts';
import { usedPercent, type AllowanceUse } from '#shared/people/trainers/allowances.ts';
import { contractKinds, holdsOn } from '#shared/people/trainers/contracts.ts';
import type { TrainerFile } from '#shared/people/trainers/files.ts';
import { readParameter } from '#server/club/config/service.ts';
import { department } from '#server/club/departments/table.ts';
import { enterScope, type Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { actingAccess, person } from '../persons/table.ts';
import { isLastDayMissing, type Leading } from './service.ts';
import { clearance, isRenewedProof, trainerContract, trainerProof } from './table.ts';

const peopleAtMost = 1000;

/** The offers that a person leads, their departments, and the offers that minors may attend. */
type Led = { offers: string[]; youthOffers: string[]; departmentIds: string[] };

/** Ports: who leads current or future offers of a club, and the used allowances of this year. */
export type TrainerPorts = {
  leaders: (tx: Transaction, club: ClubName) => Promise<readonly (Led & { personId: string })[]>;
  leading: Leading;
  usesOf: (tx: Transaction, personIds: readonly string[]) => Promise<readonly AllowanceUse[]>;
};

/** The trainers of a club and persons with a certificate, with all their proofs. */
export async function readFiles(tx: Transaction, club: ClubName, { leaders, leading, usesOf }: TrainerPorts): Promise<TrainerFile[]> {
  await enterScope(tx, club);
  const ledBy = new Map((await leaders(tx, club)).map(({ personId, ...led }) => [personId, led]));
  const years = await readParameter(tx, 'people.clearanceYears');
  const noted = tx.select({ id: clearance.personId }).from(clearance).where(eq(clearance.club, club));
  const people = await tx
    .select({ person, clearance, isLastDayMissing: isLastDayMissing(leading) })
    .from(person)
    .leftJoin(clearance, eq(clearance.personId, person.id))
    .where(
      and(
        eq(person.club, club),
        isNull(person.mergedInto),
        isNull(person.anonymisedAt),
        or(inArray(person.id, noted), inArray(person.id, [...ledBy.keys()])),
      ),
    )
    .orderBy(person.lastname, person.firstname, person.id)
    .limit(peopleAtMost);
  const ids = people.map((row) => row.person.id);
  const about = await readAbout(tx, club, ids);
  const uses = await usesOf(tx, ids);
  return people
    .map(({ person: of, clearance: row, isLastDayMissing: isMissing }): TrainerFile => {
      const led = ledBy.get(of.id);
      const dueOn = row ? clearanceDueOn(row.certificateOn, years) : '';
      const departments = led?.departmentIds.flatMap((id) => about.departments.get(id) ?? []) ?? [];
      return {
        personId: of.id,
        club,
        name: fullName(of),
        departments,
        offers: led?.offers ?? [],
        youthOffers: led?.youthOffers ?? [],
        light: clearanceLight(row ? { ...row, dutyEndedOn: row.dutyEndedOn ?? '' } : undefined, dueOn, today()),
        dueOn,
        isLastDayMissing: isMissing,
        proofs: about.proofs.get(of.id) ?? [],
        contract: about.contracts.get(of.id) ?? null,
        allowances: uses.filter(({ personId }) => personId === of.id).map((use) => ({ kind: use.kind, percent: usedPercent(use) })),
      };
    })
    .toSorted((a, b) => clearanceLights.indexOf(a.light) - clearanceLights.indexOf(b.light));
}

/** Proofs and current contracts of persons, and the names of the club's departments. */
async function readAbout(tx: Transaction, club: ClubName, ids: string[]) {
  const departments = await tx.select({ id: department.id, name: department.name }).from(department).where(eq(department.club, club));
  const proofs = await tx
    .select({ proof: trainerProof, isRenewed: isRenewedProof })
    .from(trainerProof)
    .where(inArray(trainerProof.personId, ids))
    .orderBy(sql`${trainerProof.validTo} nulls last`, asc(trainerProof.id));
  const contracts = await tx.select().from(trainerContract).where(inArray(trainerContract.personId, ids));
  const shown = proofs.map(({ proof: { personId, kind, name, validTo, isReported }, isRenewed }) => ({
    personId,
    kind,
    name,
    validTo: validTo ?? '',
    light: proofLight({ validTo: validTo ?? '', isRenewed }, today()),
    isReported,
  }));
  const holding = contracts
    .map(({ personId, kind, validFrom, validTo }) => ({ personId, kind, validFrom, validTo: validTo ?? '' }))
    .filter((one) => holdsOn(one, today()))
    .toSorted((a, b) => contractKinds.indexOf(b.kind) - contractKinds.indexOf(a.kind));
  return {
    departments: new Map(departments.map((one) => [one.id, one])),
    proofs: Map.groupBy(shown, ({ personId }) => personId),
    // Of several contracts, the first in the order of the allowances.
    contracts: new Map(holding.map(({ personId, kind, validTo }) => [personId, { kind, validTo }])),
  };
}

/** The departments that an account heads or deputises for. */
export async function headedDepartments(tx: Transaction, userId: string): Promise<Set<string>> {
  const rows = await tx
    .select({ id: department.id })
    .from(department)
    .innerJoin(actingAccess, or(eq(actingAccess.personId, department.headPersonId), eq(actingAccess.personId, department.deputyPersonId)))
    .where(and(eq(actingAccess.userId, userId), eq(actingAccess.relation, 'self'), isNull(department.endedOn)));
  return new Set(rows.map(({ id }) => id));
}

/** The view of a department head: whether the certificate is valid, and no financial data. */
export function forHead(one: TrainerFile): TrainerFile {
  return {
    ...one,
    light: holdingClearances.includes(one.light) ? 'valid' : 'missing',
    dueOn: '',
    isLastDayMissing: false,
    contract: null,
    allowances: [],
  };
}
