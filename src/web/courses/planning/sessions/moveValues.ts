import { z } from 'zod';
import { hall } from '#shared/courses/courseShapes.ts';
import { movedDaysAtMost } from '#shared/courses/planning/sessionMoves.ts';
import { clockPattern } from '#shared/kernel/calendar.ts';
import { line, localDate } from '#shared/kernel/fields.ts';

/** A time of day, or nothing: it stays as it is. */
const timeOrNone = z.string().refine((text) => text === '' || clockPattern.test(text), 'Bitte eine Uhrzeit wie 18:30.');

/** What is asked for when many dates move. */
export const moveShape = z.object({
  from: localDate,
  to: localDate,
  days: z.int('Bitte eine ganze Zahl.').min(-movedDaysAtMost).max(movedDaysAtMost),
  startTime: timeOrNone,
  endTime: timeOrNone,
  hasNewHall: z.boolean(),
  ...hall,
  place: line(120),
  /** Dates of these days that stay where they are. */ staying: z.array(z.string()),
  reason: line(300),
  typed: z.string().max(10),
});
export type MoveValues = z.output<typeof moveShape>;

/** What a form begins with. */
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

/** The move in the shape of its endpoint; undefined while nothing changes or the typed values are not whole. */
export function wishOf(values: MoveValues) {
  const { days, startTime, endTime, hasNewHall, facilityId, unitIds, place } = values;
  const isWhole = Number.isInteger(days) && [startTime, endTime].every((time) => time === '' || clockPattern.test(time));
  if (!isWhole || (days === 0 && startTime === '' && endTime === '' && !hasNewHall)) return undefined;
  return { days, startTime: startTime || null, endTime: endTime || null, hall: hasNewHall ? { facilityId, unitIds, place } : null };
}
