import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { sessionSets } from '#shared/courses/sessionStates.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { mayMove, courseStatusNames, type CourseStatus } from '#shared/courses/courseStates.ts';
import type { CancelReason } from '#shared/courses/courseWords.ts';
import { annulEnrolments, completeAll, confirmedCount, notifyParticipants, type Seats } from '../enrolments/service.ts';
import { enrolment } from '../enrolments/table.ts';
import { lockCardsOfDates } from '../cards/visits.ts';
import { mailAddresses } from '#server/people/persons/service.ts';
import { now } from '#server/platform/process/clock.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import type { CourseMoney } from './courseMoney.ts';
import { editedOf } from './edited.ts';
import type { CourseRow } from '../offers/service.ts';
import { course, courseLog, courseSession, courseTrainer } from '../offers/table.ts';

type Change = {
  to: CourseStatus;
  reason: string;
  cancelReason?: CancelReason | undefined;
  /** Whether the club keeps attendance lists: without them, past sessions cannot be closed. */
  keepsLists: boolean;
};

/** Changes the status of a locked course: guard, effect, history. */
export async function changeStatus(seats: Seats, change: Change, money: CourseMoney): Promise<void> {
  const { course: row, write, actor } = seats;
  const { to, reason } = change;
  // A template can only be copied, never published.
  if (row.isTemplate || !mayMove(row.status, to)) throw new Problem('wrong-state');
  await guards[to]?.(seats, change, money);
  const [after] = await write.tx
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
  seats.course = after;
  await effects[to]?.(seats, row, change, money);
  await write.tx
    .insert(courseLog)
    .values({ courseId: row.id, fromStatus: row.status, toStatus: to, at: now(), byUser: actor.userId ?? null, reason: reason || null });
  write.audit(
    'courses.publish',
    { club: row.club, id: row.id, by: actor },
    `${courseStatusNames[to]}: ${row.title}${reason && `, Grund: ${reason}`}`,
    { before: { status: row.status }, after: { status: to } },
  );
}

/** The cancellation reason. Kept in the archive; cleared when the course is published again. */
function cancelReasonOf(row: CourseRow, { to, cancelReason }: Change): CancelReason | null {
  if (to === 'archived') return row.cancelReason;
  return to === 'cancelled' ? (cancelReason ?? 'other') : null;
}

type Guard = (seats: Seats, change: Change, money: CourseMoney) => Promise<void>;

const guards: { readonly [to in CourseStatus]?: Guard } = {
  published: async ({ write, course: row }, _change, money) => {
    if (row.status === 'cancelled' && (await money.chargesOf(write.tx, row.id)).refunds > 0) throw new Problem('wrong-state');
    const { missing } = await editedOf(write.tx, row);
    if (missing.length > 0) throw new Problem('not-ready', { fields: missing });
  },
  confirmed: async (seats, { reason }) => {
    const count = await confirmedCount(seats, seats.course.id);
    const { placesMin } = seats.course;
    if (placesMin !== null && count < placesMin && !reason)
      throw new Problem('not-ready', {
        fields: [{ path: 'reason', message: `Erst ${count} von mindestens ${placesMin}: Bitte nennen Sie einen Grund.` }],
      });
  },
  cancelled: async (_places, { cancelReason }) => {
    if (!cancelReason) throw fieldProblem('cancelReason', 'Bitte wählen Sie, warum der Kurs ausfällt.');
  },
  completed: async ({ write, course: row }, { keepsLists }) => {
    const open = await write.tx
      .select({ localDate: courseSession.localDate })
      .from(courseSession)
      .where(
        and(
          eq(courseSession.courseId, row.id),
          inArray(courseSession.state, sessionSets.coming),
          keepsLists ? undefined : gt(courseSession.endsAt, now()),
        ),
      )
      .orderBy(courseSession.startsAt);
    const [first] = open;
    if (first)
      throw new Problem('not-ready', {
        fields: [{ path: 'to', message: openInWords(open.length, germanDate(first.localDate), keepsLists) }],
      });
  },
  billed: async ({ write, course: row }, { reason }, money) => {
    if ((await money.chargesOf(write.tx, row.id)).drafts > 0)
      throw new Problem('not-ready', { fields: [{ path: 'to', message: 'Es gibt noch Forderungen im Entwurf oder im Einzug.' }] });
    const unclaimed = await money.unclaimedDates(write.tx, row.id);
    if (unclaimed > 0 && !reason) {
      const dates = unclaimed === 1 ? 'Ein gehaltener Termin steht' : `${unclaimed} gehaltene Termine stehen`;
      throw new Problem('not-ready', {
        fields: [{ path: 'reason', message: `${dates} noch auf keinem Stundennachweis: Bitte nennen Sie einen Grund.` }],
      });
    }
  },
};

/** Why an offer with open sessions cannot be closed, and where they are closed. */
function openInWords(count: number, day: string, keepsLists: boolean): string {
  if (!keepsLists)
    return count === 1 ? `Ein Termin steht noch bevor, am ${day}.` : `${count} Termine stehen noch bevor, der erste am ${day}.`;
  const way = 'Unter „Termine“';
  return count === 1
    ? `Der Termin am ${day} ist weder gehalten noch abgesagt. ${way} lässt er sich abschließen.`
    : `${count} Termine sind weder gehalten noch abgesagt, der erste am ${day}. ${way} lassen sie sich abschließen.`;
}

type Effect = (seats: Seats, before: CourseRow, change: Change, money: CourseMoney) => Promise<void>;

const effects: { readonly [to in CourseStatus]?: Effect } = {
  confirmed: async (seats) => {
    await notifyParticipants(seats, {
      key: `confirmed:${seats.course.version}`,
      subject: `Findet statt: ${seats.course.title}`,
      text: `„${seats.course.title}“ findet statt. Wir freuen uns auf Sie.`,
    });
  },
  cancelled: async (seats, _before, { reason }, money) => {
    await annulEnrolments(seats, reason || undefined);
    await notifyTrainers(seats, reason);
    const fallen = await money.cancelOpen(seats.write.tx, seats.course.id, 'Angebot abgesagt');
    if (fallen > 0) seats.write.changed({ collection: 'charges', club: seats.course.club });
    await lockComing(seats);
    await seats.write.tx
      .update(courseSession)
      .set({ state: 'cancelled', reason: 'Kurs abgesagt', isCancelledWithCourse: true, version: sql`${courseSession.version} + 1` })
      .where(
        and(
          eq(courseSession.courseId, seats.course.id),
          gt(courseSession.startsAt, now()),
          inArray(courseSession.state, sessionSets.coming),
        ),
      );
  },
  published: async (seats, before) => {
    const { write, course: row } = seats;
    // Publishing a cancelled course restores its sessions; former participants must enrol again.
    if (before.status !== 'cancelled') return;
    await lockComing(seats);
    await write.tx
      .update(courseSession)
      .set({
        state: sql`case when ${courseSession.startsAt} <> ${courseSession.plannedFor} then 'moved' else 'planned' end`,
        reason: null,
        isCancelledWithCourse: false,
      })
      .where(and(eq(courseSession.courseId, row.id), eq(courseSession.isCancelledWithCourse, true), gt(courseSession.startsAt, now())));
  },
  completed: (seats) => completeAll(seats),
  archived: async ({ write, course: row }) => {
    await write.tx
      .update(enrolment)
      .set({ answers: {}, staffNote: null })
      .where(and(eq(enrolment.courseId, row.id), lt(enrolment.registeredAt, now())));
  },
};

/** Locks the cards of people already marked in future sessions, before these are cancelled or restored. */
async function lockComing({ write, course: { id, club } }: Seats): Promise<void> {
  const isComing = and(eq(courseSession.courseId, id), gt(courseSession.startsAt, now()));
  const cards = await lockCardsOfDates(write.tx, write.tx.select({ id: courseSession.id }).from(courseSession).where(isComing));
  if (cards > 0) write.changed({ collection: 'cards', club });
}

/** Notifies the course's leaders of its cancellation, like the participants. */
async function notifyTrainers({ write, course: row }: Seats, reason: string): Promise<void> {
  const trainers = await write.tx.select({ id: courseTrainer.personId }).from(courseTrainer).where(eq(courseTrainer.courseId, row.id));
  const addresses = await mailAddresses(
    write.tx,
    trainers.map(({ id }) => id),
  );
  for (const recipient of new Set([...addresses.values()].flat()))
    await postMail(write.tx, {
      kind: 'notice',
      club: row.club,
      recipient,
      subject: `Abgesagt: ${row.title} (Sie leiten dieses Angebot)`,
      body: `Guten Tag,\n\n„${row.title}“ (${row.number}) ist abgesagt, die künftigen Termine fallen aus.${reason && ` Grund: ${reason}`}\nWer angemeldet war, hat eine Mail bekommen.\n`,
      onceKey: `course:${row.id}:cancelled:${row.version}:${recipient}`,
    });
}
