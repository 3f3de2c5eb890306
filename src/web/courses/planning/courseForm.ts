import { instantOf, localOf } from '#shared/kernel/calendar.ts';
import { courseFaults, courseFields, type CourseFields } from '#shared/courses/courseShapes.ts';
import { speakGerman } from '#shared/kernel/germanErrors.ts';
import { today } from '#web/lib/berlinDay.ts';

speakGerman();

/** The values of the form: those of the interface. */
export type CourseValues = CourseFields;

/** What a new offer starts with. */
export function newCourse(): CourseValues {
  return { ...courseFields.parse({ kind: 'course', title: 'Neu', startsOn: today() }), title: '' };
}

/** Of an edited course what the form holds; a new one has no title yet. */
export function valuesOf(course: { title: string }): CourseValues {
  return { ...courseFields.strip().parse({ ...course, title: course.title || 'Neu' }), title: course.title };
}

/** The German sentences at the fields: those of the shape and those of the rules between the fields. */
export function faultsOf(values: CourseValues): { [path: string]: string } {
  const result = courseFields.safeParse(values);
  const issues = result.success ? [] : result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return Object.fromEntries([...courseFaults(values), ...issues].map(({ path, message }) => [path, message]));
}

/** An instant as the picker holds it: Berlin's clock, "2027-01-11 18:30:00". */
export function toLocalText(instant: string | null): string | null {
  if (!instant) return null;
  const { date, time } = localOf(new Date(instant));
  return `${date} ${time}:00`;
}

/** The instant that a picker's text means in Berlin. */
export function toInstant(text: string | null): string | null {
  return text ? instantOf(text.slice(0, 10), text.slice(11, 16)).toISOString() : null;
}

/** Whether the weekly times of a form differ from the stored ones. */
export function hasNewTimes(before: CourseValues, after: CourseValues): boolean {
  const key = ({ slots }: CourseValues) =>
    slots
      .map(({ weekday, startTime, endTime, place, facilityId, unitIds }) =>
        [weekday, startTime, endTime, place, facilityId, ...unitIds].join(),
      )
      .join('|');
  return key(before) !== key(after);
}
