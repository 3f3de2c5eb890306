import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { mayMove } from '#shared/courses/courseStates.ts';
import { courseStatusNames, type CancelReason, type CourseStatus } from '#shared/courses/courseWords.ts';
import { annulAll, completeAll, confirmedCount, tellParticipants, type Places } from '../enrolments/service.ts';
import { participation } from '../enrolments/table.ts';
import { mailAddresses } from '#server/people/persons/service.ts';
import { now } from '#server/platform/process/clock.ts';
import { postMail } from '#server/platform/outbox.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import type { CourseMoney } from './courseMoney.ts';
import { editedOf } from './edited.ts';
import type { CourseRow } from '../offers/service.ts';
import { course, courseLog, courseSession, courseTrainer } from '../offers/table.ts';

type Change = { to: CourseStatus; reason: string; cancelReason?: CancelReason | undefined };

/** Brings a locked course into another state: guard, effect, history (domain.md 5.1). */
export async function changeStatus(places: Places, change: Change, money: CourseMoney): Promise<void> {
  const { course: row, deed, actor } = places;
  const { to, reason } = change;
  // A template is copied; it is never published itself.
  if (row.isTemplate || !mayMove(row.status, to)) throw new Problem('wrong-state');
  await guards[to]?.(places, change, money);
  const [after] = await deed.tx
    .update(course)
    .set({
      status: to,
      cancelReason: cancelReasonOf(row, change),
      updatedAt: now(),
      version: row.version + 1,
    })
    .where(eq(course.id, row.id))
    .returning();
  if (!after) throw new Problem('not-found');
  places.course = after;
  await effects[to]?.(places, row, change, money);
  await deed.tx
    .insert(courseLog)
    .values({ courseId: row.id, fromStatus: row.status, toStatus: to, at: now(), byUser: actor.userId ?? null, reason: reason || null });
  deed.audit({
    name: actor.name,
    actorId: actor.userId,
    club: row.club,
    content: `${courseStatusNames[to]}: ${row.title}${reason && `, Grund: ${reason}`}`,
    action: 'courses.publish',
    entity: 'courses',
    entityId: row.id,
    before: { status: row.status },
    after: { status: to },
  });
}

/** Why it is cancelled. In the archive it stays a cancelled one; what is published anew is cancelled no more. */
function cancelReasonOf(row: CourseRow, { to, cancelReason }: Change): CancelReason | null {
  if (to === 'archived') return row.cancelReason;
  return to === 'cancelled' ? (cancelReason ?? 'other') : null;
}

type Guard = (places: Places, change: Change, money: CourseMoney) => Promise<void>;

const guards: { readonly [to in CourseStatus]?: Guard } = {
  published: async ({ deed, course: row }, _change, money) => {
    if (row.status === 'cancelled' && (await money.chargesOf(deed.tx, row.id)).refunds > 0) throw new Problem('wrong-state');
    const { missing } = await editedOf(deed.tx, row);
    if (missing.length > 0) throw new Problem('not-ready', { fields: missing });
  },
  confirmed: async (places, { reason }) => {
    const count = await confirmedCount(places, places.course.id);
    const { placesMin } = places.course;
    if (placesMin !== null && count < placesMin && !reason)
      throw new Problem('not-ready', {
        fields: [{ path: 'reason', message: `Erst ${count} von mindestens ${placesMin}: Bitte nennen Sie einen Grund.` }],
      });
  },
  cancelled: async (_places, { cancelReason }) => {
    if (!cancelReason) throw fieldProblem('cancelReason', 'Bitte wählen Sie, warum der Kurs ausfällt.');
  },
  completed: async ({ deed, course: row }) => {
    const open = await deed.tx
      .select({ id: courseSession.id, startsAt: courseSession.startsAt })
      .from(courseSession)
      .where(and(eq(courseSession.courseId, row.id), inArray(courseSession.state, ['planned', 'moved'])))
      .limit(1);
    if (open.length > 0)
      throw new Problem('not-ready', { fields: [{ path: 'to', message: 'Es gibt noch Termine, die weder gehalten noch abgesagt sind.' }] });
  },
  billed: async ({ deed, course: row }, { reason }, money) => {
    if ((await money.chargesOf(deed.tx, row.id)).drafts > 0)
      throw new Problem('not-ready', { fields: [{ path: 'to', message: 'Es gibt noch Forderungen im Entwurf oder im Einzug.' }] });
    const unclaimed = await money.unclaimedDates(deed.tx, row.id);
    if (unclaimed > 0 && !reason) {
      const dates = unclaimed === 1 ? 'Ein gehaltener Termin steht' : `${unclaimed} gehaltene Termine stehen`;
      throw new Problem('not-ready', {
        fields: [{ path: 'reason', message: `${dates} noch auf keinem Stundennachweis: Bitte nennen Sie einen Grund.` }],
      });
    }
  },
};

type Effect = (places: Places, before: CourseRow, change: Change, money: CourseMoney) => Promise<void>;

const effects: { readonly [to in CourseStatus]?: Effect } = {
  confirmed: async (places) => {
    await tellParticipants(places, {
      key: `confirmed:${places.course.version}`,
      subject: `Findet statt: ${places.course.title}`,
      text: `„${places.course.title}“ findet statt. Wir freuen uns auf Sie.`,
    });
  },
  cancelled: async (places, _before, { reason }, money) => {
    await annulAll(places, reason || undefined);
    await tellTrainers(places, reason);
    const fallen = await money.cancelOpen(places.deed.tx, places.course.id, 'Angebot abgesagt');
    if (fallen > 0) places.deed.changed({ collection: 'charges', club: places.course.club });
    await places.deed.tx
      .update(courseSession)
      .set({ state: 'cancelled', reason: 'Kurs abgesagt', version: sql`${courseSession.version} + 1` })
      .where(
        and(
          eq(courseSession.courseId, places.course.id),
          gt(courseSession.startsAt, now()),
          inArray(courseSession.state, ['planned', 'moved']),
        ),
      );
  },
  published: async ({ deed, course: row }, before) => {
    // A cancelled course that comes back brings its dates with it; who was signed up must sign up anew.
    if (before.status !== 'cancelled') return;
    await deed.tx
      .update(courseSession)
      .set({
        state: sql`case when ${courseSession.startsAt} <> ${courseSession.plannedFor} then 'moved' else 'planned' end`,
        reason: null,
      })
      .where(
        and(
          eq(courseSession.courseId, row.id),
          eq(courseSession.state, 'cancelled'),
          eq(courseSession.reason, 'Kurs abgesagt'),
          gt(courseSession.startsAt, now()),
        ),
      );
  },
  completed: (places) => completeAll(places),
  archived: async ({ deed, course: row }) => {
    await deed.tx
      .update(participation)
      .set({ answers: {}, staffNote: null })
      .where(and(eq(participation.courseId, row.id), lt(participation.registeredAt, now())));
  },
};

/** Whoever leads the course reads that it is called off, like everybody who was signed up (domain.md 5.1). */
async function tellTrainers({ deed, course: row }: Places, reason: string): Promise<void> {
  const trainers = await deed.tx.select({ id: courseTrainer.personId }).from(courseTrainer).where(eq(courseTrainer.courseId, row.id));
  const addresses = await mailAddresses(
    deed.tx,
    trainers.map(({ id }) => id),
  );
  for (const recipient of new Set([...addresses.values()].flat()))
    await postMail(deed.tx, {
      kind: 'notice',
      club: row.club,
      recipient,
      subject: `Abgesagt: ${row.title} (Sie leiten dieses Angebot)`,
      body: `Guten Tag,\n\n„${row.title}“ (${row.number}) ist abgesagt, die künftigen Termine fallen aus.${reason && ` Grund: ${reason}`}\nAlle Angemeldeten haben eine Mail bekommen.\n`,
      onceKey: `course:${row.id}:cancelled:${row.version}:${recipient}`,
    });
}
