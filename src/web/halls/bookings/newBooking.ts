import type { UseFormReturnType } from '@mantine/form';
import { z } from 'zod';
import { bookingInput, seriesInput, type Resolution } from '#shared/halls/bookings.ts';
import type { AgeGroup, BookingKind } from '#shared/halls/bookingStates.ts';
import { addDays, weekdayOf } from '#shared/kernel/calendar.ts';
import type { HolidayMode } from '#shared/halls/holidays.ts';
import type { User } from '#shared/kernel/user.ts';

/** What the form of a booking holds: one date, or with `isSeries` the rule of many. */
export type BookingValues = {
  facilityId: string;
  unitIds: string[];
  title: string;
  kind: BookingKind;
  ageGroup: AgeGroup;
  expectedParticipants: number | null;
  message: string;
  contactPerson: string;
  contactPhone: string;
  /** Which department of the own club uses it. */
  departmentId: string | null;
  date: string;
  startTime: string;
  endTime: string;
  isSeries: boolean;
  endsOn: string;
  intervalWeeks: number;
  holidayMode: HolidayMode;
  /** For whom those who decide on the hall book; without it for the own club. */
  organisationId?: string | undefined;
  /** Why those who decide book outside the window of the hall. */
  windowReason: string;
};

export type BookingFormType = UseFormReturnType<BookingValues>;

/** Where and when a booking is to be, as a search for free times found it. */
export type BookingWish = Pick<BookingValues, 'facilityId' | 'unitIds' | 'date' | 'startTime' | 'endTime'>;

/** What a new booking begins with. */
export function newBooking(viewer: User, day: string, wish?: BookingWish): BookingValues {
  return {
    facilityId: '',
    unitIds: [],
    title: '',
    kind: 'training',
    ageGroup: 'adults',
    expectedParticipants: null,
    message: '',
    contactPerson: viewer.fullName,
    contactPhone: '',
    departmentId: null,
    date: day,
    startTime: '18:00',
    endTime: '19:30',
    isSeries: false,
    endsOn: addDays(wish?.date ?? day, 84),
    intervalWeeks: 1,
    holidayMode: 'skip_both',
    windowReason: '',
    ...wish,
  };
}

/** A single date as the server takes it. */
export function toBooking({ isSeries: _isSeries, endsOn: _e, intervalWeeks: _i, holidayMode: _h, ...booking }: BookingValues) {
  return { ...booking, departmentId: departmentOf(booking) } satisfies z.input<typeof bookingInput>;
}

/** Who books for an organisation names no department of the own club, even if one was chosen before. */
function departmentOf({ organisationId, departmentId }: Pick<BookingValues, 'organisationId' | 'departmentId'>): string | null {
  return organisationId === undefined ? departmentId : null;
}

/** A weekly series as the server takes it; `resolutions` settle the dates that are taken. */
export function toSeries(values: BookingValues, resolutions: Resolution[] = []) {
  const { isSeries: _isSeries, date, windowReason: _reason, ...rule } = values;
  return { ...rule, departmentId: departmentOf(rule), startsOn: date, weekday: weekdayOf(date), resolutions } satisfies z.input<
    typeof seriesInput
  >;
}

/** The shape of the form: that of the endpoint to which its values would go. */
export const bookingShape = z.custom<BookingValues>().superRefine((values, context) => {
  const { error } = values.isSeries ? seriesInput.safeParse(toSeries(values)) : bookingInput.safeParse(toBooking(values));
  for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
});

/** A table of words as the choices of a field. */
export function optionsOf(names: { readonly [value: string]: string }): { value: string; label: string }[] {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}
