import { z } from 'zod';
import { addDays, localOf } from '#shared/kernel/calendar.ts';
import { shiftInput, type HelperListView, type ShiftView } from '#shared/helpers/helperListShapes.ts';
import { typedInstant } from '#web/lib/typedInstant.ts';
import { timeFaults } from '#web/ui/forms/timeFaults.ts';

/** The form values of a shift: a day and two times in place of instants, hours in place of minutes. */
export type ShiftValues = ReturnType<typeof valuesOf>;

/** The values of a stored shift, or of a new one of a list. */
export function valuesOf(shift: ShiftView | undefined, list: HelperListView) {
  const from = shift ? localOf(new Date(shift.startsAt)) : { date: list.startsOn, time: '10:00' };
  return {
    area: shift?.area ?? '',
    task: shift?.task ?? '',
    place: shift?.place ?? '',
    day: from.date,
    startTime: from.time,
    endTime: shift ? localOf(new Date(shift.endsAt)).time : '12:00',
    needed: shift?.needed ?? 2,
    ageMin: shift?.ageMin ?? null,
    creditHours: shift && shift.creditMinutes !== null ? shift.creditMinutes / 60 : null,
    contact: shift?.contact ?? '',
    note: shift?.note ?? '',
    responsibleClub: shift?.responsibleClub ?? null,
  };
}

/** The values to send; if the end is not after the beginning, the shift ends on the next day. */
export function toInput({ day, startTime, endTime, creditHours, ...rest }: ShiftValues) {
  return {
    ...rest,
    startsAt: typedInstant(day, startTime),
    endsAt: typedInstant(endTime > startTime ? day : addDays(day, 1), endTime),
    creditMinutes: creditHours === null ? null : Math.round(creditHours * 60),
  };
}

/** The form holds a day and times; validation sees the resulting instants. */
export function shiftShape(id: string) {
  return z
    .custom<ShiftValues>()
    .transform((values): z.input<typeof shiftInput> => ({ ...toInput(values), id }))
    .pipe(shiftInput);
}

/** Assigns errors of the shape's fields to the form's, and checks the times. */
export const shiftOptions = {
  fieldOf: { startsAt: 'startTime', endsAt: 'endTime', creditMinutes: 'creditHours' },
  check: ({ startTime, endTime }: ShiftValues) => timeFaults({ startTime, endTime }),
};
