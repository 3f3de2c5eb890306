import type { z } from 'zod';
import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { addDays, germanDate, instantOf, localOf } from '#shared/kernel/calendar.ts';
import { closuresContract, type AffectedBooking, type closureInput } from '#shared/halls/closures.ts';
import { facilityTarget } from '#shared/halls/facilities.ts';
import { calendarDayRule } from './table.ts';
import { readFacility, type FacilityRow } from '../facilities/service.ts';
import { now } from '#server/platform/process/clock.ts';
import { allow, signedIn, type Context } from '#server/platform/http/context.ts';
import type { Transaction, Write } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { alternatives } from '../plan/freeTimes.ts';
import type { OfferFollower } from '../bookings/decide.ts';
import { listNotices } from '../organisations/notices.ts';
import { refuseLongRange } from '../bookings/place.ts';
import { notifyPlan } from '../bookings/record.ts';
import { releaseUnits, lockFacilities, type BookingRow } from '../bookings/service.ts';
import { booking } from '../bookings/table.ts';
import { seesPurpose } from '../bookings/view.ts';
import { displacedDates, moveDisplaced, notifyDisplacedHolders } from './displaced.ts';
import type { Closure } from './moving.ts';
import { proposeMoves } from './proposals.ts';

const os = implementing(closuresContract);

/**
 * Closing a facility: previewed first, then applied, then its holders are notified in a separate step; `follow` updates the records that
 * depend on moved bookings.
 */
export const closuresApi = (follow: OfferFollower) =>
  os.router({
    check: os.check.handler(({ context, input }) =>
      context.read(async (tx) => {
        refuseLongRange(input.startsOn, input.endsOn, 400);
        await closable(context, tx, input.facilityId);
        return withAlternatives(context, tx, await hit(tx, input));
      }),
    ),

    create: os.create.handler(({ context, input }) => context.write((write) => closeFacility(context, write, input))),
    read: os.read.handler(({ context, input }) =>
      context.read(async (tx) => {
        const { rule } = await ownClosure(context, tx, input.id);
        return { displaced: await displacedDates(context, tx, rule.id), notices: await listNotices(tx, rule.id) };
      }),
    ),
    move: os.move.handler(({ context, input }) =>
      context.write(async (write) => {
        const { rule, facility } = await ownClosure(context, write.tx, input.id);
        return moveDisplaced(context, write, { rule, facility, ids: input.ids, mayShift: input.mayShift }, follow);
      }),
    ),
    propose: os.propose.handler(({ context, input }) =>
      context.write(async (write) => proposeMoves(context, write, { ...(await ownClosure(context, write.tx, input.id)), ...input })),
    ),
    tell: os.tell.handler(({ context, input }) =>
      context.write(async ({ tx }) => notifyDisplacedHolders(context, tx, await ownClosure(context, tx, input.id), input.isAgain)),
    ),
  });

/** Closes a facility and displaces its bookings. */
async function closeFacility(
  context: Context,
  write: Write,
  input: z.output<typeof closureInput>,
): Promise<{ id: string; displaced: number }> {
  const { tx } = write;
  refuseLongRange(input.startsOn, input.endsOn, 400);
  const facility = await closable(context, tx, input.facilityId);
  await lockFacilities(tx, [facility.id]);
  const [rule] = await tx
    .insert(calendarDayRule)
    .values({
      scope: 'facility',
      scopeId: facility.id,
      kind: 'closure',
      name: input.name,
      startsOn: input.startsOn,
      endsOn: input.endsOn,
    })
    .returning();
  if (!rule) throw new Problem('conflict');
  const rows = await hit(tx, input);
  const ids = rows.map(({ id }) => id);
  await releaseUnits(tx, ids);
  if (ids.length > 0)
    await tx
      .update(booking)
      .set({ state: 'displaced', displacedBy: rule.id, reason: input.name, version: sql`${booking.version} + 1` })
      .where(inArray(booking.id, ids));
  write.audit(
    'calendar.update',
    { club: facility.managerClub, id: facility.id, entity: 'facilities' },
    `Sperrzeit: ${facility.name}, ${germanDate(input.startsOn)}–${germanDate(input.endsOn)} (${ids.length} Termine verdrängt)`,
    { after: input },
  );
  notifyPlan(write, facility);
  // Open lists of the sessions in these bookings are read again, and name the closure.
  for (const club of new Set(rows.map((one) => one.club))) write.changed({ collection: 'participations', club });
  return { id: rule.id, displaced: ids.length };
}

async function ownClosure(context: Context, tx: Transaction, id: string): Promise<Closure> {
  const [rule] = await tx.select().from(calendarDayRule).where(eq(calendarDayRule.id, id));
  if (!rule || rule.scope !== 'facility') throw new Problem('not-found');
  return { rule, facility: await closable(context, tx, rule.scopeId) };
}

async function closable(context: Context, tx: Transaction, facilityId: string): Promise<FacilityRow> {
  const facility = await readFacility(tx, facilityId);
  allow(context, 'calendar.update', facilityTarget(signedIn(context).club, facility));
  return facility;
}

/** The bookings and requests of a facility within these days that have not begun. */
function hit(
  tx: Transaction,
  { facilityId, startsOn, endsOn }: { facilityId: string; startsOn: string; endsOn: string },
): Promise<BookingRow[]> {
  return tx
    .select()
    .from(booking)
    .where(
      and(
        eq(booking.facilityId, facilityId),
        lt(booking.startsAt, instantOf(addDays(endsOn, 1), '00:00')),
        gt(booking.endsAt, instantOf(startsOn, '00:00')),
        gt(booking.startsAt, now()),
        inArray(booking.state, bookingSets.planned),
      ),
    )
    .orderBy(asc(booking.startsAt), asc(booking.id))
    .limit(2000);
}

async function withAlternatives(context: Context, tx: Transaction, rows: readonly BookingRow[]): Promise<AffectedBooking[]> {
  const viewer = signedIn(context);
  const found: AffectedBooking[] = [];
  for (const [index, row] of rows.entries()) {
    const [from, to] = [localOf(row.startsAt), localOf(row.endsAt)];
    // Alternatives for the first twenty; for longer closures only the list is shown.
    const wish = { facilityId: row.facilityId, unitIds: row.unitIds, startTime: from.time, endTime: to.time, about: row.title };
    const other = index < 20 ? (await alternatives(tx, viewer, [from.date], wish)).get(from.date) : undefined;
    found.push({
      id: row.id,
      holder: row.holder || row.club,
      title: seesPurpose(viewer, row) ? row.title : null,
      startsAt: row.startsAt.toISOString(),
      endsAt: row.endsAt.toISOString(),
      alternatives: (other?.otherHalls ?? []).map(({ facilityName, startTime, endTime }) => ({ facilityName, startTime, endTime })),
    });
  }
  return found;
}
