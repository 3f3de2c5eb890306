import { and, eq, gt, inArray } from 'drizzle-orm';
import { enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { inQueueOrder } from '#shared/courses/waitingList.ts';
import { localOf } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now } from '#server/platform/process/clock.ts';
import { person } from '#server/people/persons/table.ts';
import {
  freeSeats,
  idOf,
  isKept,
  offeringOf,
  ofOffering,
  refOf,
  refOfRow,
  type AnySeats,
  type OfferingRef,
  type EnrolmentRow,
} from './counting.ts';
import { inLine, readQueue, withSeatsOf } from './seats.ts';
import { enrolment } from './table.ts';

type StaffWork<T> = (seats: AnySeats) => Promise<{ answer: T; content: string; id?: string }>;

/** Runs a staff write on a course or event: behind the lock, after the permission check for its club, with an audit entry. */
export function onOffering<T>(context: Context, ref: OfferingRef, permission: Permission, work: StaffWork<T>): Promise<T> {
  const viewer = signedIn(context);
  const check = ({ club }: { club: ClubName }) => void allow(context, permission, targetOf(context, club));
  return inLine(idOf(ref), () =>
    context.write((write) =>
      withSeatsOf(
        { write, settings: context.settings, actor: { userId: viewer.userId, name: viewer.name } },
        { ...ref, check },
        async (seats) => {
          const { answer, content, id } = await work(seats);
          const { club, title } = offeringOf(seats);
          write.audit(permission, { club, id, entity: 'participations' }, `${content} (${title})`);
          return answer;
        },
      ),
    ),
  );
}

/** The same for one enrolment, which is read again behind the lock. */
export async function onEnrolment<T>(
  context: Context,
  id: string,
  permission: Permission,
  work: (seats: AnySeats, row: EnrolmentRow) => Promise<{ answer: T; content: string }>,
): Promise<T> {
  const known = await context.read((tx) => readEnrolment(tx, id));
  allow(context, permission, targetOf(context, known.club));
  return onOffering(context, refOfRow(known), permission, async (seats) => {
    const row = await readEnrolment(seats.write.tx, id);
    if ((row.courseId ?? row.eventId) !== offeringOf(seats).id) throw new Problem('conflict');
    return { ...(await work(seats, row)), id };
  });
}

/** The course of an enrolment that the viewer may change. */
export async function courseOf(context: Context, id: string, permission: Permission): Promise<string> {
  const row = await context.read((tx) => readEnrolment(tx, id));
  allow(context, permission, targetOf(context, row.club));
  if (!row.courseId) throw new Problem('wrong-state');
  return row.courseId;
}

/** One enrolment, or 404. */
export async function readEnrolment(tx: Transaction, id: string): Promise<EnrolmentRow> {
  const [row] = await tx.select().from(enrolment).where(eq(enrolment.id, id));
  if (!row) throw new Problem('not-found');
  return row;
}

/** The reason as a suffix of a sentence. */
export function formatReason(reason: string): string {
  return reason && `, Grund: ${reason}`;
}

/** Requires a reason to skip the waiting list. */
export async function needTurn(seats: AnySeats, id: string, reason: string): Promise<void> {
  if (reason) return;
  const queue = await readQueue(seats.write.tx, refOf(seats));
  if (inQueueOrder(queue)[0]?.id !== id) throw fieldProblem('reason', 'Diese Person ist nicht die nächste: Bitte nennen Sie einen Grund.');
}

/** Requires a reason to exceed the seats. */
export async function needRoom(seats: AnySeats, reason: string): Promise<void> {
  const free = freeSeats(seats);
  if (free === null || free >= 1 || reason) return;
  const message = `Kein Platz ist frei.${await keptInWords(seats)} Mit einem Grund geht es trotzdem.`;
  throw new Problem('places-taken', { fields: [{ path: 'reason', message }] });
}

/** Sentences about seats kept for people whose cancellation can still be undone. */
async function keptInWords(seats: AnySeats): Promise<string> {
  const rows = await seats.write.tx
    .select({ row: enrolment, person })
    .from(enrolment)
    .innerJoin(person, eq(person.id, enrolment.personId))
    .where(and(ofOffering(refOf(seats)), inArray(enrolment.state, enrolmentSets.left), gt(enrolment.undoUntil, now())))
    .orderBy(enrolment.undoUntil, enrolment.id);
  const words = ({ row, person: one }: (typeof rows)[number]) =>
    ` Bis ${localOf(row.undoUntil ?? now()).time} Uhr wird einer für ${fullName(one)} gehalten: eben abgesagt, vielleicht aus Versehen.`;
  return rows
    .filter(({ row }) => isKept(row))
    .map(words)
    .join('');
}
