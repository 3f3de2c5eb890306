import { and, eq, inArray } from 'drizzle-orm';
import { sessionSets } from '#shared/courses/sessionStates.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { instantInWords } from '#shared/kernel/calendar.ts';
import { person } from '#server/people/persons/table.ts';
import { mailAddresses } from '#server/people/persons/service.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { now } from '#server/platform/process/clock.ts';
import { allow, targetOf, type Context } from '#server/platform/http/context.ts';
import { enterScope, type Write } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { announce, withdrawAnnouncements } from './announced.ts';
import { requireCover } from './covered.ts';
import { bookerOf } from './halls.ts';
import { lockCardsOfDates } from '../cards/visits.ts';
import { isOver, mayRestore, type CourseRow } from '../offers/service.ts';
import { requestFacility, reclaimHall, releaseHalls } from './sessionHall.ts';
import { newsOn } from './sessionNews.ts';
import { course, courseSession } from '../offers/table.ts';

export type SessionRow = typeof courseSession.$inferSelect;
type Found = { write: Write; session: SessionRow; row: CourseRow };

const done = { ok: true } as const;

/**
 * Cancels one session; all participants get a mail after `undoSeconds`, so that a mistake undone before is never sent. Of one that is
 * over it is noted only that it did not take place: everybody who came knows, and the hall was theirs.
 */
export function cancelSession(context: Context, id: string, why: { reason: string; words: string }): Promise<typeof done> {
  const reason = reasonOf(why);
  return onSession(context, id, 'sessions.cancel', async ({ write, session, row }) => {
    if (!sessionSets.coming.includes(session.state)) throw new Problem('wrong-state');
    await changeSession(write, session, { state: 'cancelled', reason });
    if (isOver(session)) return `Fand nicht statt: ${row.title}, ${instantInWords(session.startsAt)} (${reason})`;
    await releaseHalls(write, bookerOf(context), [session]);
    await announce({ write, settings: context.settings, course: row }, [id]);
    return `Termin abgesagt: ${row.title}, ${instantInWords(session.startsAt)} (${reason})`;
  });
}

/** The reason of a cancellation: the chosen one and free text. */
export function reasonOf({ reason, words }: { reason: string; words: string }): string {
  return [reason, words].filter(Boolean).join('. ');
}

/** The state of a session that is restored. */
export function restoredState({ plannedFor, startsAt }: SessionRow): 'moved' | 'planned' {
  return plannedFor !== null && plannedFor.getTime() !== startsAt.getTime() ? 'moved' : 'planned';
}

/** Restores a cancelled session with its hall; people notified of the cancellation are notified that it takes place. */
export function restoreSession(context: Context, id: string): Promise<typeof done> {
  return onSession(context, id, 'sessions.cancel', async ({ write, session, row }) => {
    if (!mayRestore(session)) throw new Problem('wrong-state');
    await changeSession(write, session, { state: restoredState(session), reason: null, occasion: null });
    if (isOver(session)) return `Fand doch statt: ${row.title}, ${instantInWords(session.startsAt)}`;
    await reclaimHall(write, bookerOf(context), row, session);
    await withdrawAnnouncements({ write, settings: context.settings, course: row }, [session], newsOn);
    return `Absage zurückgenommen: ${row.title}, ${instantInWords(session.startsAt)}`;
  });
}

/** Sets or clears the substitute of one session; the new and the former one are notified. */
export function substitute(context: Context, id: string, personId: string | null): Promise<typeof done> {
  return onSession(context, id, 'sessions.cancel', async ({ write, session, row }) => {
    if (!sessionSets.coming.includes(session.state)) throw new Problem('wrong-state');
    const when = instantInWords(session.startsAt);
    const one = personId === null ? undefined : await coveringPerson(write, row, personId);
    const former = session.substitutePersonId;
    if (former !== personId) {
      await changeSession(write, session, { substitutePersonId: personId });
      const found = { write, session, row };
      if (former) await notifySubstitute(context, found, former, false);
      if (one) await notifySubstitute(context, found, one.id, true);
    }
    return one ? `Vertretung: ${fullName(one)} für ${row.title}, ${when}` : `Keine Vertretung mehr für ${row.title}, ${when}`;
  });
}

async function coveringPerson(write: Write, row: CourseRow, personId: string) {
  const [one] = await write.tx
    .select()
    .from(person)
    .where(and(eq(person.id, personId), eq(person.club, row.club)));
  if (!one) throw fieldProblem('personId', 'Diese Person gibt es im Verein nicht.');
  await requireCover(write.tx, row, [personId], 'personId');
  return one;
}

/** The substitute gets time, place and the link to the list; a former one, that they are not needed any more. */
async function notifySubstitute({ settings }: Context, { write, session, row }: Found, personId: string, comes: boolean): Promise<void> {
  const when = instantInWords(session.startsAt);
  const addresses = await mailAddresses(write.tx, [personId]);
  const text = comes
    ? `Sie sind als Vertretung für „${row.title}“ am ${when} eingetragen${session.place && `, ${session.place}`}. Die Liste: ${siteOf(settings, row.club)}/admin/mobile/participantList?session=${session.id}`
    : `Sie vertreten „${row.title}“ am ${when} nicht mehr. Vielen Dank, dass Sie bereit waren.`;
  for (const recipient of addresses.get(personId) ?? [])
    await postMail(write.tx, {
      kind: 'notice',
      club: row.club,
      recipient,
      subject: `${comes ? 'Sie vertreten' : 'Vertretung entfällt'}: ${row.title} am ${when}`,
      body: `Guten Tag,\n\n${text}\n`,
      onceKey: `substitute:${session.id}:${session.version}:${recipient}`,
    });
}

/** Requests the hall of one session although others have it. */
export function requestFacilityOf(context: Context, id: string): Promise<typeof done> {
  return onSession(context, id, 'courses.update', async ({ write, session, row }) => {
    await requestFacility(write, bookerOf(context), row, session);
    return `Hallenzeit erbeten: ${row.title}, ${instantInWords(session.startsAt)}`;
  });
}

/** Runs a write on one session of a course, with an audit entry. */
export function onSession(
  context: Context,
  id: string,
  permission: Permission,
  work: (found: Found) => Promise<string>,
): Promise<typeof done> {
  return context.write(async (write) => {
    // Lock order of all writes on sessions: first the course, then its session.
    const ofDate = write.tx.select({ id: courseSession.courseId }).from(courseSession).where(eq(courseSession.id, id));
    const [row] = await write.tx.select().from(course).where(inArray(course.id, ofDate)).for('update');
    if (!row) throw new Problem('not-found');
    const { club } = row;
    allow(context, permission, targetOf(context, club));
    await enterScope(write.tx, club);
    const cards = await lockCardsOfDates(write.tx, [id]);
    const [session] = await write.tx.select().from(courseSession).where(eq(courseSession.id, id)).for('update');
    if (!session) throw new Problem('not-found');
    const content = await work({ write, session, row });
    write.audit(permission, { club, id: row.id, entity: 'courses' }, content);
    for (const collection of ['courses', 'participations'] as const) write.changed({ collection, club, entityId: row.id });
    if (cards > 0) write.changed({ collection: 'cards', club });
    return done;
  });
}

export async function changeSession({ tx }: Write, session: SessionRow, values: Partial<SessionRow>): Promise<void> {
  await tx
    .update(courseSession)
    .set({ ...values, version: session.version + 1 })
    .where(eq(courseSession.id, session.id));
  await tx.update(course).set({ updatedAt: now() }).where(eq(course.id, session.courseId));
}
