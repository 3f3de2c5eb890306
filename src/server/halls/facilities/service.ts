import { asc, eq, inArray, or } from 'drizzle-orm';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import type { Facility } from '#shared/halls/facilities.ts';
import { pausedDays, type DayRule, type HolidayMode } from '#shared/halls/holidays.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { facility, facilityOpening, facilityUnit } from './table.ts';

export type FacilityRow = typeof facility.$inferSelect;
export type Unit = { id: string; facilityId: string; label: string; retiredOn: string | null };
export type Opening = Facility['openings'][number] & { facilityId: string };
type Source = Pick<Transaction, 'select'>;

/** One facility; throws 404 if there is none. */
export async function readFacility(tx: Source, id: string): Promise<FacilityRow> {
  const [row] = await tx.select().from(facility).where(eq(facility.id, id));
  if (!row) throw new Problem('not-found');
  return row;
}

/** The facility of a door's address. */
export async function findFacilityBySlug(tx: Source, slug: string): Promise<FacilityRow | undefined> {
  const [row] = await tx.select().from(facility).where(eq(facility.slug, slug));
  return row;
}

/** The same; throws 404 if there is none. */
export async function readFacilityBySlug(tx: Source, slug: string): Promise<FacilityRow> {
  const row = await findFacilityBySlug(tx, slug);
  if (!row) throw new Problem('not-found');
  return row;
}

/** The postal address of a facility in one line. */
export function addressOf({ street, postcode, city }: Pick<FacilityRow, 'street' | 'postcode' | 'city'>): string {
  return [street, `${postcode} ${city}`.trim()].filter(Boolean).join(', ');
}

/** The units of facilities in their display order. */
export async function readUnits(tx: Source, facilityIds: readonly string[]): Promise<Unit[]> {
  if (facilityIds.length === 0) return [];
  return tx
    .select({ id: facilityUnit.id, facilityId: facilityUnit.facilityId, label: facilityUnit.label, retiredOn: facilityUnit.retiredOn })
    .from(facilityUnit)
    .where(inArray(facilityUnit.facilityId, [...facilityIds]))
    .orderBy(asc(facilityUnit.facilityId), asc(facilityUnit.sort), asc(facilityUnit.id));
}

/** The opening hours of facilities, by weekday. */
export async function readOpenings(tx: Source, facilityIds: readonly string[]): Promise<Opening[]> {
  if (facilityIds.length === 0) return [];
  const rows = await tx
    .select()
    .from(facilityOpening)
    .where(inArray(facilityOpening.facilityId, [...facilityIds]))
    .orderBy(asc(facilityOpening.weekday), asc(facilityOpening.opens));
  return rows.map((row) => ({ ...row, opens: row.opens.slice(0, 5), closes: row.closes.slice(0, 5) }));
}

type Closing = Pick<FacilityRow, 'closedInSchoolHolidays' | 'closedOnPublicHolidays'>;

/** The holidays on which a facility itself is closed, as the mode of a series. */
export function closingMode({ closedInSchoolHolidays, closedOnPublicHolidays }: Closing): HolidayMode {
  if (closedInSchoolHolidays) return closedOnPublicHolidays ? 'skip_both' : 'skip_school';
  return closedOnPublicHolidays ? 'skip_public' : 'keep';
}

/** The days on which a facility is closed, with the German reason for each. */
export function closingReasons(facility: Closing, rules: readonly DayRule[], from: LocalDate, to: LocalDate): Map<LocalDate, string> {
  return pausedDays(rules, closingMode(facility), from, to);
}

/** The facilities that use some of these files. */
export async function facilityUses(tx: Pick<Transaction, 'select'>, paths: readonly string[]) {
  if (paths.length === 0) return [];
  const rows = await tx
    .select({ name: facility.name, slug: facility.slug, image: facility.image, rulesFile: facility.rulesFile })
    .from(facility)
    .where(or(inArray(facility.image, [...paths]), inArray(facility.rulesFile, [...paths])))
    .limit(1000);
  return rows.flatMap(({ name, slug, image, rulesFile }) =>
    paths
      .filter((path) => path === image || path === rulesFile)
      .map((path) => ({ path, what: `Sportstätte „${name}“`, link: `/halls/${slug}` })),
  );
}
