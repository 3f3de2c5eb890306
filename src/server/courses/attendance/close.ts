import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { attendanceSets, sessionSets } from '#shared/courses/sessionStates.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { lockCardsOf } from '../cards/visits.ts';
import { attendance, enrolment } from '../enrolments/table.ts';
import { course, courseSession } from '../offers/table.ts';

type CourseRow = typeof course.$inferSelect;
type SessionRow = typeof courseSession.$inferSelect;

/**
 * Closes a session that took place: people without a mark become excused if the family said so, otherwise absent. The
 * count is used for statistics, hours and hall use.
 */
export function closeSession(context: Context, id: string): Promise<{ ok: true }> {
  return context.write(async (write) => {
    const [session] = await write.tx.select({ courseId: courseSession.courseId }).from(courseSession).where(eq(courseSession.id, id));
    if (!session) throw new Problem('not-found');
    const { row, sessions } = await lockSessions(write.tx, context, { id: session.courseId, sessionIds: [id] });
    const open = sessions.filter(({ state, startsAt }) => state !== 'cancelled' && startsAt <= now());
    if (open.length === 0) throw new Problem('wrong-state');
    await closeAll(write, context, row, open);
    write.audit('participations.mark', { club: row.club, id }, `Termin abgeschlossen: ${row.title}`);
    return { ok: true } as const;
  });
}

type Chosen = { id: string; sessionIds: readonly string[] };

/** Closes several sessions of a course, all or none. Those to come, closed or cancelled are skipped; 404 if one belongs to another course. */
export function closeSessions(context: Context, chosen: Chosen): Promise<{ changed: number }> {
  return context.write(async (write) => {
    const { row, sessions } = await lockSessions(write.tx, context, chosen);
    const open = sessions.filter(({ state, startsAt }) => sessionSets.coming.includes(state) && startsAt <= now());
    if (open.length === 0) throw new Problem('wrong-state');
    await closeAll(write, context, row, open);
    const days = open
      .map(({ localDate }) => localDate)
      .toSorted()
      .map(germanDate)
      .join(', ');
    write.audit('participations.mark', { club: row.club, id: row.id }, `Termine abgeschlossen: ${row.title} (${days})`);
    return { changed: open.length };
  });
}

/** The course and the locked sessions of it, in the order of their ids; the transaction is then in the scope of its club. */
async function lockSessions(
  tx: Transaction,
  context: Context,
  { id, sessionIds }: Chosen,
): Promise<{ row: CourseRow; sessions: SessionRow[] }> {
  const [row] = await tx.select().from(course).where(eq(course.id, id));
  if (!row) throw new Problem('not-found');
  await requireFeature(context, 'participations.mark', row.club);
  allow(context, 'participations.mark', targetOf(context, row.club));
  await enterScope(tx, row.club);
  // Lock order as in `sync`: first the cards, then the sessions, then the marks in the order of their persons.
  const seated = and(eq(enrolment.courseId, id), inArray(enrolment.state, enrolmentSets.seated));
  await lockCardsOf(tx, tx.select({ id: enrolment.personId }).from(enrolment).where(seated));
  const sessions = await tx
    .select()
    .from(courseSession)
    .where(and(eq(courseSession.courseId, id), inArray(courseSession.id, [...sessionIds])))
    .orderBy(asc(courseSession.id))
    .for('no key update');
  if (sessions.length < new Set(sessionIds).size) throw new Problem('not-found');
  return { row, sessions };
}

async function closeAll(write: Write, context: Context, { id, club }: CourseRow, sessions: readonly SessionRow[]): Promise<void> {
  const chosen = inArray(
    courseSession.id,
    sessions.map((one) => one.id),
  );
  const isPaused = sql`exists (select 1 from enrolment_pause q where q.enrolment_id = p.id
    and (${courseSession.startsAt} at time zone 'Europe/Berlin')::date between q.from_on and q.to_on)`;
  await write.tx.execute(sql`
    insert into attendance (session_id, person_id, club, enrolment_id, state, marked_by, marked_at)
    select ${courseSession.id}, p.person_id, p.club, p.id, case when r.reply = 'no' or ${isPaused} then 'excused' else 'absent' end,
      ${signedIn(context).userId}, ${now()}
    from ${courseSession} join enrolment p on p.course_id = ${courseSession.courseId} and p.state in ${oneOf(enrolmentSets.seated)}
      and coalesce(p.starts_on <= ${courseSession.localDate}, true)
    left join effective_reply r on r.session_id = ${courseSession.id} and r.person_id = p.person_id
    where ${chosen}
    order by ${courseSession.id}, p.person_id
    on conflict (session_id, person_id) do nothing`);
  const present = sql`(select count(*)::int from ${attendance} a
    where a.session_id = ${courseSession.id} and a.state in ${oneOf(attendanceSets.there)})`;
  await write.tx.update(courseSession).set({ state: 'held', closedAt: now(), presentCount: present }).where(chosen);
  write.changed({ collection: 'participations', club, entityId: id });
}
