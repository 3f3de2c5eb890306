import type { CoursePage } from '#shared/courses/courseShapes.ts';
import { now } from '#server/platform/process/clock.ts';
import { writeCalendar } from '#server/platform/formats/ical.ts';

/** The sessions of a course as an iCal file, with the same UIDs as in calendar feeds. */
export function calendarFile(page: CoursePage, site: string): File {
  const entries = page.sessions.map((session) => ({
    uid: `session-${session.id}@vereinsportal`,
    title: page.title,
    startsAt: new Date(session.startsAt),
    endsAt: new Date(session.endsAt),
    place: session.place,
    url: `${site}/id/${page.slug}`,
    isCancelled: session.state === 'cancelled',
  }));
  return new File([writeCalendar(page.title, entries, now())], `${page.slug}.ics`, { type: 'text/calendar; charset=utf-8' });
}
