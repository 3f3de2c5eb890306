import { asc, eq, sql } from 'drizzle-orm';
import type { BookingView } from '#shared/halls/bookings.ts';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import { dayRulesByFacility } from '../closures/service.ts';
import { closingReasons, type FacilityRow } from '../facilities/service.ts';
import { facility } from '../facilities/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn, type Context, type Viewer } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isBetween } from './days.ts';
import { seenBooking, viewerRights, type Untimed } from '../bookings/view.ts';

/** The occupancy plan of some days: the bookings and closures of the facilities visible to the viewer. */
export async function readPlan(
  context: Context,
  tx: Transaction,
  { from, to, facility: id }: { from: LocalDate; to: LocalDate; facility?: string | undefined },
) {
  const viewer = signedIn(context);
  const facilities = await readFacilities(tx, id);
  const rows = await readRows(tx, facilities, from, to);
  return {
    bookings: planned(viewer, rows, facilities),
    pauses: await pausesOf(tx, facilities, from, to),
    isCut: rows.length === rowsAtMost,
  };
}

/** More than the weeks of fifty halls; further rows are reported as missing. */
const rowsAtMost = 5000;

type PlanRow = Untimed & { startsAt: string; endsAt: string; unitIds: string };

/**
 * The rows of a plan as PostgreSQL sends them, in one prepared statement with only the needed columns: a week has thousands of rows, and
 * mapping every column to objects takes longer than the query.
 */
async function readRows(tx: Transaction, facilities: readonly FacilityRow[], from: LocalDate, to: LocalDate): Promise<PlanRow[]> {
  const { rows } = await tx.execute<PlanRow>(
    sql`select id, series_id as "seriesId", club, holder, organisation_id as "organisationId", facility_id as "facilityId", unit_ids::text as "unitIds", local_date::text as "localDate",
        starts_at::text as "startsAt", ends_at::text as "endsAt", state, title, kind, age_group as "ageGroup",
        expected_participants as "expectedParticipants", priority, message, contact_person as "contactPerson",
        contact_phone as "contactPhone", department_id as "departmentId", reason, offer, created_by as "createdBy", version
      from booking where facility_id = any (${sql.param(facilities.map(({ id }) => id))}::uuid[])
        and ${isBetween(from, to)} and state = any (${sql.param(bookingSets.planned)}::text[])
      order by starts_at, id limit ${rowsAtMost}`,
  );
  return rows;
}

/** The rows in the viewer's plan, as far as they may see them; repeated instants and sets of units are shared. */
function planned(viewer: Viewer, rows: readonly PlanRow[], facilities: readonly FacilityRow[]): BookingView[] {
  const sights = new Map(facilities.map((one) => [one.id, viewerRights(viewer, one)]));
  const [instants, at] = [new Map<string, { text: string; hasBegun: boolean }>(), now().getTime()];
  const instant = (stored: string) => {
    const known = instants.get(stored);
    if (known) return known;
    const time = new Date(stored);
    const fresh = { text: time.toISOString(), hasBegun: time.getTime() <= at };
    instants.set(stored, fresh);
    return fresh;
  };
  const parts = new Map<string, string[]>();
  const partsOf = (stored: string) => {
    const known = parts.get(stored) ?? stored.slice(1, -1).split(',');
    parts.set(stored, known);
    return known;
  };
  const shown: BookingView[] = [];
  for (const row of rows) {
    const sight = sights.get(row.facilityId);
    if (!sight || (row.club !== viewer.club && !sight.isShared)) continue;
    const starts = instant(row.startsAt);
    const endsAt = instant(row.endsAt).text;
    shown.push(seenBooking(sight, row, { startsAt: starts.text, endsAt, hasBegun: starts.hasBegun, unitIds: partsOf(row.unitIds) }));
  }
  return shown;
}

/** The halls of all clubs by name, or one. */
export async function readFacilities(tx: Transaction, id: string | undefined): Promise<FacilityRow[]> {
  return tx
    .select()
    .from(facility)
    .where(id ? eq(facility.id, id) : undefined)
    .orderBy(asc(facility.name))
    .limit(500);
}

async function pausesOf(tx: Transaction, facilities: readonly FacilityRow[], from: LocalDate, to: LocalDate) {
  const pauses = [];
  const rulesOf = await dayRulesByFacility(
    tx,
    from,
    to,
    facilities.map(({ id }) => id),
  );
  for (const one of facilities) {
    const rules = rulesOf.get(one.id) ?? [];
    for (const [date, reason] of closingReasons(one, rules, from, to)) pauses.push({ facilityId: one.id, date, reason });
  }
  return pauses;
}
