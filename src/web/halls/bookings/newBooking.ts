import type { UseFormReturnType } from '@mantine/form';
import { z } from 'zod';
import { bookingInput, seriesInput, type Resolution } from '#shared/halls/bookings.ts';
import type { AgeGroup, BookingKind } from '#shared/halls/bookingStates.ts';
import { addDays, weekdayOf } from '#shared/kernel/calendar.ts';
import type { HolidayMode } from '#shared/halls/holidays.ts';
import type { User } from '#shared/kernel/user.ts';

/** The form values of a booking: a single one, or with `isSeries` the rule of a series. */
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
  /** The department of the viewer's club that uses it. */
  departmentId: string | null;
  date: string;
  startTime: string;
  endTime: string;
  isSeries: boolean;
  endsOn: string;
  intervalWeeks: number;
  holidayMode: HolidayMode;
  /** The holder, when a manager books for an organisation; undefined for the own club. */
  organisationId?: string | undefined;
  /** The manager's reason for booking outside the hall's window. */
  windowReason: string;
};

export type BookingFormType = UseFormReturnType<BookingValues>;

/** The place and time of a booking, as found by the search for free slots. */
export type BookingWish = Pick<BookingValues, 'facilityId' | 'unitIds' | 'date' | 'startTime' | 'endTime'>;

/** The values of a new booking. */
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

/** The request for a single booking. */
export function toBooking({ isSeries: _isSeries, endsOn: _e, intervalWeeks: _i, holidayMode: _h, ...booking }: BookingValues) {
  return { ...booking, departmentId: departmentOf(booking) } satisfies z.input<typeof bookingInput>;
}

/** A booking for an organisation has no department of the viewer's club, even if one was chosen before. */
function departmentOf({ organisationId, departmentId }: Pick<BookingValues, 'organisationId' | 'departmentId'>): string | null {
  return organisationId === undefined ? departmentId : null;
}

/** The request for a weekly series; `resolutions` settle the occupied dates. */
export function toSeries(values: BookingValues, resolutions: Resolution[] = []) {
  const { isSeries: _isSeries, date, windowReason: _reason, ...rule } = values;
  return { ...rule, departmentId: departmentOf(rule), startsOn: date, weekday: weekdayOf(date), resolutions } satisfies z.input<
    typeof seriesInput
  >;
}

/** Validates with the shape of the endpoint that the values would go to. */
export const bookingShape = z.custom<BookingValues>().superRefine((values, context) => {
  const { error } = values.isSeries ? seriesInput.safeParse(toSeries(values)) : bookingInput.safeParse(toBooking(values));
  for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
});

/** A record of labels as select options. */
export function optionsOf(names: { readonly [value: string]: string }): { value: string; label: string }[] {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}
