import type { Grant, SeasonPlan } from '#shared/halls/seasons/plans.ts';
import type { GrantWeek } from '#shared/halls/seasons/placing.ts';
import { minutesOf } from '#shared/kernel/calendar.ts';

/** A wish's time in the plan, independent of the grant's id. */
export type Hour = Pick<Grant, 'wishId' | 'facilityId' | 'unitIds' | 'weekday' | 'startTime' | 'endTime' | 'week' | 'isLocked' | 'reason'>;

/** A set of changes applied at once; its inverse reverts it. */
export type Change = { takes: readonly Hour[]; gives: readonly Hour[] };

/** The inverse of a change. */
export function turned({ takes, gives }: Change): Change {
  return { takes: gives, gives: takes };
}

/** A time without the plan's further fields. */
export function hourOf({ wishId, facilityId, unitIds, weekday, startTime, endTime, week, isLocked, reason }: Hour): Hour {
  return { wishId, facilityId, unitIds, weekday, startTime, endTime, week, isLocked, reason };
}

/** Whether two times are equal in all relevant fields. */
export function isSameHour(a: Hour, b: Hour): boolean {
  return textOf(a) === textOf(b);
}

function textOf({ wishId, facilityId, unitIds, weekday, startTime, week, isLocked }: Hour): string {
  return [wishId, facilityId, weekday, startTime, week, isLocked, ...unitIds.toSorted()].join(' ');
}

/** The current grant of a time; undefined if somebody has changed it meanwhile. */
export function grantOf({ grants }: Pick<SeasonPlan, 'grants'>, hour: Hour): Grant | undefined {
  return grants.find((one) => isSameHour(one, hour));
}

type Place = Pick<Hour, 'facilityId' | 'unitIds' | 'weekday' | 'startTime' | 'endTime' | 'week'>;

/** The grants that overlap a place, including the hall's buffer between bookings. */
export function obstaclesOf(grants: readonly Grant[], place: Place, bufferMinutes: number): Grant[] {
  const [from, to] = [minutesOf(place.startTime), minutesOf(place.endTime)];
  return grants.filter(
    (one) =>
      one.facilityId === place.facilityId &&
      one.weekday === place.weekday &&
      meets(one.week, place.week) &&
      one.unitIds.some((id) => place.unitIds.includes(id)) &&
      minutesOf(one.startTime) < to + bufferMinutes &&
      from < minutesOf(one.endTime) + bufferMinutes,
  );
}

function meets(a: GrantWeek, b: GrantWeek): boolean {
  return a === 'every' || b === 'every' || a === b;
}

/** The total points of a plan. */
export function pointsOfAll(grants: readonly { points: number }[]): number {
  return grants.reduce((sum, { points }) => sum + points, 0);
}
