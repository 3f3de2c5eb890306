import { createHash } from 'node:crypto';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { sessionSets, undoSeconds } from '#shared/courses/sessionStates.ts';
import { manySessionsContract } from '#shared/courses/planning/manySessions.ts';
import { instantInWords } from '#shared/kernel/calendar.ts';
import { takeBackNotices } from '#server/accounts/notices/service.ts';
import { enterScope, type Write } from '#server/platform/database/database.ts';
import { allow, targetOf, type Context } from '#server/platform/http/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { takeBackMails } from '#server/platform/outbox.ts';
import { now } from '#server/platform/process/clock.ts';
import { notifyParticipants } from '../enrolments/service.ts';
import type { CourseRow } from '../offers/service.ts';
import { course, courseSession } from '../offers/table.ts';
import { bookerOf } from './halls.ts';
import { reclaimHall, releaseHalls } from './sessionHall.ts';
import { changeSession, mayRestore, reasonOf, stateBack, type SessionRow } from './sessions.ts';

const os = implementing(manySessionsContract);

/** Many dates of a course at once. */
export const manySessionsApi = os.router({
  cancel: os.cancel.handler(({ context, input }) => cancelSessions(context, input)),
  restore: os.restore.handler(({ context, input }) => restoreSessions(context, input)),
});

type Chosen = { id: string; sessionIds: readonly string[] };

/** Calls dates off for one reason; each family gets one mail, a moment later, so that a slip of the thumb reaches nobody. */
function cancelSessions(context: Context, { reason, words, ...chosen }: Chosen & { reason: string; words: string }) {
  return onSessions(context, chosen, async (write, row, found) => {
    const sessions = found.filter(({ state, startsAt }) => sessionSets.coming.includes(state) && startsAt > now());
    if (sessions.length === 0) throw new Problem('wrong-state');
    const why = reasonOf({ reason, words });
    for (const one of sessions) await changeSession(write, one, { state: 'cancelled', reason: why });
    await releaseHalls(write, bookerOf(context), sessions);
    await notifyParticipants(
      { write, settings: context.settings, course: row },
      {
        key: keyOf(sessions),
        topic: 'session_off',
        occasion: occasionOf(sessions),
        notBefore: new Date(now().getTime() + undoSeconds * 1000),
        subject: `Fällt aus: ${row.title}, ${countOf(sessions)}`,
        text: `„${row.title}“ fällt ${sessions.length === 1 ? 'an diesem Tag' : 'an diesen Tagen'} leider aus. Grund: ${why}\n\n${listOf(sessions)}`,
      },
    );
    return { sessions, content: `Termine abgesagt: ${row.title}, ${countOf(sessions)} ab ${firstOf(sessions)} (${why})` };
  });
}

/** Puts dates that were called off back, all with their halls or none; who was told that they fall out is told that they take place. */
function restoreSessions(context: Context, chosen: Chosen) {
  return onSessions(context, chosen, async (write, row, found) => {
    const sessions = found.filter(mayRestore);
    if (sessions.length === 0) throw new Problem('wrong-state');
    for (const one of sessions) {
      await changeSession(write, one, { state: stateBack(one), reason: null });
      await reclaimHall(write, bookerOf(context), row, one);
    }
    const occasion = occasionOf(sessions);
    const untold = new Set([...(await takeBackMails(write.tx, occasion)), ...(await takeBackNotices(write.tx, occasion))]);
    await notifyParticipants(
      { write, settings: context.settings, course: row },
      {
        key: keyOf(sessions),
        except: untold,
        topic: 'session_on',
        subject: `Findet doch statt: ${row.title}, ${countOf(sessions)}`,
        text: `„${row.title}“ findet an ${sessions.length === 1 ? 'diesem Tag' : 'diesen Tagen'} doch statt:\n\n${listOf(sessions)}`,
      },
    );
    return { sessions, content: `Absagen zurückgenommen: ${row.title}, ${countOf(sessions)} ab ${firstOf(sessions)}` };
  });
}

type Work = (write: Write, row: CourseRow, sessions: SessionRow[]) => Promise<{ sessions: SessionRow[]; content: string }>;

/** Runs a write on dates of a course, in the order of their days; 404 where one of them is of another course. */
function onSessions(context: Context, { id, sessionIds }: Chosen, work: Work): Promise<{ changed: number }> {
  return context.write(async (write) => {
    // First the course, then its dates: in the order of all who change the dates of a course.
    const [row] = await write.tx.select().from(course).where(eq(course.id, id)).for('update');
    if (!row) throw new Problem('not-found');
    allow(context, 'sessions.cancel', targetOf(context, row.club));
    await enterScope(write.tx, row.club);
    const found = await write.tx
      .select()
      .from(courseSession)
      .where(and(eq(courseSession.courseId, id), inArray(courseSession.id, [...sessionIds])))
      .orderBy(asc(courseSession.startsAt), asc(courseSession.id))
      .for('update');
    if (found.length < new Set(sessionIds).size) throw new Problem('not-found');
    const { sessions, content } = await work(write, row, found);
    write.audit('sessions.cancel', { club: row.club, id, entity: 'courses' }, content);
    for (const collection of ['courses', 'participations'] as const) write.changed({ collection, club: row.club, entityId: id });
    return { changed: sessions.length };
  });
}

/** Names a set of dates: who puts the same ones back takes back the mail about them, as long as it has not left. */
function occasionOf(sessions: readonly SessionRow[]): string {
  const ids = sessions.map(({ id }) => id).toSorted();
  return createHash('sha256')
    .update(ids.join())
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Names what is done to them now; each change of a date counts its version on. */
function keyOf(sessions: readonly SessionRow[]): string {
  return `sessions:${occasionOf(sessions)}:${sessions.reduce((sum, { version }) => sum + version, 0)}`;
}

function countOf({ length }: readonly SessionRow[]): string {
  return length === 1 ? 'ein Termin' : `${length} Termine`;
}

function listOf(sessions: readonly SessionRow[]): string {
  return sessions.map(({ startsAt }) => `- ${instantInWords(startsAt)}`).join('\n');
}

function firstOf([first]: readonly SessionRow[]): string {
  return first ? instantInWords(first.startsAt) : '';
}
