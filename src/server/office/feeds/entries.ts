import { and, asc, eq, exists, gt, inArray, ne, sql, type SQL } from 'drizzle-orm';
import { bookingSets } from '#shared/halls/bookingStates.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { courseSets } from '#shared/courses/courseStates.ts';
import { publicEvents } from '#shared/events/events.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { seriesDates } from '#shared/kernel/series.ts';
import { booking, bookingSeries } from '#server/halls/bookings/table.ts';
import { course, courseSession } from '#server/courses/offers/table.ts';
import { event } from '#server/events/table.ts';
import type { FacilityRow } from '#server/halls/facilities/service.ts';
import { assignmentsFor } from '#server/helpers/lists/service.ts';
import { isKnownBy } from '#server/courses/enrolments/service.ts';
import { enrolment } from '#server/courses/enrolments/table.ts';
import { heldAccess } from '#server/people/persons/table.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Entry } from '#server/platform/formats/ical.ts';

const keptDays = 60;
const since = () => new Date(now().getTime() - keptDays * 86_400_000);

/** The published events of a club, for GSV those of all clubs; members-only events are included for members. */
export async function eventEntries(tx: Transaction, club: ClubName, isMember: boolean): Promise<Entry[]> {
  const rows = await tx
    .select()
    .from(event)
    .where(
      and(
        gt(event.endsAt, since()),
        inArray(event.state, publicEvents),
        club === 'GSV' ? undefined : eq(event.club, club),
        isMember ? undefined : eq(event.isMembersOnly, false),
      ),
    )
    .orderBy(asc(event.startsAt), asc(event.id))
    .limit(1000);
  return rows.map((row) => entryOf(row, club === 'GSV'));
}

/** One published public event; undefined if there is none. */
export async function eventEntry(tx: Transaction, id: string): Promise<Entry | undefined> {
  const [row] = await tx
    .select()
    .from(event)
    .where(and(eq(event.id, id), inArray(event.state, publicEvents), eq(event.isMembersOnly, false)));
  return row && entryOf(row, false);
}

function entryOf(row: typeof event.$inferSelect, withClub: boolean): Entry {
  return {
    uid: `event-${row.id}@vereinsportal`,
    title: withClub ? `${row.club}: ${row.title}` : row.title,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    isAllDay: row.isAllDay,
    place: row.place,
    description: row.description,
    isCancelled: row.state === 'cancelled',
  };
}

const publicCourse = and(eq(course.visibility, 'public'), inArray(course.status, courseSets.shown));

/** The sessions of a public course; undefined if there is none. */
export async function courseEntries(
  tx: Transaction,
  club: ClubName,
  slug: string,
): Promise<{ title: string; entries: Entry[] } | undefined> {
  const [found] = await tx
    .select({ id: course.id, title: course.title })
    .from(course)
    .where(and(club === 'GSV' ? undefined : eq(course.club, club), eq(course.slug, slug), publicCourse));
  return found && { title: found.title, entries: await sessionEntries(tx, eq(course.id, found.id)) };
}

/** The sessions of the courses in which a user or their child has a seat. */
export function ownCourseEntries(tx: Transaction, userId: string): Promise<Entry[]> {
  const place = tx
    .select({ one: sql`1` })
    .from(enrolment)
    .innerJoin(heldAccess, eq(heldAccess.personId, enrolment.personId))
    .where(
      and(
        eq(enrolment.courseId, course.id),
        eq(heldAccess.userId, userId),
        isKnownBy(heldAccess),
        inArray(enrolment.state, enrolmentSets.attending),
      ),
    );
  return sessionEntries(tx, exists(place));
}

async function sessionEntries(tx: Transaction, which: SQL): Promise<Entry[]> {
  const rows = await tx
    .select({ session: courseSession, title: course.title })
    .from(courseSession)
    .innerJoin(course, eq(course.id, courseSession.courseId))
    .where(and(which, gt(courseSession.endsAt, since()), ne(course.status, 'draft')))
    .orderBy(asc(courseSession.startsAt), asc(courseSession.id))
    .limit(1000);
  return rows.map(({ session, title }) => ({
    uid: `session-${session.id}@vereinsportal`,
    title,
    startsAt: session.startsAt,
    endsAt: session.endsAt,
    place: session.place,
    isCancelled: session.state === 'cancelled',
  }));
}

/** Helper shifts: of a list or an assignment by its secret, or all of a user. */
export async function assignmentEntries(tx: Transaction, which: Parameters<typeof assignmentsFor>[1]): Promise<Entry[]> {
  const rows = await assignmentsFor(tx, which);
  return rows.map(({ shift, title }) => ({
    uid: `duty-${shift.id}@vereinsportal`,
    title: `${shift.area ? `${shift.area}: ` : ''}${shift.task} (${title})`,
    startsAt: shift.startsAt,
    endsAt: shift.endsAt,
    place: shift.place,
    description: shift.note,
  }));
}

/**
 * The bookings of a hall with the same details as its door display: a series as a recurrence rule with exceptions, others as single dates.
 */
export async function hallEntries(tx: Transaction, facility: FacilityRow): Promise<Entry[]> {
  const rows = await tx
    .select({ booking, series: bookingSeries })
    .from(booking)
    .leftJoin(bookingSeries, eq(bookingSeries.id, booking.seriesId))
    .where(and(eq(booking.facilityId, facility.id), gt(booking.endsAt, since()), inArray(booking.state, bookingSets.used)))
    .orderBy(asc(booking.startsAt), asc(booking.id))
    .limit(5000);
  const titleOf = ({ club, title }: Pick<typeof booking.$inferSelect, 'club' | 'title'>) =>
    ({ busy: 'Belegt', club, title: `${club}: ${title}` })[facility.publicDetail];
  const single = (row: typeof booking.$inferSelect): Entry => ({
    uid: `booking-${row.id}@vereinsportal`,
    title: titleOf(row),
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    place: facility.name,
  });
  const entries: Entry[] = [];
  for (const [seriesId, group] of Map.groupBy(rows, ({ series }) => series?.id)) {
    const series = group[0]?.series;
    if (!seriesId || !series) {
      entries.push(...group.map((one) => single(one.booking)));
      continue;
    }
    const [start, end] = [series.startTime.slice(0, 5), series.endTime.slice(0, 5)];
    const isRegular = ({ startsAt, endsAt, localDate, title }: typeof booking.$inferSelect) =>
      localOf(startsAt).time === start && localOf(endsAt).time === end && title === series.title && rule.includes(localDate);
    const first = group[0]?.booking.localDate ?? series.startsOn;
    const rule = seriesDates(series).filter((date) => date >= first);
    const regular = group.map((one) => one.booking).filter(isRegular);
    const [head, last] = [regular[0], regular.at(-1)];
    entries.push(
      ...group
        .map((one) => one.booking)
        .filter((one) => !isRegular(one))
        .map(single),
    );
    if (!head || !last) continue;
    const days = new Set(regular.map(({ localDate }) => localDate));
    const skipped = rule.filter((date) => date > head.localDate && date < last.localDate && !days.has(date));
    const weekly = { intervalWeeks: series.intervalWeeks, until: last.startsAt, skipped };
    entries.push({ ...single(head), uid: `series-${seriesId}@vereinsportal`, weekly });
  }
  return entries;
}
