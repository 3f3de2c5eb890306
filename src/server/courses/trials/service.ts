import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { attendanceSets } from '#shared/courses/sessionStates.ts';
import { oneOf } from '#server/platform/database/columns.ts';
import { enterScope, everyClub, type Write } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/http/context.ts';
import { now } from '#server/platform/process/clock.ts';
import { attendance, enrolment } from '../enrolments/table.ts';
import { course, courseSession } from '../offers/table.ts';
import { person } from '#server/people/persons/table.ts';
import { postNews, postThanks } from './mails.ts';
import { trialVisit } from './table.ts';

type Needs = Pick<Services, 'database' | 'settings'>;

const dayMs = 24 * 60 * 60 * 1000;
/** Maximum mails per run; the next run continues. */
const atOnce = 200;

/**
 * Tells guests about changes to their session since the last notice: cancelled, restored or moved, whatever the cause. Called by a job each
 * minute.
 */
export function notifyGuests({ database, settings }: Needs): Promise<void> {
  const isOff = sql<boolean>`(${courseSession.id} is null or ${courseSession.state} = 'cancelled')`;
  return database.write(everyClub, async (write) => {
    const rows = await selectVisits(write)
      .where(
        and(
          eq(trialVisit.state, 'booked'),
          gt(trialVisit.toldEndsAt, now()),
          or(
            sql`${isOff} <> ${trialVisit.isToldOff}`,
            and(
              sql`not ${isOff}`,
              sql`(${courseSession.startsAt}, ${courseSession.endsAt}) <> (${trialVisit.toldStartsAt}, ${trialVisit.toldEndsAt})`,
            ),
          ),
        ),
      )
      .limit(atOnce)
      .for('update', { of: trialVisit });
    for (const { visit, person: one, course: row, session } of rows) {
      await enterScope(write.tx, visit.club);
      const isToldOff = session === null || session.state === 'cancelled';
      const told = { isToldOff, toldStartsAt: session?.startsAt ?? visit.toldStartsAt, toldEndsAt: session?.endsAt ?? visit.toldEndsAt };
      await write.tx.update(trialVisit).set(told).where(eq(trialVisit.id, visit.id));
      const what = isToldOff ? 'off' : visit.isToldOff ? 'on' : 'moved';
      await postNews({ write, settings, course: row }, { ...visit, ...told }, one, what, session?.reason ?? '');
    }
  });
}

/** Asks trial guests the day after whether they want to enrol. Called by a job each morning. */
export function followUpTrials({ database, settings }: Needs): Promise<void> {
  return database.write(everyClub, async (write) => {
    const came = sql`exists (select 1 from ${attendance} where ${attendance.sessionId} = ${trialVisit.sessionId}
      and ${attendance.personId} = ${trialVisit.personId} and ${attendance.state} in ${oneOf(attendanceSets.there)})`;
    const isIn = sql`exists (select 1 from ${enrolment} where ${enrolment.courseId} = ${trialVisit.courseId}
      and ${enrolment.personId} = ${trialVisit.personId} and ${inArray(enrolment.state, [...enrolmentSets.active])})`;
    const rows = await selectVisits(write)
      .where(
        and(
          eq(trialVisit.state, 'booked'),
          isNull(trialVisit.thankedAt),
          lt(trialVisit.toldEndsAt, now()),
          gt(trialVisit.toldEndsAt, new Date(now().getTime() - 4 * dayMs)),
          came,
          sql`not ${isIn}`,
        ),
      )
      .limit(atOnce)
      .for('update', { of: trialVisit });
    for (const { visit, person: one, course: row } of rows) {
      await enterScope(write.tx, visit.club);
      await write.tx.update(trialVisit).set({ thankedAt: now() }).where(eq(trialVisit.id, visit.id));
      await postThanks({ write, settings, course: row }, visit, one);
    }
  });
}

function selectVisits({ tx }: Write) {
  return tx
    .select({ visit: trialVisit, person, course, session: courseSession })
    .from(trialVisit)
    .innerJoin(person, eq(person.id, trialVisit.personId))
    .innerJoin(course, eq(course.id, trialVisit.courseId))
    .leftJoin(courseSession, eq(courseSession.id, trialVisit.sessionId));
}
