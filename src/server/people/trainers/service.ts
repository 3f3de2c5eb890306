import { and, desc, eq, inArray, lte, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { parameters, type ParameterName } from '#shared/club/config.ts';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import type { AllowanceKind } from '#shared/people/trainers/allowances.ts';
import { contractKinds } from '#shared/people/trainers/contracts.ts';
import { readParameter } from '#server/club/config/service.ts';
import { configParameter } from '#server/club/config/table.ts';
import { fullNameOf } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { person } from '../persons/table.ts';
import { allowanceLimit, clearance, trainerContract } from './table.ts';

/**
 * In SQL: the legal basis of a person's payment on a day, for columns of the outer query. Of several contracts the
 * first in the list applies; the default is "trainer".
 */
export const contractKindOn = (
  personId: AnyColumn,
  day: AnyColumn,
): SQL<string> => sql`coalesce((select ${trainerContract.kind} from ${trainerContract}
  where ${trainerContract.personId} = ${personId} and ${trainerContract.validFrom} <= ${day}
    and coalesce(${trainerContract.validTo}, 'infinity') >= ${day}
  order by array_position(array[${sql.raw(contractKinds.map((kind) => `'${kind}'`).join(', '))}], ${trainerContract.kind}) limit 1), 'trainer')`;

/** The allowance of a year in cents; 0 if none is configured. */
export async function limitOf(tx: Transaction, kind: AllowanceKind, year: number): Promise<number> {
  const [row] = await tx
    .select({ cents: allowanceLimit.cents })
    .from(allowanceLimit)
    .where(and(eq(allowanceLimit.kind, kind), lte(allowanceLimit.year, year)))
    .orderBy(desc(allowanceLimit.year))
    .limit(1);
  return row?.cents ?? 0;
}

/** In SQL: whether a valid certificate has expired by a day or will within a number of days, for rows of clearance. */
export function isClearanceEnding(day: LocalDate, days: number): SQL {
  const name: ParameterName = 'people.clearanceYears';
  const stored = sql`select ${configParameter.value}::text::int from ${configParameter}
    where ${configParameter.name} = ${name} and jsonb_typeof(${configParameter.value}) = 'number'`;
  const years = sql`coalesce((${stored}), ${parameters[name].default}::int)`;
  return sql`${clearance.result} = 'noEntry' and coalesce(${clearance.dutyEndedOn}, 'infinity') >= ${day}::date
    and (${clearance.certificateOn} + make_interval(years => ${years}))::date <= ${day}::date + ${days}::int`;
}

/** In SQL, for a person ID column of the outer query: whether they lead no current or future offer, and the last day on which they led. */
export type Leading = { nothing: (personId: AnyColumn) => SQL; lastDay: (personId: AnyColumn) => SQL<string | null> };

/**
 * In SQL, for rows of clearance: whether a person has led offers since the certificate was inspected, leads none now,
 * and has no last day recorded. Persons who supervise children without leading have certificates for that, and are not
 * asked.
 */
export function isLastDayMissing({ nothing, lastDay }: Leading): SQL<boolean> {
  // Who never led a session has no last day.
  return sql`coalesce(${clearance.personId} is not null and ${clearance.dutyEndedOn} is null and ${nothing(clearance.personId)}
    and ${lastDay(clearance.personId)} >= ${clearance.seenOn}::text, false)`;
}

/** The names of those persons who have no valid certificate of good conduct today. */
export async function withoutClearance(tx: Transaction, personIds: readonly string[]): Promise<string[]> {
  if (personIds.length === 0) return [];
  const years = await readParameter(tx, 'people.clearanceYears');
  const holds = sql`${clearance.result} = 'noEntry' and ${clearance.certificateOn} + make_interval(years => ${years}) > ${today()}::date
    and coalesce(${clearance.dutyEndedOn}, 'infinity') >= ${today()}::date`;
  const rows = await tx
    .select({ name: fullNameOf(person) })
    .from(person)
    .leftJoin(clearance, eq(clearance.personId, person.id))
    .where(and(inArray(person.id, [...personIds]), sql`(${holds}) is not true`))
    .orderBy(person.lastname, person.firstname, person.id);
  return rows.map(({ name }) => name);
}
