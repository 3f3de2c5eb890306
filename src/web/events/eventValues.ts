import type { FormErrors, UseFormReturnType } from '@mantine/form';
import { z } from 'zod';
import { addDays, daysBetween, localOf } from '#shared/kernel/calendar.ts';
import { asksForPast, eventInput, pastBegin, type EventView } from '#shared/events/events.ts';
import type { EventKind } from '#shared/events/eventKinds.ts';
import { today } from '#web/lib/berlinDay.ts';
import { typedInstant } from '#web/lib/typedInstant.ts';
import { timeFaults } from '#web/ui/forms/timeFaults.ts';
import { registrationFieldOf, registrationInput, registrationValues } from './registrationValues.ts';

/** The form values of an event: days and times in place of instants; an all-day event has a last day. */
export type EventValues = ReturnType<typeof valuesOf>;
export type EventFormType = UseFormReturnType<EventValues>;

/** The values of a stored event, or of a new one. */
export function valuesOf(event: EventView | undefined) {
  const from = event ? localOf(new Date(event.startsAt)) : { date: today(), time: '10:00' };
  const to = event ? localOf(new Date(event.isAllDay ? Date.parse(event.endsAt) - 1 : event.endsAt)) : { date: today(), time: '12:00' };
  const kind: EventKind = event?.kind ?? 'other';
  return {
    title: event?.title ?? '',
    kind,
    startDate: from.date,
    startTime: from.time,
    endDate: to.date,
    endTime: event?.isAllDay ? '12:00' : to.time,
    isAllDay: event?.isAllDay ?? false,
    place: event?.place ?? '',
    description: event?.description ?? '',
    contact: event?.contact ?? '',
    image: event?.image ?? '',
    imageAlt: event?.imageAlt ?? '',
    isMembersOnly: event?.isMembersOnly ?? false,
    isInPast: false,
    ...registrationValues(event),
  };
}

/** The days of as many whole weeks as a year has: a copied event is on the same day of the week. */
const yearOfWeeks = 364;

/** The values of a new event that repeats one: the first time from today on that lies whole years of weeks after it. */
export function valuesAgain(event: EventView): EventValues {
  const values = valuesOf(event);
  const years = Math.max(1, Math.ceil(daysBetween(values.startDate, today()) / yearOfWeeks));
  const again = (day: string) => addDays(day, years * yearOfWeeks);
  return {
    ...values,
    startDate: again(values.startDate),
    endDate: again(values.endDate),
    opensOn: values.opensOn && again(values.opensOn),
    closesOn: values.closesOn && again(values.closesOn),
    cancelOn: values.cancelOn && again(values.cancelOn),
  };
}

/** The values to send. */
export function toInput(values: EventValues): z.input<typeof eventInput> {
  const { startDate, startTime, endDate, endTime, title, kind, isAllDay, place, description, contact, image, imageAlt } = values;
  const startsAt = typedInstant(startDate, isAllDay ? '00:00' : startTime);
  const endsAt = isAllDay ? typedInstant(addDays(endDate, 1), '00:00') : typedInstant(endDate, endTime);
  return {
    title,
    kind,
    isAllDay,
    place,
    description,
    contact,
    image,
    imageAlt,
    isMembersOnly: values.isMembersOnly,
    ...(values.isInPast && { isInPast: true }),
    startsAt,
    endsAt,
    ...registrationInput(values, startsAt),
  };
}

/** The form holds days and times; validation sees the resulting instants. */
export const eventShape = z.custom<EventValues>().transform(toInput).pipe(eventInput);

/** A longer event must be confirmed. */
export const daysUnasked = 14;

/** Maps the shape's fields to the form's where the names differ. */
export const eventFieldOf = { startsAt: 'startTime', endsAt: 'endTime', ...registrationFieldOf };

/** Checks the times (an all-day event has none) and a beginning in the past, which a stored event may keep. */
export const checkOf =
  (event: EventView | undefined) =>
  (values: EventValues): FormErrors => ({
    ...(!values.isAllDay && timeFaults({ startTime: values.startTime, endTime: values.endTime })),
    ...(isAsked(values, event) && !values.isInPast && { isInPast: pastBegin }),
  });

/** Whether the beginning must be confirmed, since it is in the past. */
export function isAsked({ startDate }: EventValues, event: EventView | undefined): boolean {
  return asksForPast(startDate, event && valuesOf(event).startDate, today());
}
