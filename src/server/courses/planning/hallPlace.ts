import { brokenRule } from '#shared/halls/bookingRules.ts';
import { localOf, type LocalDate } from '#shared/kernel/calendar.ts';
import type { DayRule } from '#shared/halls/holidays.ts';
import { dayRules } from '#server/halls/closures/service.ts';
import {
  closingReasons,
  readFacility,
  readOpenings,
  readUnits,
  type FacilityRow,
  type Opening,
  type Unit,
} from '#server/halls/facilities/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { courseSession } from '../offers/table.ts';

/** A date of a course with what it takes of a hall. */
export type HallDate = Pick<
  typeof courseSession.$inferSelect,
  'id' | 'slotId' | 'bookingId' | 'localDate' | 'startsAt' | 'endsAt' | 'state' | 'facilityId' | 'unitIds'
>;

/** A hall with all that its rules need. */
export type Hall = { facility: FacilityRow; units: Unit[]; openings: Opening[]; rules: DayRule[] };

/** Reads a hall with its parts, hours, and the holidays and closures between two days. */
export async function readHall(tx: Transaction, facilityId: string, from: LocalDate, to: LocalDate): Promise<Hall> {
  return {
    facility: await readFacility(tx, facilityId),
    units: await readUnits(tx, [facilityId]),
    openings: await readOpenings(tx, [facilityId]),
    rules: await dayRules(tx, from, to, { facility: facilityId }),
  };
}

/**
 * The rule of the hall that a date breaks, in words. How far ahead one may book is not asked: a course is planned for its
 * whole period, and whoever decides sees all of its dates.
 */
export function brokenBy(
  { facility, units, openings, rules }: Hall,
  { localDate, startsAt, endsAt, unitIds }: HallDate,
): string | undefined {
  const wish = { date: localDate, startTime: localOf(startsAt).time, endTime: localOf(endsAt).time, unitIds };
  const broken = brokenRule({ ...facility, leadDays: 0, maxAdvanceDays: 3660, units, openings }, wish, {
    today: localOf(now()).date,
    now: now(),
    pause: closingReasons(facility, rules, localDate, localDate).get(localDate),
  });
  return broken?.message;
}
