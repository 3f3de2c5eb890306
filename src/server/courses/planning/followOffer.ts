import { and, eq, inArray, ne } from 'drizzle-orm';
import { sessionSets } from '#shared/courses/sessionStates.ts';
import { localOf, instantInWords } from '#shared/kernel/calendar.ts';
import type { BookingRow } from '#server/halls/bookings/service.ts';
import { notifyParticipants } from '../enrolments/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Context } from '#server/platform/http/context.ts';
import type { Write } from '#server/platform/database/database.ts';
import { fieldProblem } from '#server/platform/http/problem.ts';
import type { CourseRow } from '../offers/service.ts';
import { namedHall } from './sessionHall.ts';
import { course, courseSession } from '../offers/table.ts';

type SessionRow = typeof courseSession.$inferSelect;

/**
 * Moves the sessions of courses with their halls when the club moves a booking in the plan or accepts a counter-offer. All participants get
 * one mail about all moved sessions of a course.
 */
export async function followOffer(context: Context, write: Write, moved: readonly BookingRow[]): Promise<void> {
  const byId = new Map(moved.map((one) => [one.id, one]));
  const found = await write.tx
    .select()
    .from(courseSession)
    .innerJoin(course, eq(course.id, courseSession.courseId))
    .where(and(inArray(courseSession.bookingId, [...byId.keys()]), inArray(courseSession.state, sessionSets.coming)))
    .orderBy(courseSession.startsAt);
  // In the order in which the bookings moved, because sessions that move to later days make room for each other.
  const at = new Map(moved.map(({ id }, index) => [id, index]));
  const orderOf = ({ course_session: session }: (typeof found)[number]) => at.get(session.bookingId ?? '') ?? 0;
  const inOrder = found.toSorted((a, b) => orderOf(a) - orderOf(b));
  for (const group of Map.groupBy(inOrder, (one) => one.course.id).values()) {
    const lines: string[] = [];
    for (const { course_session: session, course: row } of group) {
      const hall = byId.get(session.bookingId ?? '');
      if (hall) lines.push(await moveWith(write, row, session, hall));
    }
    const [first] = group;
    if (first) await notify(context, write, first.course, first.course_session, lines);
  }
}

async function moveWith(write: Write, row: CourseRow, session: SessionRow, hall: BookingRow): Promise<string> {
  const { tx } = write;
  const { facilityId, unitIds, startsAt, endsAt } = hall;
  const [taken] = await tx
    .select({ id: courseSession.id })
    .from(courseSession)
    .where(and(eq(courseSession.courseId, row.id), eq(courseSession.startsAt, startsAt), ne(courseSession.id, session.id)));
  if (taken) throw fieldProblem('id', `„${row.title}“ hat zu dieser Zeit schon einen Termin.`);
  const place = await namedHall(tx, row, { facilityId, unitIds }, 'id');
  await tx
    .update(courseSession)
    .set({
      facilityId,
      unitIds,
      startsAt,
      endsAt,
      place,
      localDate: localOf(startsAt).date,
      state: 'moved',
      movedFrom: null,
      occasion: null,
      version: session.version + 1,
    })
    .where(eq(courseSession.id, session.id));
  return `${instantInWords(session.startsAt)}: jetzt ${instantInWords(hall.startsAt)}, ${place}`;
}

async function notify(context: Context, write: Write, row: CourseRow, first: SessionRow, lines: readonly string[]): Promise<void> {
  await write.tx.update(course).set({ updatedAt: now() }).where(eq(course.id, row.id));
  await notifyParticipants(
    { write, settings: context.settings, course: row },
    {
      key: `offer:${first.id}:${first.version}`,
      subject: `Verlegt: ${row.title}`,
      text: `„${row.title}“ ist verlegt:\n\n${lines.join('\n')}`,
    },
  );
  write.audit(
    'bookings.update',
    { club: row.club, id: row.id, entity: 'courses' },
    `Termin folgt seiner Halle: ${row.title}, ${lines.length === 1 ? lines[0] : `${lines.length} Termine`}`,
  );
  write.changed({ collection: 'courses', club: row.club, entityId: row.id });
  write.changed({ collection: 'participations', club: row.club, entityId: row.id });
}
