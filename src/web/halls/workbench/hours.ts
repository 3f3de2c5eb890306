import type { Grant, SeasonPlan } from '#shared/halls/seasons/plans.ts';
import type { GrantWeek } from '#shared/halls/seasons/placing.ts';
import { minutesOf } from '#shared/kernel/calendar.ts';

/** A time of a wish in the plan, no matter who gave it. */
export type Hour = Pick<Grant, 'wishId' | 'facilityId' | 'unitIds' | 'weekday' | 'startTime' | 'endTime' | 'week' | 'isLocked' | 'reason'>;

/** What is done to the plan at once; turned round it is taken back. */
export type Change = { takes: readonly Hour[]; gives: readonly Hour[] };

/** What takes a change back. */
export function turned({ takes, gives }: Change): Change {
  return { takes: gives, gives: takes };
}

/** A time without what the plan tells of it beside. */
export function hourOf({ wishId, facilityId, unitIds, weekday, startTime, endTime, week, isLocked, reason }: Hour): Hour {
  return { wishId, facilityId, unitIds, weekday, startTime, endTime, week, isLocked, reason };
}

/** Whether two times are the same in all that counts. */
export function isSameHour(a: Hour, b: Hour): boolean {
  return textOf(a) === textOf(b);
}

function textOf({ wishId, facilityId, unitIds, weekday, startTime, week, isLocked }: Hour): string {
  return [wishId, facilityId, weekday, startTime, week, isLocked, ...unitIds.toSorted()].join(' ');
}

/** The grant that a time stands for now; undefined when somebody has changed it meanwhile. */
export function grantOf({ grants }: Pick<SeasonPlan, 'grants'>, hour: Hour): Grant | undefined {
  return grants.find((one) => isSameHour(one, hour));
}

type Place = Pick<Hour, 'facilityId' | 'unitIds' | 'weekday' | 'startTime' | 'endTime' | 'week'>;

/** Who stands in the way of a place, with the pause that the hall needs between two. */
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

/** The points of a whole plan. */
export function pointsOfAll(grants: readonly { points: number }[]): number {
  return grants.reduce((sum, { points }) => sum + points, 0);
}
