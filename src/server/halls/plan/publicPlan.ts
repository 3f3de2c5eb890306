import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { openingWords } from '#shared/halls/bookingRules.ts';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import type { DoorPlan, PublicPlan } from '#shared/halls/halls.ts';
import { addDays, localOf, mondayOf, type LocalDate } from '#shared/kernel/calendar.ts';
import { clubNames, type ClubName } from '#shared/kernel/clubs.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { today } from '#server/platform/process/clock.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { booking } from '../bookings/table.ts';
import { dayRulesByFacility } from '../closures/service.ts';
import { closingReasons, readOpenings, readUnits, type FacilityRow } from '../facilities/service.ts';
import { facility } from '../facilities/table.ts';
import { isBetween } from './days.ts';
import { shownOf } from './hallsNow.ts';

type BookingRow = typeof booking.$inferSelect;

/**
 * The public plan: a day of all halls of a club and of the town (on GSV of all clubs), or the week of one hall. It shows no more of a
 * booking than its hall allows, and never a person.
 */
export async function publicPlan(
  tx: Transaction,
  host: ClubName,
  { date = today(), hall }: { date?: LocalDate | undefined; hall?: string | undefined },
): Promise<PublicPlan> {
  const all = await facilitiesOf(tx, host);
  const shown = hall === undefined ? all : all.filter(({ slug }) => slug === hall);
  if (hall !== undefined && shown.length === 0) throw new Problem('not-found');
  const [from, to] = hall === undefined ? [date, date] : [mondayOf(date), addDays(mondayOf(date), 6)];
  const ids = shown.map(({ id }) => id);
  const [units, openings, rules, rows] = [
    Map.groupBy(await readUnits(tx, ids), ({ facilityId }) => facilityId),
    Map.groupBy(await readOpenings(tx, ids), ({ facilityId }) => facilityId),
    await dayRulesByFacility(tx, from, to, ids),
    Map.groupBy(await standing(tx, ids, from, to), ({ facilityId }) => facilityId),
  ];
  const days = Array.from({ length: hall === undefined ? 1 : 7 }, (_, index) => addDays(from, index));
  return {
    from,
    to,
    halls: all.map(({ slug, name }) => ({ slug, name })),
    plans: shown.map((one) => {
      const labels = new Map((units.get(one.id) ?? []).map(({ id, label }) => [id, label]));
      const closed = closingReasons(one, rules.get(one.id) ?? [], from, to);
      const ofHall = Map.groupBy(rows.get(one.id) ?? [], ({ startsAt }) => localOf(startsAt).date);
      return {
        slug: one.slug,
        name: one.name,
        days: days.map((day) => ({
          date: day,
          opening: openingWords({ openings: openings.get(one.id) ?? [] }, day),
          pause: closed.get(day) ?? null,
          entries: (ofHall.get(day) ?? []).map((row) => toEntry(row, one, labels)),
        })),
      };
    }),
  };
}

/** An hour of the public plan; a released one is free. */
export function toEntry(
  one: BookingRow,
  { publicDetail }: Pick<FacilityRow, 'publicDetail'>,
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

/** The blocking or released bookings of halls between two days; requests are not public. */
export async function standing(tx: Transaction, facilityIds: readonly string[], from: LocalDate, to: LocalDate): Promise<BookingRow[]> {
  if (facilityIds.length === 0) return [];
  return inAllClubs(tx, () =>
    tx
      .select()
      .from(booking)
      .where(
        and(
          inArray(booking.facilityId, [...facilityIds]),
          isBetween(from, to),
          inArray(booking.state, [...bookingSets.blocking, 'released']),
        ),
      )
      .orderBy(asc(booking.startsAt), asc(booking.id))
      .limit(2000),
  );
}

/** The halls on the site of a club: its own and the town's; on the association's site all. */
export async function facilitiesOf(tx: Transaction, host: ClubName): Promise<FacilityRow[]> {
  const clubs = host === 'GSV' ? clubNames : [host];
  return tx
    .select()
    .from(facility)
    .where(and(eq(facility.isActive, true), or(inArray(facility.ownerClub, [...clubs]), isNull(facility.ownerClub))))
    .orderBy(asc(facility.name))
    .limit(200);
}
