import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { addDays, germanDate, instantOf, localOf, timesInWords } from '#shared/kernel/calendar.ts';
import { closuresContract, type AffectedBooking } from '#shared/halls/closures.ts';
import { facilityTarget } from '#shared/halls/facilities.ts';
import { calendarDayRule } from './table.ts';
import { readFacility, type FacilityRow } from '../facilities/service.ts';
import { now } from '#server/platform/process/clock.ts';
import { allow, signedIn, type Context } from '#server/platform/http/context.ts';
import { beyondScope, type Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { alternatives } from '../plan/freeTimes.ts';
import { writeToClub } from '../bookings/emails.ts';
import { writeToContacts } from '../organisations/emails.ts';
import { refuseLongRange } from '../bookings/place.ts';
import { notifyPlan } from '../bookings/record.ts';
import { giveBack, lockFacilities, type BookingRow } from '../bookings/service.ts';
import { booking } from '../bookings/table.ts';
import { seesPurpose } from '../bookings/view.ts';

const os = implementing(closuresContract);

/** Closing a facility: played through first, then done, then told with one button. */
export const closuresApi = os.router({
  check: os.check.handler(({ context, input }) =>
    context.read(async (tx) => {
      refuseLongRange(input.startsOn, input.endsOn, 400);
      await closable(context, tx, input.facilityId);
      return withAlternatives(context, tx, await hit(tx, input));
    }),
  ),

  create: os.create.handler(({ context, input }) =>
    context.write(async (write) => {
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
      await giveBack(tx, ids);
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
      return { id: rule.id, displaced: ids.length };
    }),
  ),

  tell: os.tell.handler(({ context, input }) =>
    context.write(async ({ tx }) => {
      const [rule] = await tx.select().from(calendarDayRule).where(eq(calendarDayRule.id, input.id));
      if (!rule || rule.scope !== 'facility') throw new Problem('not-found');
      const facility = await closable(context, tx, rule.scopeId);
      const rows = await beyondScope(tx, () =>
        tx.select().from(booking).where(eq(booking.displacedBy, rule.id)).orderBy(asc(booking.startsAt)).limit(5000),
      );
      const holders = Map.groupBy(rows, ({ organisationId, club }) => organisationId ?? club);
      let mails = 0;
      for (const [holder, hits] of holders) {
        const [first] = hits;
        if (!first) continue;
        const { club, organisationId } = first;
        const body = `${facility.name} ist vom ${germanDate(rule.startsOn)} bis ${germanDate(rule.endsOn)} geschlossen: ${rule.name}.\n\nDiese Termine fallen dort aus:\n${hits.map(line).join('\n')}\n`;
        const mail = {
          subject: `Geschlossen: ${facility.name}`,
          onceKey: `closure:${rule.id}:${holder}`,
          about: { kind: 'closure' as const, id: rule.id },
        };
        // Who has no account is told by the contacts; without any the board of the hall knows whom to call.
        const told = organisationId === null ? 0 : await writeToContacts(tx, context.settings, { club, organisationId }, { ...mail, body });
        const where = '\nFreie Zeiten finden Sie in der Verwaltung unter Belegung.\n';
        mails += told > 0 ? told : await writeToClub(tx, club, { ...mail, body: body + where });
      }
      return { clubs: holders.size, mails };
    }),
  ),
});

async function closable(context: Context, tx: Transaction, facilityId: string): Promise<FacilityRow> {
  const facility = await readFacility(tx, facilityId);
  allow(context, 'calendar.update', facilityTarget(signedIn(context).club, facility));
  return facility;
}

/** The bookings and requests that stand at a facility within these days and have not begun. */
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
    // The first twenty come with proposals; whoever closes for longer looks at the list, not at each hour.
    const wish = { facilityId: row.facilityId, unitIds: row.unitIds, startTime: from.time, endTime: to.time };
    const other = index < 20 ? (await alternatives(tx, viewer, [from.date], wish)).get(from.date) : undefined;
    found.push({
      id: row.id,
      club: row.club,
      title: seesPurpose(viewer, row) ? row.title : null,
      startsAt: row.startsAt.toISOString(),
      endsAt: row.endsAt.toISOString(),
      alternatives: (other?.otherHalls ?? []).map(({ facilityName, startTime, endTime }) => ({ facilityName, startTime, endTime })),
    });
  }
  return found;
}

function line(row: BookingRow): string {
  return `- ${germanDate(localOf(row.startsAt).date)}, ${timesInWords(row)}: ${row.title}`;
}
