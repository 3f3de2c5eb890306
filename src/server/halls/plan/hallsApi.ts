import { and, asc, eq, inArray, lt, gt } from 'drizzle-orm';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { openingWords } from '#shared/halls/bookingRules.ts';
import { addDays, instantOf } from '#shared/kernel/calendar.ts';
import { hallsContract, type DoorPlan } from '#shared/halls/halls.ts';
import { booking } from '../bookings/table.ts';
import { dayRules } from '../closures/service.ts';
import { today } from '#server/platform/process/clock.ts';
import { beyondScope } from '#server/platform/database/database.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { hallsNow, shownOf } from './hallsNow.ts';
import { closingReasons, readFacilityBySlug, readOpenings, readUnits, type FacilityRow } from '../facilities/service.ts';

const os = implementing(hallsContract);

/** The plan at the door: public, so it shows no more than the facility allows, and never a person. */
export const hallsApi = os.router({
  now: os.now.handler(({ context }) => context.read((tx) => hallsNow(tx, context.hostClub))),

  read: os.read.handler(({ context, input }) =>
    context.read(async (tx) => {
      const row = await readFacilityBySlug(tx, input.slug);
      const date = input.date ?? today();
      const [units, openings] = [await readUnits(tx, [row.id]), await readOpenings(tx, [row.id])];
      const rules = await dayRules(tx, date, date, { facility: row.id });
      const found = await beyondScope(tx, () =>
        tx
          .select()
          .from(booking)
          .where(
            and(
              eq(booking.facilityId, row.id),
              lt(booking.startsAt, instantOf(addDays(date, 1), '00:00')),
              gt(booking.endsAt, instantOf(date, '00:00')),
              inArray(booking.state, [...bookingSets.blocking, 'released']),
            ),
          )
          .orderBy(asc(booking.startsAt), asc(booking.id))
          .limit(500),
      );
      const labels = new Map(units.map(({ id, label }) => [id, label]));
      return {
        id: row.id,
        slug: row.slug,
        name: row.name,
        address: [row.street, `${row.postcode} ${row.city}`.trim()].filter(Boolean).join(', '),
        managerClub: row.managerClub,
        units: units.filter(({ retiredOn }) => retiredOn === null || retiredOn > date).map(({ id, label }) => ({ id, label })),
        date,
        opening: openingWords({ openings }, date),
        pause: closingReasons(row, rules, date, date).get(date) ?? null,
        entries: found.map((one) => toEntry(one, row, labels)),
      };
    }),
  ),
});

function toEntry(
  one: typeof booking.$inferSelect,
  { publicDetail }: FacilityRow,
  labels: ReadonlyMap<string, string>,
): DoorPlan['entries'][number] {
  const isFree = one.state === 'released';
  return {
    startsAt: one.startsAt.toISOString(),
    endsAt: one.endsAt.toISOString(),
    units: one.unitIds.length >= labels.size ? [] : one.unitIds.flatMap((id) => labels.get(id) ?? []),
    ...shownOf(isFree ? 'busy' : publicDetail, one),
    isFree,
  };
}
