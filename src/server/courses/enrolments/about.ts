import { and, asc, eq, isNull } from 'drizzle-orm';
import { timesOfOffer } from '#shared/courses/courseText.ts';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { addressOf } from '#server/halls/facilities/service.ts';
import { facility } from '#server/halls/facilities/table.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { courseSlot } from '../offers/table.ts';
import type { CourseRow, EventRow } from './counting.ts';

/** Details for the page behind a mail's link: weekly times, end date, halls, and the contact. */
export async function aboutOf(
  tx: Transaction,
  { course, event }: { course: CourseRow | null; event: EventRow | null },
): Promise<OwnEnrolment['about']> {
  if (!course) return { times: [], endsOn: null, halls: [], contact: { name: event?.contact ?? '', email: '', phone: '' } };
  const slots = await tx
    .select({ slot: courseSlot, hall: facility })
    .from(courseSlot)
    .leftJoin(facility, eq(facility.id, courseSlot.facilityId))
    .where(and(eq(courseSlot.courseId, course.id), isNull(courseSlot.validTo)))
    .orderBy(asc(courseSlot.weekday), asc(courseSlot.startTime), asc(courseSlot.id));
  const halls = new Map(slots.flatMap(({ hall }) => (hall ? [[hall.id, hall] as const] : [])));
  return {
    times: timesOfOffer({ ...course, slots: slots.map(({ slot }) => slot) }),
    endsOn: course.endsOn === course.startsOn ? null : course.endsOn,
    halls: [...halls.values()].map(({ name, latitude, longitude, ...hall }) => ({ name, address: addressOf(hall), latitude, longitude })),
    contact: { name: course.contactName, email: course.contactEmail, phone: course.contactPhone },
  };
}
