import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { TrainerRate } from '#shared/money/hours.ts';
import { euros } from '#shared/kernel/money.ts';
import { fullName, listedName } from '#shared/kernel/fullName.ts';
import { refuseEnded } from '#server/club/departments/service.ts';
import { department } from '#server/club/departments/table.ts';
import { person } from '#server/people/persons/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { trainerRate } from './table.ts';

/** The rates of a club: general ones first, then by department and person, newest first. */
export async function listRates(tx: Transaction, club: ClubName): Promise<TrainerRate[]> {
  const rows = await tx
    .select({ rate: trainerRate, department: department.name, firstname: person.firstname, lastname: person.lastname })
    .from(trainerRate)
    .leftJoin(department, eq(department.id, trainerRate.departmentId))
    .leftJoin(person, eq(person.id, trainerRate.personId))
    .where(eq(trainerRate.club, club))
    .orderBy(sql`${person.id} is not null`, asc(department.name), asc(person.lastname), desc(trainerRate.validFrom))
    .limit(500);
  return rows.map(({ rate, department: name, firstname, lastname }) => ({
    id: rate.id,
    department: name ?? '',
    trainer: firstname && lastname ? listedName({ firstname, lastname }) : '',
    centsPerHour: rate.cents,
    validFrom: rate.validFrom,
  }));
}

type NewRate = { departmentId: string | null; personId: string | null; centsPerHour: number; validFrom: string };

/** Adds a rate and returns its text for the audit log. */
export async function addRate(
  tx: Transaction,
  club: ClubName,
  { departmentId, personId, centsPerHour, validFrom }: NewRate,
): Promise<string> {
  const [of] = departmentId
    ? await tx
        .select()
        .from(department)
        .where(and(eq(department.id, departmentId), eq(department.club, club)))
    : [];
  if (departmentId && !of) throw fieldProblem('departmentId', 'Diese Abteilung gibt es nicht.');
  if (of) refuseEnded(of, 'departmentId', validFrom);
  const [who] = personId
    ? await tx
        .select()
        .from(person)
        .where(and(eq(person.id, personId), eq(person.club, club)))
    : [];
  if (personId && !who) throw fieldProblem('personId', 'Diese Person gibt es nicht.');
  await tx.insert(trainerRate).values({ id: randomUUID(), club, departmentId, personId, cents: centsPerHour, validFrom });
  const whom = [who && fullName(who), of?.name].filter(Boolean).join(', ') || 'alle';
  return `${euros(centsPerHour)} je Stunde für ${whom} ab ${validFrom}`;
}

/** Deletes a rate if `check` permits it for its club; submitted sheets keep their rate. */
export async function deleteRate(tx: Transaction, id: string, check: (club: ClubName) => unknown): Promise<ClubName> {
  const [row] = await tx.select().from(trainerRate).where(eq(trainerRate.id, id));
  if (!row) throw new Problem('not-found');
  check(row.club);
  await tx.delete(trainerRate).where(eq(trainerRate.id, id));
  return row.club;
}
