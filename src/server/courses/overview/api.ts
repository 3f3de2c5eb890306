import { eq, ilike, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ClubName } from '#shared/kernel/clubs.ts';
import {
  enrolmentViewNames,
  overviewContract,
  type EnrolmentView,
  type OpenEnrolment,
  type SessionView,
} from '#shared/courses/overview/overview.ts';
import { containing } from '#server/platform/database/columns.ts';
import { fromCursor, toCursor } from '#server/platform/database/cursor.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { clubAsked, signedIn, type Context } from '#server/platform/http/context.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import { event } from '#server/events/table.ts';
import { trainingDates } from '../attendance/dates.ts';
import { recordsNamed } from '../enrolments/export.ts';
import { readListed, toListed } from '../enrolments/list.ts';
import { enrolment } from '../enrolments/table.ts';
import { course, courseSession } from '../offers/table.ts';
import { enrolmentsFile, sessionsFile } from './files.ts';
import { enrolmentsIn, ledBy, sessionsIn } from './service.ts';

const os = implementing(overviewContract);
const afterDate = z.tuple([z.iso.datetime(), z.string(), z.uuid()]);
const fileRowsAtMost = 5000;
const afterEnrolment = z.tuple([z.iso.datetime(), z.uuid()]);

/** Endpoints of the open work across all offers of a club. */
export const overviewApi = os.router({
  sessions: os.sessions.handler(async ({ context, input: { limit, cursor, ...input } }) => {
    const { club, userId, conditions } = await sessionsAsked(context, input);
    return context.read(async (tx) => {
      const [counted] = await tx
        .select({ total: sql<number>`count(*)::int` })
        .from(courseSession)
        .innerJoin(course, eq(course.id, courseSession.courseId))
        .where(sql.join(conditions, sql` and `));
      const [startsAt, title, id] = cursor ? fromCursor(cursor, afterDate) : [];
      const from = startsAt
        ? [sql`(${courseSession.startsAt}, ${course.title}, ${courseSession.id}) > (${startsAt}::timestamptz, ${title}, ${id}::uuid)`]
        : [];
      const found = await trainingDates(tx, {
        clubs: [club],
        conditions: [...conditions, ...from],
        userId,
        limit: limit + 1,
        withCounts: true,
      });
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      return {
        rows,
        next: found.length > limit && last ? toCursor([last.startsAt, last.courseTitle, last.id]) : null,
        total: counted?.total ?? 0,
        readAt: now().toISOString(),
      };
    });
  }),

  exportSessions: os.exportSessions.handler(async ({ context, input: { format, columns, ...input } }) => {
    const { club, userId, conditions } = await sessionsAsked(context, input);
    return context.read(async (tx) => {
      const rows = await trainingDates(tx, { clubs: [club], conditions, userId, limit: fileRowsAtMost + 1, withCounts: true });
      if (rows.length > fileRowsAtMost) throw new Problem('too-many-rows');
      return sessionsFile(rows, format, columns);
    });
  }),

  exportEnrolments: os.exportEnrolments.handler(async ({ context, input: { format, view, ...input } }) => {
    const club = clubAsked(context, 'participants.export', input.club);
    await requireFeature(context, 'participants.export', club);
    return context.write(async (write) => {
      const found = await readListed(write.tx, {
        where: enrolmentsIn(view, club),
        order: [sql`${instantOf(view)}`, sql`${enrolment.id}`],
        limit: fileRowsAtMost + 1,
      });
      if (found.length > fileRowsAtMost) throw new Problem('too-many-rows');
      const rows = await withOfferings(write.tx, found);
      const words = `Anmeldungen exportiert: ${enrolmentViewNames[view]} (${rows.length})`;
      const listed = await recordsNamed(write.tx, club, rows);
      write.audit('participants.export', { club, entity: 'participants' }, words, { after: { listed } });
      return enrolmentsFile(rows, format);
    });
  }),

  enrolments: os.enrolments.handler(async ({ context, input: { limit, cursor, view, ...input } }) => {
    const club = clubAsked(context, 'participants.update', input.club);
    await requireFeature(context, 'participants.update', club);
    // Truncated to the precision of the cursor.
    const at = sql`date_trunc('milliseconds', ${instantOf(view)})`;
    return context.read(async (tx) => {
      const where = enrolmentsIn(view, club);
      const total = await tx.$count(enrolment, where);
      const [instant, id] = cursor ? fromCursor(cursor, afterEnrolment) : [];
      const found = await readListed(tx, {
        where: instant ? sql`${where} and (${at}, ${enrolment.id}) > (${instant}::timestamptz, ${id}::uuid)` : where,
        order: [at, sql`${enrolment.id}`],
        limit: limit + 1,
      });
      const shown = found.slice(0, limit);
      const last = shown.at(-1)?.row;
      const lastAt = last && (view === 'pending' ? last.registeredAt : last.offerExpiresAt);
      return {
        rows: await withOfferings(tx, shown),
        next: found.length > limit && lastAt ? toCursor([lastAt.toISOString(), last.id]) : null,
        total,
      };
    });
  }),
});

/** The club and the conditions of the requested sessions. */
async function sessionsAsked(
  context: Context,
  input: {
    club?: ClubName | undefined;
    view: SessionView;
    from?: string | undefined;
    to?: string | undefined;
    mine: boolean;
    search?: string | undefined;
  },
) {
  const club = clubAsked(context, 'participations.mark', input.club);
  await requireFeature(context, 'participations.mark', club);
  const { userId } = signedIn(context);
  const conditions = [
    sessionsIn(input.view, club, input),
    ...(input.mine ? [ledBy(userId)] : []),
    ...(input.search ? [ilike(course.title, containing(input.search))] : []),
  ];
  return { club, userId, conditions };
}

/** The sort key of the enrolments of a view. */
function instantOf(view: EnrolmentView) {
  return view === 'pending' ? enrolment.registeredAt : enrolment.offerExpiresAt;
}

/** Enrolments with the name of their course or event. */
async function withOfferings(tx: Transaction, found: Awaited<ReturnType<typeof readListed>>): Promise<OpenEnrolment[]> {
  const ids = (of: 'courseId' | 'eventId') => found.flatMap(({ row }) => row[of] ?? []);
  const courses = await tx
    .select({ id: course.id, title: course.title })
    .from(course)
    .where(inArray(course.id, ids('courseId')));
  const events = await tx
    .select({ id: event.id, title: event.title })
    .from(event)
    .where(inArray(event.id, ids('eventId')));
  const titles = new Map([...courses, ...events].map(({ id, title }) => [id, title]));
  const listed = await toListed(tx, found, { extent: 'all' });
  return listed.map((one, at) => {
    const { courseId, eventId, club } = found[at]?.row ?? {};
    const id = courseId ?? eventId;
    if (!id || !club) throw new Error('An enrolment is for a course or an event.');
    return { ...one, offering: { kind: courseId ? 'course' : 'event', id, title: titles.get(id) ?? '', club } };
  });
}
