import { z } from 'zod';
import { instantOf, localOf, weekdayOf } from '#shared/kernel/calendar.ts';
import { courseFaults, courseFields, type CourseFields, type EditedCourse } from '#shared/courses/courseShapes.ts';
import { speakGerman } from '#shared/kernel/germanErrors.ts';
import { today } from '#web/lib/berlinDay.ts';

speakGerman();

type Slot = CourseFields['slots'][number];
type TypedPrice = Omit<CourseFields['prices'][number], 'cents'> & { /** null until an amount is typed. */ cents: number | null };

/** The form values: as in the endpoint, but rows of times and prices may still be empty. */
export type CourseValues = Omit<CourseFields, 'prices'> & { prices: TypedPrice[] };

/** An empty weekly time, on the weekday of the first day. */
export function emptyTime(startsOn: string): Slot {
  return { weekday: startsOn ? weekdayOf(startsOn) : 1, startTime: '', endTime: '', place: '', facilityId: null, unitIds: [] };
}

/** An empty price; that of a group, which has no end, is by the month. */
export function emptyPrice(kind: CourseFields['kind'], category: TypedPrice['category'] = 'non_member'): TypedPrice {
  return { category, cents: null, per: kind === 'permanent' ? 'month' : 'course' };
}

/** The prices for another kind of offer: those that are typed stay. */
export function pricesFor(kind: CourseFields['kind'], prices: readonly TypedPrice[]): TypedPrice[] {
  return prices.map((one) => (one.cents === null ? emptyPrice(kind, one.category) : one));
}

/** The weekly times of which nobody knows where they are. */
export function placelessTimes({ place, slots }: Pick<CourseFields, 'place' | 'slots'>): Slot[] {
  return place ? [] : slots.filter((one) => !one.place && one.facilityId === null);
}

/** Whether a time has neither hours nor a hall. */
export function isEmptyTime({ startTime, endTime, place, facilityId }: Slot): boolean {
  return [startTime, endTime, place, facilityId ?? ''].every((text) => text.trim() === '');
}

/** The values to send, without empty rows. */
export function withoutEmptyRows({ slots, prices, ...values }: CourseValues): CourseFields {
  return {
    ...values,
    slots: slots.filter((one) => !isEmptyTime(one)),
    prices: prices.flatMap(({ cents, ...one }) => (cents === null ? [] : [{ ...one, cents }])),
  };
}

/** The values of a new offer, with one row each for a time and a price; its author is the default contact. */
export function newCourse({ fullName, email }: { fullName: string; email: string } = { fullName: '', email: '' }): CourseValues {
  const contact = { contactName: fullName === email ? '' : fullName, contactEmail: email };
  const values = courseFields.parse({ kind: 'course', title: 'Neu', startsOn: today() });
  return { ...values, ...contact, title: '', slots: [emptyTime(values.startsOn)], prices: [emptyPrice(values.kind)] };
}

/** The form values of an edited course. */
export function valuesOf(course: EditedCourse): CourseValues {
  return courseFields.strip().parse(course);
}

/** The form's shape: fields and cross-field rules, which are checked even if fields are invalid. Empty rows are not checked. */
export const courseShape = z.custom<CourseValues>().superRefine((values, context) => {
  const isOfEmptyRow = ([field, at]: PropertyKey[]) =>
    (field === 'slots' && values.slots.some((one, row) => row === at && isEmptyTime(one))) ||
    (field === 'prices' && values.prices.some(({ cents }, row) => row === at && cents === null));
  const issues = courseFields.safeParse(values).error?.issues.filter(({ path }) => !isOfEmptyRow(path)) ?? [];
  const faults = courseFaults(withoutEmptyRows(values)).map(({ path, message }) => ({ path: path.split('.'), message }));
  for (const { path, message } of [...issues, ...faults]) context.addIssue({ code: 'custom', path, message });
});

/** An instant as the picker holds it, in Berlin time: "2027-01-11 18:30:00". */
export function toLocalText(instant: string | null): string | null {
  if (!instant) return null;
  const { date, time } = localOf(new Date(instant));
  return `${date} ${time}:00`;
}

/** The instant of a picker's text in Berlin time. */
export function toInstant(text: string | null): string | null {
  return text ? instantOf(text.slice(0, 10), text.slice(11, 16)).toISOString() : null;
}

/** Whether the weekly times differ from the stored ones. */
export function hasNewTimes(before: CourseValues, after: CourseFields): boolean {
  const key = ({ slots }: Pick<CourseFields, 'slots'>) =>
    slots
      .map(({ weekday, startTime, endTime, place, facilityId, unitIds }) =>
        [weekday, startTime, endTime, place, facilityId, ...unitIds].join(),
      )
      .join('|');
  return key(before) !== key(after);
}
