import { and, asc, desc, eq, gte, ilike, lte, or, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { containing, fullNameOf, holdsWords, isAmong, listedNameOf, oneOf } from '#server/platform/database/columns.ts';
import type { ChargeFilter, ListedCharge } from '#shared/money/charges.ts';
import { chargeSets, chargeSorts, chargeSourceNames, chargeSources, type ListedState } from '#shared/money/chargeWords.ts';
import { paymentSets } from '#shared/money/paymentWords.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { id, localDate } from '#shared/kernel/fields.ts';
import { compareNames } from '#shared/kernel/fullName.ts';
import { course } from '#server/courses/offers/table.ts';
import { person } from '#server/people/persons/table.ts';
import { payer, payerNumber } from '../payers/view.ts';
import { fromCursor, toCursor } from '#server/platform/database/cursor.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { refundedOf } from './facts.ts';
import { charge } from './table.ts';
import { today } from '#server/platform/process/clock.ts';

type ClubFilter = ChargeFilter & { club: ClubName };

const due = sql`${charge.state} in ${oneOf(chargeSets.due)}`;

const rest = sql`${charge.cents} - ${charge.settledCents}`;
/** In the order of their displayed names. */
const sourcesByName = chargeSources.toSorted((one, other) => compareNames(chargeSourceNames[one], chargeSourceNames[other]));
const dueOn = { key: sql`${charge.dueOn}`, shape: localDate, valueOf: (row: ListedCharge) => row.dueOn };
const name = { key: sql`${payer.listedName}`, shape: z.string().max(300), valueOf: (row: ListedCharge) => row.payer };
/** The key of each order, and its value in a cursor. Equal ones are by the name of the payer, those of one payer by their day; then by reference, so that a charge comes before its fees. */
const sorts = {
  dueOn,
  payer: name,
  cents: { key: sql`${charge.cents}`, shape: z.int(), valueOf: ({ cents }: ListedCharge) => cents },
  rest: { key: rest, shape: z.int(), valueOf: ({ cents, settledCents }: ListedCharge) => cents - settledCents },
  reference: { key: sql`${charge.reference}`, shape: z.string().max(100), valueOf: ({ reference }: ListedCharge) => reference },
  source: {
    key: sql`array_position(${sql.param(sourcesByName)}::text[], ${charge.source})`,
    shape: z.int(),
    valueOf: ({ source }: ListedCharge) => sourcesByName.indexOf(source) + 1,
  },
  level: {
    key: sql`coalesce(${charge.dunningLevel}, -1)`,
    shape: z.int(),
    valueOf: ({ dunningLevel }: ListedCharge) => dunningLevel ?? -1,
  },
};

/** One page of the charges that match a filter, in its order; the sums of the whole filter on the first page. */
export async function listCharges(tx: Transaction, filter: ClubFilter, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  const rows = await select(tx)
    .where(and(...conditions(filter), cursor ? after(filter, cursor) : undefined))
    .orderBy(...inOrder(filter))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown,
    next: rows.length > limit && last ? positionOf(filter, last) : null,
    totals: cursor ? null : await totalsOf(tx, filter),
  };
}

function sortOf({ order = 'latest' }: ClubFilter) {
  const { by, isDescending } = chargeSorts[order];
  return { first: sorts[by], second: by === 'payer' ? dueOn : name, isDescending };
}

function positionOf(filter: ClubFilter, row: ListedCharge): string {
  const { first, second } = sortOf(filter);
  return toCursor([first.valueOf(row), second.valueOf(row), row.reference]);
}

function after(filter: ClubFilter, cursor: string): SQL {
  const { first, second, isDescending } = sortOf(filter);
  const shape = z.tuple([first.shape, second.shape, sorts.reference.shape]);
  const [value, next, last] = fromCursor<[string | number, string, string]>(cursor, shape);
  const isPast = isDescending ? sql`<` : sql`>`;
  return sql`(${first.key} ${isPast} ${value} or (${first.key} = ${value} and (${second.key}, ${charge.reference}) > (${next}, ${last})))`;
}

/** Every charge of a filter for a file, in the same order. */
export function allCharges(tx: Transaction, filter: ClubFilter, limit: number): Promise<ListedCharge[]> {
  return select(tx)
    .where(and(...conditions(filter)))
    .orderBy(...inOrder(filter))
    .limit(limit);
}

/** The payers of charges, and the persons for whom they pay: all whom a file of these charges names. */
export async function namedIn(tx: Transaction, chargeIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ personId: charge.personId, payerId: charge.payerId })
    .from(charge)
    .where(isAmong(charge.id, chargeIds));
  return [...new Set(rows.flatMap(({ personId, payerId }) => (personId ? [personId, payerId] : [payerId])))];
}

/** All due and unpaid charges that match a filter, with their number: at most `limit`, the earliest due first. */
export async function owedOf(tx: Transaction, filter: ClubFilter, limit: number) {
  const found = await tx
    .select({
      id: charge.id,
      version: charge.version,
      restCents: sql<number>`${charge.cents} - ${charge.settledCents}`,
      count: sql<number>`(count(*) over ())::int`,
    })
    .from(charge)
    .leftJoin(person, eq(person.id, charge.personId))
    .innerJoin(payer, eq(payer.id, charge.payerId))
    .where(and(...conditions(filter), sql`${charge.state} in ${oneOf(chargeSets.owed)} and ${charge.cents} > 0`))
    .orderBy(asc(charge.dueOn), asc(charge.reference))
    .limit(limit);
  return { items: found.map(({ count: _count, ...item }) => item), count: found[0]?.count ?? 0 };
}

const payerPosition = z.tuple([name.shape, id]);

/** One page of the payers of the charges that match a filter, by name, each once. */
export async function listPayers(tx: Transaction, filter: ClubFilter, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  const [value, payerId] = cursor ? fromCursor(cursor, payerPosition) : [];
  const rows = await tx
    .select({
      payerId: charge.payerId,
      payer: payer.listedName,
      count: sql<number>`count(*)::int`,
      openCents: sql<number>`sum(${rest})::float8`,
      overdueCents: sql<number>`coalesce(sum(${rest}) filter (where ${isOverdue()}), 0)::float8`,
      oldestDueOn: sql<string>`min(${charge.dueOn})::text`,
    })
    .from(charge)
    .leftJoin(person, eq(person.id, charge.personId))
    .innerJoin(payer, eq(payer.id, charge.payerId))
    .where(
      and(
        ...conditions(filter),
        sql`${charge.state} in ${oneOf(chargeSets.owed)} and ${charge.cents} > 0`,
        cursor ? sql`(${name.key}, ${charge.payerId}) > (${value}, ${payerId}::uuid)` : undefined,
      ),
    )
    .groupBy(charge.payerId, payer.listedName)
    .orderBy(asc(name.key), asc(charge.payerId))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > limit && last ? toCursor([last.payer, last.payerId]) : null };
}

function inOrder(filter: ClubFilter): SQL[] {
  const { first, second, isDescending } = sortOf(filter);
  return [isDescending ? desc(first.key) : asc(first.key), asc(second.key), asc(charge.reference)];
}

/** All charges of a condition, the earliest due first. */
export function chargesFor(tx: Transaction, where: SQL | undefined): Promise<ListedCharge[]> {
  return select(tx).where(where).orderBy(asc(charge.dueOn), asc(charge.reference));
}

/** Charges by their ids, in the order of their references. */
export function chargesById(tx: Transaction, ids: readonly string[]): Promise<ListedCharge[]> {
  return select(tx).where(isAmong(charge.id, ids)).orderBy(charge.reference);
}

function select(tx: Transaction) {
  return tx
    .select({
      id: charge.id,
      reference: charge.reference,
      name: sql<string>`coalesce(${listedNameOf(person)}, ${payer.listedName})`,
      payer: payer.listedName,
      isOrganisation: payer.isOrganisation,
      courseId: charge.courseId,
      courseTitle: sql<string>`coalesce(${course.title}, '')`,
      source: charge.source,
      label: charge.label,
      cents: charge.cents,
      settledCents: charge.settledCents,
      waivedCents: charge.waivedCents,
      deferredUntil: charge.deferredUntil,
      dunningLevel: charge.dunningLevel,
      payerId: charge.payerId,
      splitOf: charge.splitOf,
      refundedCents: refundedOf(),
      dueOn: charge.dueOn,
      method: charge.method,
      state: charge.state,
      paidOn: charge.paidOn,
      reason: charge.reason,
      version: charge.version,
    })
    .from(charge)
    .leftJoin(person, eq(person.id, charge.personId))
    .innerJoin(payer, eq(payer.id, charge.payerId))
    .leftJoin(course, eq(course.id, charge.courseId));
}

async function totalsOf(tx: Transaction, filter: ClubFilter) {
  const sum = (of: SQL, condition: SQL) => sql<number>`coalesce(sum(${of}) filter (where ${condition}), 0)::float8`;
  const paid = sql`${charge.settledCents} - ${charge.waivedCents} - ${inInstallments()}`;
  const [totals] = await tx
    .select({
      openCents: sum(rest, sql`${charge.state} in ${oneOf(chargeSets.owed)} and ${charge.cents} > 0`),
      paidCents: sum(paid, sql`${charge.cents} > 0`),
      overdueCents: sum(rest, sql`${charge.cents} > 0 and ${isOverdue()}`),
      lastPaidOn: sql<
        string | null
      >`(select max(p.booked_on)::text from payment p where p.club = ${filter.club} and p.kind in ${oneOf(paymentSets.incoming)})`,
      refundedCents: sum(sql`${charge.cents}`, sql`${charge.state} <> 'cancelled' and ${charge.cents} < 0`),
    })
    .from(charge)
    .leftJoin(person, eq(person.id, charge.personId))
    .innerJoin(payer, eq(payer.id, charge.payerId))
    .where(and(...conditions(filter)));
  return totals ? { ...totals, refundedCents: Math.abs(totals.refundedCents) } : null;
}

/** The sum of a charge that its installments cover: it is neither charged nor paid twice. */
export function inInstallments(): SQL {
  return sql`case when ${charge.state} = 'split'
    then coalesce((select sum(part.cents) from charge part where part.split_of = ${charge}.id and part.state <> 'cancelled'), 0) else 0 end`;
}

/** Due before today and not deferred. */
export function isOverdue(): SQL {
  return sql`(${due} and ${charge.dueOn} < ${today()} and coalesce(${charge.deferredUntil} < ${today()}, true))`;
}

/** Due so long ago that it expires by the end of this year (§§ 195, 199 BGB: three years from the end of that year), and not deferred beyond. */
export function isExpiring(): SQL {
  const year = Number(today().slice(0, 4));
  return sql`(${due} and ${charge.cents} > 0 and ${charge.dueOn} < ${`${year - 2}-01-01`} and coalesce(${charge.deferredUntil} <= ${`${year}-12-31`}, true))`;
}

function stateIs(state: ListedState | undefined): SQL | undefined {
  if (state === 'owed') return sql`${charge.state} in ${oneOf(chargeSets.owed)}`;
  if (state === 'overdue') return isOverdue();
  if (state === 'partly') return sql`(${charge.state} in ${oneOf(chargeSets.owed)} and ${charge.settledCents} <> 0)`;
  if (state === 'deferred') return sql`(${due} and ${charge.deferredUntil} >= ${today()})`;
  return state && eq(charge.state, state);
}

function conditions({ club, courseId, state, method, source, dueFrom, dueTo, search, ...filter }: ClubFilter): (SQL | undefined)[] {
  const part = search && containing(search);
  return [
    eq(charge.club, club),
    courseId ? eq(charge.courseId, courseId) : undefined,
    stateIs(state),
    method ? eq(charge.method, method) : undefined,
    source ? eq(charge.source, source) : undefined,
    dueFrom ? gte(charge.dueOn, dueFrom) : undefined,
    dueTo ? lte(charge.dueOn, dueTo) : undefined,
    ...further(filter),
    part
      ? or(
          ilike(charge.reference, part),
          sql`${charge.payerId} in (select ${payerNumber.payerId} from ${payerNumber}
            where ${payerNumber.club} = ${club} and ${payerNumber.club} || '-K' || ${payerNumber.accountNo} ilike ${part})`,
          holdsWords(fullNameOf(person), search),
          holdsWords(sql`${payer.name}`, search),
        )
      : undefined,
  ];
}

/** Filters that few lists use. */
function further({
  departmentId,
  level,
  hitch,
  centsFrom,
  centsTo,
}: Pick<ChargeFilter, 'departmentId' | 'level' | 'hitch' | 'centsFrom' | 'centsTo'>): (SQL | undefined)[] {
  return [
    departmentId
      ? sql`(${charge.feeSlot} = ${`dep:${departmentId}`} or exists (select 1 from ${course} where ${course.id} = ${charge.courseId} and ${course.departmentId} = ${departmentId}))`
      : undefined,
    level === undefined ? undefined : eq(charge.dunningLevel, sql`${level}`),
    hitch === 'withoutMandate' ? withoutMandate : undefined,
    hitch === 'stopped'
      ? sql`exists (select 1 from dunning_stop s where s.payer_id = ${charge.payerId} and coalesce(s.until_day >= ${today()}::date, true))`
      : undefined,
    hitch === 'expiring' ? isExpiring() : undefined,
    centsFrom === undefined ? undefined : sql`abs(${charge.cents}) >= ${centsFrom}`,
    centsTo === undefined ? undefined : sql`abs(${charge.cents}) <= ${centsTo}`,
  ];
}

/** The payer is a person that money may be collected from, and has no usable mandate for this person. */
const withoutMandate = sql`${charge.payerPersonId} is not null and not exists (select 1 from sepa_mandate m where m.payer_person_id = ${charge.payerPersonId}
  and m.state = 'active' and not m.is_paused and coalesce(m.for_person_id, ${charge.personId}) = ${charge.personId})`;
