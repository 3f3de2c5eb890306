import { z } from 'zod';
import { instantOf, localOf } from '#shared/kernel/calendar.ts';
import { courseFaults, courseFields, type CourseFields } from '#shared/courses/courseShapes.ts';
import { speakGerman } from '#shared/kernel/germanErrors.ts';
import { today } from '#web/lib/berlinDay.ts';

speakGerman();

/** The form values, as in the endpoint. */
export type CourseValues = CourseFields;

/** The values of a new offer; its author is the contact, until somebody else is named. */
export function newCourse({ fullName, email }: { fullName: string; email: string } = { fullName: '', email: '' }): CourseValues {
  const contact = { contactName: fullName === email ? '' : fullName, contactEmail: email };
  return { ...courseFields.parse({ kind: 'course', title: 'Neu', startsOn: today() }), ...contact, title: '' };
}

/** The form values of an edited course; a new one has no title yet. */
export function valuesOf(course: { title: string }): CourseValues {
  return { ...courseFields.strip().parse({ ...course, title: course.title || 'Neu' }), title: course.title };
}

/** The form's shape: fields and cross-field rules, which are checked even if fields are invalid. */
export const courseShape = z.custom<CourseValues>().superRefine((values, context) => {
  const issues = courseFields.safeParse(values).error?.issues ?? [];
  const faults = courseFaults(values).map(({ path, message }) => ({ path: path.split('.'), message }));
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
export function hasNewTimes(before: CourseValues, after: CourseValues): boolean {
  const key = ({ slots }: CourseValues) =>
    slots
      .map(({ weekday, startTime, endTime, place, facilityId, unitIds }) =>
        [weekday, startTime, endTime, place, facilityId, ...unitIds].join(),
      )
      .join('|');
  return key(before) !== key(after);
}
