import { ageOn } from '#shared/kernel/age.ts';
import type { LocalDate } from '#shared/kernel/calendar.ts';

/** How a child gets home after a session. */
export const waysHome = ['unknown', 'collected', 'alone'] as const;
export type WayHome = (typeof waysHome)[number];

/** The German names of the ways home. */
export const wayHomeNames: { readonly [way in WayHome]: string } = {
  unknown: 'keine Angabe',
  collected: 'wird abgeholt',
  alone: 'geht allein nach Hause',
};

/** The ways home that can be chosen. */
export const wayHomeChoices = ['collected', 'alone'] as const;
export type WayHomeChoice = (typeof wayHomeChoices)[number];

const choosesWayHomeFrom = 10;

/** Whether the way home must be stated: required for children under 10, for the trainer of the session. */
export function needsWayHome(birthDate: LocalDate | null, day: LocalDate): boolean {
  return birthDate !== null && ageOn(birthDate, day) < choosesWayHomeFrom;
}
