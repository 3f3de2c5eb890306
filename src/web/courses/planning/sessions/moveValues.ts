import { z } from 'zod';
import { hall } from '#shared/courses/courseShapes.ts';
import { movedDaysAtMost } from '#shared/courses/planning/sessionMoves.ts';
import { clockPattern } from '#shared/kernel/calendar.ts';
import { line, localDate } from '#shared/kernel/fields.ts';

/** A time of day; empty leaves it unchanged. */
const timeOrNone = z.string().refine((text) => text === '' || clockPattern.test(text), 'Bitte eine Uhrzeit wie 18:30.');

/** The form's shape for moving many sessions. */
export const moveShape = z.object({
  from: localDate,
  to: localDate,
  days: z.int('Bitte eine ganze Zahl.').min(-movedDaysAtMost).max(movedDaysAtMost),
  startTime: timeOrNone,
  endTime: timeOrNone,
  hasNewHall: z.boolean(),
  ...hall,
  place: line(120),
  /** Sessions in the range that stay. */ staying: z.array(z.string()),
  reason: line(300),
  typed: z.string().max(10),
});
export type MoveValues = z.output<typeof moveShape>;

/** The initial values. */
export const noMove: MoveValues = {
  from: '',
  to: '',
  days: 0,
  startTime: '',
  endTime: '',
  hasNewHall: false,
  facilityId: null,
  unitIds: [],
  place: '',
  staying: [],
  reason: '',
  typed: '',
};

/** The request for the move; undefined while nothing changes or the input is incomplete. */
export function wishOf(values: MoveValues) {
  const { days, startTime, endTime, hasNewHall, facilityId, unitIds, place } = values;
  const isWhole = Number.isInteger(days) && [startTime, endTime].every((time) => time === '' || clockPattern.test(time));
  if (!isWhole || (days === 0 && startTime === '' && endTime === '' && !hasNewHall)) return undefined;
  return { days, startTime: startTime || null, endTime: endTime || null, hall: hasNewHall ? { facilityId, unitIds, place } : null };
}
