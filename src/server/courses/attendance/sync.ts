import { and, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import { fullNameOf, oneOf } from '#server/platform/database/columns.ts';
import { attendanceSets } from '#shared/courses/sessionStates.ts';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { may } from '#shared/kernel/rights.ts';
import type { Mark, MarkResult } from '#shared/courses/attendance.ts';
import { isAdmittedByCard, lockCardsOf } from '../cards/visits.ts';
import { course, courseSession } from '../offers/table.ts';
import { attendance, enrolment } from '../enrolments/table.ts';
import { trialVisit } from '../trials/table.ts';
import { person } from '#server/people/persons/table.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { now } from '#server/platform/process/clock.ts';
import { signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { inAllClubs, enterScope, type Write } from '#server/platform/database/database.ts';
import { hasPart } from '#server/platform/http/features.ts';

type SessionFacts = { id: string; state: string; courseId: string; day: string; club: (typeof course.$inferSelect)['club']; title: string };

/** Tolerance for fast device clocks; a mark from further in the future would win permanently. */
const aheadMs = 2 * 60 * 1000;
const backMs = 31 * 24 * 60 * 60 * 1000;

/**
 * Applies a queue of marks. Each is checked individually: a missing permission rejects that mark only. A person merged while the mark waited
 * on a phone is the one that remains.
 */
export function sync(context: Context, sent: readonly Mark[]): Promise<MarkResult[]> {
  signedIn(context);
  return context.write(async (write) => {
    const marks = await ofRemaining(write, sent);
    const sessions = await sessionsOf(write, marks);
    const results: MarkResult[] = [];
    const cards = await lockCardsOf(
      write.tx,
      marks.map(({ personId }) => personId),
    );
    // Sorted in a common order, so that two devices cannot deadlock.
    const ordered = marks.toSorted((a, b) =>
      `${a.sessionId}${a.personId}${a.markedAt}`.localeCompare(`${b.sessionId}${b.personId}${b.markedAt}`),
    );
    for (const mark of ordered) results.push(await applyMark(context, write, sessions.get(mark.sessionId), mark));
    for (const { id, courseId, club, title } of sessions.values()) {
      if (!results.some((one, at) => one.result === 'kept' && ordered[at]?.sessionId === id)) continue;
      write.changed({ collection: 'participations', club, entityId: courseId });
      if (cards > 0) write.changed({ collection: 'cards', club });
      write.audit('participations.sync', { club, id }, `Anwesenheit eingetragen: ${title}`);
    }
    return results;
  });
}

async function ofRemaining({ tx }: Write, marks: readonly Mark[]): Promise<Mark[]> {
  const rows = await inAllClubs(tx, () =>
    tx
      .select({ id: person.id, mergedInto: person.mergedInto })
      .from(person)
      .where(
        and(
          inArray(
            person.id,
            marks.map(({ personId }) => personId),
          ),
          isNotNull(person.mergedInto),
        ),
      ),
  );
  const remaining = new Map(rows.map(({ id, mergedInto }) => [id, mergedInto]));
  return marks.map((mark) => ({ ...mark, personId: remaining.get(mark.personId) ?? mark.personId }));
}

async function applyMark(context: Context, write: Write, session: SessionFacts | undefined, mark: Mark): Promise<MarkResult> {
  const refused = (reason: string): MarkResult => ({ clientId: mark.clientId, result: 'refused', state: null, markedBy: null, reason });
  const viewer = signedIn(context);
  if (!session || !may({ role: viewer.role }, 'participations.sync', targetOf(context, session.club)))
    return refused('Diesen Termin gibt es nicht (mehr).');
  if (!(await hasPart(context, 'participations.sync', session.club))) return refused('Der Verein führt keine Teilnehmerlisten.');
  if (session.state === 'cancelled') return refused('Der Termin ist abgesagt.');
  const markedAt = new Date(mark.markedAt);
  if (markedAt.getTime() > now().getTime() + aheadMs) return refused('Die Uhr des Telefons geht vor.');
  if (markedAt.getTime() < now().getTime() - backMs) return refused('Die Markierung ist älter als ein Monat.');
  await enterScope(write.tx, session.club);
  const [enrolled] = await write.tx
    .select({ id: enrolment.id, personId: person.id, trialId: trialVisit.id })
    .from(person)
    .leftJoin(
      enrolment,
      and(eq(enrolment.personId, person.id), eq(enrolment.courseId, session.courseId), inArray(enrolment.state, enrolmentSets.seated)),
    )
    .leftJoin(trialVisit, and(eq(trialVisit.personId, person.id), eq(trialVisit.sessionId, session.id), eq(trialVisit.state, 'booked')))
    .where(and(eq(person.id, mark.personId), eq(person.club, session.club)));
  if (!enrolled) return refused('Diese Person gibt es nicht (mehr).');
  const [before] = await write.tx
    .select({ state: attendance.state, markedAt: attendance.markedAt, markedBy: attendance.markedBy, clientId: attendance.clientId })
    .from(attendance)
    .where(and(eq(attendance.sessionId, session.id), eq(attendance.personId, mark.personId)))
    .for('update');
  if (!enrolled.id && !enrolled.trialId && !before && !(await isAdmittedByCard(write.tx, session, mark.personId)))
    return refused('Diese Person ist nicht (mehr) angemeldet.');
  if (before && before.clientId !== mark.clientId && before.markedAt > markedAt) return overtaken(write, mark, before);
  if (mark.state === null) return clear(write, session, mark, markedAt);
  const values = { state: mark.state, markedAt, markedBy: viewer.userId, clientId: mark.clientId, enrolmentId: enrolled.id };
  const [written] = await write.tx
    .insert(attendance)
    .values({ sessionId: session.id, personId: mark.personId, club: session.club, ...values })
    .onConflictDoUpdate({
      target: [attendance.sessionId, attendance.personId],
      set: values,
      setWhere: sql`${attendance.markedAt} <= ${markedAt}`,
    })
    .returning();
  // Another device has just inserted the first mark of this person, with a later timestamp.
  if (!written) return overtaken(write, mark, await markOf(write, mark));
  await countPresent(write, session);
  return { clientId: mark.clientId, result: 'kept', state: mark.state, markedBy: null, reason: null };
}

/** Deletes a mark: the person is neither present nor absent. A later mark from another device is kept. */
async function clear(write: Write, session: SessionFacts, mark: Mark, markedAt: Date): Promise<MarkResult> {
  await write.tx
    .delete(attendance)
    .where(and(eq(attendance.sessionId, session.id), eq(attendance.personId, mark.personId), lte(attendance.markedAt, markedAt)));
  await countPresent(write, session);
  return { clientId: mark.clientId, result: 'kept', state: null, markedBy: null, reason: null };
}

type Before = Pick<typeof attendance.$inferSelect, 'state' | 'markedBy'>;

/** The result for an outdated mark: the current mark, and who made it. */
async function overtaken({ tx }: Write, { clientId }: Mark, before: Before | undefined): Promise<MarkResult> {
  const [by] = before?.markedBy
    ? await tx
        .select({ name: fullNameOf(appUser) })
        .from(appUser)
        .where(eq(appUser.id, before.markedBy))
    : [];
  return { clientId, result: 'overtaken', state: before?.state ?? null, markedBy: by?.name ?? null, reason: null };
}

async function markOf({ tx }: Write, { sessionId, personId }: Mark): Promise<Before | undefined> {
  const [row] = await tx
    .select({ state: attendance.state, markedBy: attendance.markedBy })
    .from(attendance)
    .where(and(eq(attendance.sessionId, sessionId), eq(attendance.personId, personId)));
  return row;
}

/** Updates the stored count of a closed session when a mark is changed afterwards. */
async function countPresent({ tx }: Write, session: SessionFacts): Promise<void> {
  if (session.state !== 'held') return;
  await tx
    .update(courseSession)
    .set({
      presentCount: sql`(select count(*)::int from ${attendance} a where a.session_id = ${session.id} and a.state in ${oneOf(attendanceSets.there)})`,
    })
    .where(eq(courseSession.id, session.id));
}

async function sessionsOf({ tx }: Write, marks: readonly Mark[]): Promise<Map<string, SessionFacts>> {
  const ids = [...new Set(marks.map(({ sessionId }) => sessionId))];
  const rows = await tx
    .select({
      id: courseSession.id,
      state: courseSession.state,
      day: courseSession.localDate,
      courseId: course.id,
      club: course.club,
      title: course.title,
    })
    .from(courseSession)
    .innerJoin(course, eq(course.id, courseSession.courseId))
    .where(inArray(courseSession.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}
