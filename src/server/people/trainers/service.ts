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
 * In SQL: on which ground a person is paid on a day, beside a row that names both. Of several contracts the one that comes first
 * in the list; without one it is leading, as most are.
 */
export const contractKindOn = (
  personId: AnyColumn,
  day: AnyColumn,
): SQL<string> => sql`coalesce((select ${trainerContract.kind} from ${trainerContract}
  where ${trainerContract.personId} = ${personId} and ${trainerContract.validFrom} <= ${day}
    and coalesce(${trainerContract.validTo}, 'infinity') >= ${day}
  order by array_position(array[${sql.raw(contractKinds.map((kind) => `'${kind}'`).join(', '))}], ${trainerContract.kind}) limit 1), 'trainer')`;

/** The tax-free amount of a year; undefined where no amount is set for it. */
export async function limitOf(tx: Transaction, kind: AllowanceKind, year: number): Promise<number> {
  const [row] = await tx
    .select({ cents: allowanceLimit.cents })
    .from(allowanceLimit)
    .where(and(eq(allowanceLimit.kind, kind), lte(allowanceLimit.year, year)))
    .orderBy(desc(allowanceLimit.year))
    .limit(1);
  return row?.cents ?? 0;
}

/** In SQL: whether a certificate that covered has run out by a day or will within so many days more, beside its row. */
export function isClearanceEnding(day: LocalDate, days: number): SQL {
  const name: ParameterName = 'people.clearanceYears';
  const stored = sql`select ${configParameter.value}::text::int from ${configParameter}
    where ${configParameter.name} = ${name} and jsonb_typeof(${configParameter.value}) = 'number'`;
  const years = sql`coalesce((${stored}), ${parameters[name].default}::int)`;
  return sql`${clearance.result} = 'noEntry' and coalesce(${clearance.dutyEndedOn}, 'infinity') >= ${day}::date
    and (${clearance.certificateOn} + make_interval(years => ${years}))::date <= ${day}::date + ${days}::int`;
}

/** In SQL, beside a row that names a person: whether they lead nothing now or later, and the last day on which they led. */
export type Leading = { nothing: (personId: AnyColumn) => SQL; lastDay: (personId: AnyColumn) => SQL<string | null> };

/**
 * In SQL: whether somebody with a certificate noted has led since it was seen, leads nothing any more and has no last day, beside
 * its row. People who look after children without leading were noted for that, and are not asked about.
 */
export function isLastDayMissing({ nothing, lastDay }: Leading): SQL<boolean> {
  return sql`(${clearance.personId} is not null and ${clearance.dutyEndedOn} is null and ${nothing(clearance.personId)}
    and ${lastDay(clearance.personId)} >= ${clearance.seenOn}::text)`;
}

/** The names of those among these people for whom no certificate of good conduct holds today. */
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
