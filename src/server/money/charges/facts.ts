import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { courseSets } from '#shared/courses/courseStates.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { OrderMethod } from '#shared/courses/courseWords.ts';
import { paidFromOf } from '#shared/courses/leaving.ts';
import type { BilledCourse, BilledSession } from '#shared/courses/priceShare.ts';
import type { BilledEnrolment } from '#shared/money/chargeRules.ts';
import type { ComingPrices } from '#shared/courses/priceChanges/priceChangeRules.ts';
import { laterPricesOf, type GroupChange } from '#shared/courses/priceChanges/priceGroupRules.ts';
import { alias } from 'drizzle-orm/pg-core';
import { localOf } from '#shared/kernel/calendar.ts';
import { listedName } from '#shared/kernel/fullName.ts';
import { cardVisit } from '#server/courses/cards/table.ts';
import { course, coursePrice, courseSession } from '#server/courses/offers/table.ts';
import { enrolmentPause } from '#server/courses/pauses/table.ts';
import { firstGroup, groupChangesOf } from '#server/courses/priceChanges/service.ts';
import { coursePriceChange, enrolmentPriceGroup } from '#server/courses/priceChanges/table.ts';
import { attendance, enrolment, enrolmentOrder } from '#server/courses/enrolments/table.ts';
import { person } from '#server/people/persons/table.ts';
import { isAmong } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { eventFacts } from './eventFacts.ts';
import { charge, reclaimPeriod } from './table.ts';

/** The scope of a billing: one course, or all courses of a club that have begun by a day. */
export type BillingScope = {
  club: ClubName;
  courseId?: string | undefined;
  day: string;
  /** Restricts the scope to these enrolments. */ enrolmentIds?: readonly string[] | undefined;
};

export type ChargeRow = typeof charge.$inferSelect;

/** One enrolment with its course, its sessions, and its charges. */
export type BillingFacts = {
  enrolmentId: string;
  personId: string;
  name: string;
  /** The offer; an event has no id here, no sessions, and one price. */
  course: BilledCourse & { id: string | null; title: string; taxSphere: ChargeRow['taxSphere'] };
  one: BilledEnrolment;
  /** The payment terms agreed in the last step of the order. */
  agreed: { method: OrderMethod | null; dueOn: string | null };
  charges: readonly (ChargeRow & { refunded: number })[];
};

/** The enrolments of the scope that may owe or have paid something: those of courses by title and name, then those of events. */
export async function billingFacts(tx: Transaction, scope: BillingScope): Promise<BillingFacts[]> {
  const ofCourses = await courseFacts(tx, scope);
  return scope.courseId ? ofCourses : [...ofCourses, ...(await eventFacts(tx, scope, chargesOf))];
}

async function courseFacts(tx: Transaction, scope: BillingScope): Promise<BillingFacts[]> {
  const rows = await billable(tx, scope);
  const courseIds = [...new Set(rows.map((one) => one.course.id))];
  const sessions = await sessionsOf(tx, courseIds);
  const changes = await priceChangesOf(tx, courseIds);
  const groups = await groupChangesOf(
    tx,
    rows.map(({ row }) => row.id),
  );
  const pauses = await pausesOf(
    tx,
    rows.map(({ row }) => row.id),
  );
  const attended = await attendedOf(tx, [
    ...new Set(rows.filter(({ row, per }) => (row.pricePer ?? per) === 'session').map((one) => one.course.id)),
  ]);
  const charged = await chargesOf(
    tx,
    rows.map(({ row }) => row.id),
  );
  return rows.map(({ row, course: of, firstname, lastname, per, method, dueOn }) => ({
    enrolmentId: row.id,
    personId: row.personId,
    name: listedName({ firstname, lastname }),
    course: {
      id: of.id,
      title: of.title,
      kind: of.kind,
      lateJoin: of.lateJoin,
      taxSphere: of.taxSphere,
      sessions: sessions.get(of.id) ?? [],
    },
    one: {
      state: row.state,
      priceCents: row.priceCents,
      fullPriceCents: row.fullPriceCents,
      per: row.pricePer ?? per ?? 'course',
      laterPrices: laterPrices(changes.get(of.id) ?? [], groups.get(row.id) ?? [], row),
      pauses: pauses.get(row.id) ?? [],
      cancelFeeCents: row.cancelFeeCents,
      joinsFrom: row.joinsFrom,
      startsOn: paidFromOf(row),
      leavesOn: row.billedUntil ?? row.leavesOn ?? (row.startsOn === null && row.cancelledAt ? localOf(row.cancelledAt).date : null),
      registeredOn: localOf(row.registeredAt).date,
      isWithdrawn: row.noticeKind === 'withdrawal',
      attended: attended.get(row.id) ?? new Set<string>(),
    },
    agreed: { method, dueOn },
    charges: charged.get(row.id) ?? [],
  }));
}

/** The enrolments with a price, now or earlier. */
function billable(tx: Transaction, { club, courseId, day, enrolmentIds }: BillingScope) {
  return tx
    .select({
      row: enrolment,
      course,
      firstname: person.firstname,
      lastname: person.lastname,
      per: coursePrice.per,
      method: enrolmentOrder.method,
      dueOn: enrolmentOrder.dueOn,
    })
    .from(enrolment)
    .innerJoin(course, eq(course.id, enrolment.courseId))
    .innerJoin(person, eq(person.id, enrolment.personId))
    .leftJoin(enrolmentOrder, eq(enrolmentOrder.id, enrolment.orderId))
    .leftJoin(coursePrice, and(eq(coursePrice.courseId, course.id), eq(coursePrice.category, enrolment.priceCategory)))
    .where(
      and(
        eq(enrolment.club, club),
        enrolmentIds ? isAmong(enrolment.id, enrolmentIds) : courseId ? eq(course.id, courseId) : lte(course.startsOn, day),
        inArray(course.status, courseSets.billable),
        inArray(enrolment.state, enrolmentSets.billable),
        or(
          sql`${enrolment.priceCents} > 0`,
          sql`${enrolment.cancelFeeCents} > 0`,
          sql`exists (select 1 from ${coursePriceChange} where ${coursePriceChange.courseId} = ${enrolment.courseId}
            and ${coursePriceChange.withdrawnAt} is null)`,
          sql`exists (select 1 from ${enrolmentPriceGroup} where ${enrolmentPriceGroup.enrolmentId} = ${enrolment.id})`,
          sql`exists (select 1 from charge c where c.source_id = ${enrolment.id})`,
        ),
      ),
    )
    .orderBy(asc(course.title), asc(course.id), asc(person.lastname), asc(person.firstname), asc(enrolment.id));
}

async function sessionsOf(tx: Transaction, courseIds: readonly string[]): Promise<Map<string, BilledSession[]>> {
  if (courseIds.length === 0) return new Map();
  const rows = await tx
    .select({ id: courseSession.id, courseId: courseSession.courseId, localDate: courseSession.localDate, state: courseSession.state })
    .from(courseSession)
    .where(isAmong(courseSession.courseId, courseIds))
    .orderBy(courseSession.startsAt);
  return grouped(
    rows,
    ({ courseId }) => courseId,
    ({ id, localDate, state }) => ({ id, localDate, isCancelled: state === 'cancelled' }),
  );
}

/** The announced price changes of courses, earliest first. */
async function priceChangesOf(tx: Transaction, courseIds: readonly string[]): Promise<Map<string, ChangedPrices[]>> {
  if (courseIds.length === 0) return new Map();
  const rows = await tx
    .select({ courseId: coursePriceChange.courseId, from: coursePriceChange.validFrom, prices: coursePriceChange.prices })
    .from(coursePriceChange)
    .where(and(isAmong(coursePriceChange.courseId, courseIds), isNull(coursePriceChange.withdrawnAt)))
    .orderBy(asc(coursePriceChange.validFrom));
  return grouped(
    rows,
    ({ courseId }) => courseId,
    ({ from, prices }) => ({ from, prices }),
  );
}

type ChangedPrices = Pick<ComingPrices, 'from' | 'prices'>;

/** The prices of an enrolment after its first one; who enrolled after a change of the offer agreed to the new price. */
function laterPrices(ofOffer: readonly ChangedPrices[], changes: readonly GroupChange[], row: typeof enrolment.$inferSelect) {
  const since = localOf(row.registeredAt).date;
  return laterPricesOf(
    { category: firstGroup(row, changes), changes },
    ofOffer.filter(({ from }) => from > since),
  );
}

async function pausesOf(tx: Transaction, enrolmentIds: readonly string[]) {
  const rows = await tx.select().from(enrolmentPause).where(isAmong(enrolmentPause.enrolmentId, enrolmentIds));
  return grouped(
    rows,
    ({ enrolmentId }) => enrolmentId,
    ({ fromOn, toOn }) => ({ from: fromOn, to: toOn }),
  );
}

async function attendedOf(tx: Transaction, courseIds: readonly string[]): Promise<Map<string, Set<string>>> {
  if (courseIds.length === 0) return new Map();
  const rows = await tx
    .select({ enrolmentId: attendance.enrolmentId, sessionId: attendance.sessionId })
    .from(attendance)
    .innerJoin(courseSession, eq(courseSession.id, attendance.sessionId))
    // A visit paid by card is not billed again.
    .leftJoin(cardVisit, and(eq(cardVisit.sessionId, attendance.sessionId), eq(cardVisit.personId, attendance.personId)))
    .where(
      and(
        isAmong(courseSession.courseId, courseIds),
        eq(attendance.state, 'present'),
        isNotNull(attendance.enrolmentId),
        isNull(cardVisit.cardId),
      ),
    );
  const lists = grouped(
    rows,
    ({ enrolmentId }) => enrolmentId ?? '',
    ({ sessionId }) => sessionId,
  );
  return new Map([...lists].map(([id, dates]) => [id, new Set(dates)]));
}

async function chargesOf(tx: Transaction, enrolmentIds: readonly string[]): Promise<Map<string, (ChargeRow & { refunded: number })[]>> {
  if (enrolmentIds.length === 0) return new Map();
  const whole = alias(charge, 'whole');
  const enrolmentId = sql<string>`coalesce(${charge.sourceId}, ${whole.sourceId})`;
  const rows = await tx
    .select({ row: charge, enrolmentId, refunded: refundedOf() })
    .from(charge)
    .leftJoin(whole, eq(whole.id, charge.splitOf))
    .where(
      and(
        or(isAmong(charge.sourceId, enrolmentIds), isAmong(whole.sourceId, enrolmentIds)),
        ne(charge.state, 'cancelled'),
        ne(charge.source, 'refund'),
      ),
    );
  return grouped(
    rows,
    (one) => one.enrolmentId,
    ({ row, refunded }) => ({ ...row, refunded }),
  );
}

/** The refunded sum of a charge, executed or not, as a positive number of cents. */
export function refundedOf() {
  // Qualified with its table: a query of a single table writes unqualified columns, and `id` would be that of the refund.
  return sql<number>`(select coalesce(-sum(r.cents), 0)::int from charge r where r.refund_of = ${charge}.id and r.state <> 'cancelled' and r.period <> ${reclaimPeriod})`;
}

function grouped<Row, Value>(rows: readonly Row[], keyOf: (row: Row) => string, valueOf: (row: Row) => Value): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const row of rows) {
    const list = groups.get(keyOf(row));
    if (list) list.push(valueOf(row));
    else groups.set(keyOf(row), [valueOf(row)]);
  }
  return groups;
}
