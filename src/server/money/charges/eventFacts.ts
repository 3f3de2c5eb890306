import { and, asc, eq, gt, gte, inArray, lte, or, sql } from 'drizzle-orm';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { addDays, instantOf, localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { listedName } from '#shared/kernel/fullName.ts';
import { enrolment, enrolmentOrder } from '#server/courses/enrolments/table.ts';
import { event } from '#server/events/table.ts';
import { person } from '#server/people/persons/table.ts';
import { isAmong } from '#server/platform/database/columns.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/** What was over longer ago is not billed: it was paid in another way, as events were before they could be billed. */
const billedForDays = 60;

type Scope = { club: ClubName; day: string; enrolmentIds?: readonly string[] | undefined };
type ChargesOf<Charge> = (tx: Transaction, enrolmentIds: readonly string[]) => Promise<Map<string, Charge[]>>;

/** The enrolments in events that have begun by a day and cost something, in the same shape as those in courses. */
export async function eventFacts<Charge>(tx: Transaction, scope: Scope, chargesOf: ChargesOf<Charge>) {
  const rows = await billable(tx, scope);
  const charges = await chargesOf(
    tx,
    rows.map(({ row }) => row.id),
  );
  return rows.map(({ row, of, method, dueOn, ...name }) => ({
    enrolmentId: row.id,
    personId: row.personId,
    name: listedName(name),
    course: { id: null, title: of.title, kind: 'course' as const, lateJoin: 'full', taxSphere: 'purpose' as const, sessions: [] },
    one: {
      state: row.state,
      priceCents: row.priceCents,
      fullPriceCents: row.fullPriceCents,
      per: 'course' as const,
      cancelFeeCents: row.cancelFeeCents,
      joinsFrom: null,
      startsOn: localOf(of.startsAt).date,
      leavesOn: null,
      registeredOn: localOf(row.registeredAt).date,
      attended: new Set<string>(),
    },
    agreed: { method, dueOn },
    charges: charges.get(row.id) ?? [],
  }));
}

function billable(tx: Transaction, { club, day, enrolmentIds }: Scope) {
  const begun = and(
    lte(event.startsAt, instantOf(addDays(day, 1), '00:00')),
    gte(event.startsAt, instantOf(addDays(day, -billedForDays), '00:00')),
  );
  return tx
    .select({
      row: enrolment,
      of: event,
      firstname: person.firstname,
      lastname: person.lastname,
      method: enrolmentOrder.method,
      dueOn: enrolmentOrder.dueOn,
    })
    .from(enrolment)
    .innerJoin(event, eq(event.id, enrolment.eventId))
    .innerJoin(person, eq(person.id, enrolment.personId))
    .leftJoin(enrolmentOrder, eq(enrolmentOrder.id, enrolment.orderId))
    .where(
      and(
        eq(enrolment.club, club),
        enrolmentIds ? isAmong(enrolment.id, enrolmentIds) : begun,
        inArray(enrolment.state, enrolmentSets.billable),
        or(gt(enrolment.priceCents, 0), sql`exists (select 1 from charge c where c.source_id = ${enrolment.id})`),
      ),
    )
    .orderBy(asc(event.title), asc(event.id), asc(person.lastname), asc(person.firstname), asc(enrolment.id));
}
