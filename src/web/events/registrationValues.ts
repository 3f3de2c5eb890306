import { instantOf, localOf } from '#shared/kernel/calendar.ts';
import type { EventView } from '#shared/events/events.ts';

/** The enrolment part of the form: days in place of instants, empty for "none". */
export type RegistrationValues = {
  registration: EventView['registration'];
  placesMax: number | '';
  hasWaitlist: boolean;
  ageMin: number | '';
  ageMax: number | '';
  priceCents: number | null;
  opensOn: string | undefined;
  closesOn: string | undefined;
  cancelOn: string | undefined;
};

/** Maps the shape's fields to the form's where the names differ. */
export const registrationFieldOf = {
  opensAt: 'opensOn',
  closesAt: 'closesOn',
  cancelUntil: 'cancelOn',
};

/** The values of a stored event, or of a new one. */
export function registrationValues(event: EventView | undefined): RegistrationValues {
  const day = (instant: string | null | undefined) => (instant ? localOf(new Date(instant)).date : undefined);
  return {
    registration: event?.registration ?? 'none',
    placesMax: event?.placesMax ?? '',
    hasWaitlist: event?.hasWaitlist ?? true,
    ageMin: event?.ageMin ?? '',
    ageMax: event?.ageMax ?? '',
    priceCents: event?.priceCents || null,
    opensOn: day(event?.opensAt),
    closesOn: day(event?.closesAt),
    cancelOn: day(event?.cancelUntil),
  };
}

/** The values to send. A day without a time means its end; enrolment ends at the beginning of the event at the latest. */
export function registrationInput(values: RegistrationValues, startsAt: string) {
  const number = (value: number | '') => (value === '' ? null : value);
  const endOf = (day: string | undefined) => {
    if (!day) return null;
    const end = new Date(instantOf(day, '23:59').getTime() + 59_999).toISOString();
    // An invalid beginning is reported at its own field.
    return Date.parse(startsAt) < Date.parse(end) ? startsAt : end;
  };
  return {
    registration: values.registration,
    placesMax: number(values.placesMax),
    hasWaitlist: values.hasWaitlist,
    ageMin: number(values.ageMin),
    ageMax: number(values.ageMax),
    priceCents: values.priceCents ?? 0,
    opensAt: values.opensOn ? instantOf(values.opensOn, '00:00').toISOString() : null,
    closesAt: endOf(values.closesOn),
    cancelUntil: endOf(values.cancelOn),
  };
}
