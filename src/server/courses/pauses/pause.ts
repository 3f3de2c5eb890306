import { randomUUID } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import {
  isPauseStart,
  pauseEnd,
  pauseInWords,
  pauseMonthsInWords,
  pauseStarts,
  pauseStep,
  staffPauseMonthsAtMost,
  pauseObstacle,
  type Pause,
} from '#shared/courses/pauses/pauseRules.ts';
import type { PauseChoice } from '#shared/courses/pauses/pauses.ts';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Actor, CourseRow, EnrolmentRow, Seats } from '../enrolments/counting.ts';
import { enrolmentOf } from '../enrolments/guestApi.ts';
import { inLine, withSeats } from '../enrolments/seats.ts';
import { courseOf, readEnrolment } from '../enrolments/staffWrite.ts';
import { log } from '../enrolments/states.ts';
import { course } from '../offers/table.ts';
import { postPause, postPauseUndone } from './mails.ts';
import { isPausable, mayPause } from './reading.ts';
import { enrolmentPause } from './table.ts';

type Wished = { from: LocalDate; months: number };

/** The possible pauses of an enrolment, with the consequences of each. */
export function pauseChoices(context: Context, token: string): Promise<PauseChoice[]> {
  return context.read(async (tx) => {
    const { row, of } = await opened(context, tx, token);
    if (!mayPause(row, of)) return [];
    const step = pauseStep(row.pricePer) ?? 1;
    const others = await pausesOf(tx, row.id);
    const lengths = Array.from({ length: Math.floor(of.pauseMaxMonths / step) }, (_, at) => (at + 1) * step);
    return pauseStarts(today(), step).flatMap((from) =>
      lengths
        .filter((months) => isFree(row, { from, to: pauseEnd(from, months) }, others, of.pauseMaxMonths))
        .map((months) => {
          const pause = { from, to: pauseEnd(from, months) };
          return { from, months, label: pauseMonthsInWords(pause), words: pauseInWords(pause, (row.priceCents ?? 0) > 0) };
        }),
    );
  });
}

/** Enters a pause at the family's request. */
export async function pauseOwn(context: Context, token: string, wished: Wished): Promise<void> {
  const { row: known, of, club } = await context.read((tx) => opened(context, tx, token));
  await onGroup(context, of.id, { permission: 'participants.manageByToken', actor: byLink(context), club }, async (seats) => {
    const row = await readEnrolment(seats.write.tx, known.id);
    if (!mayPause(row, seats.course)) throw new Problem('wrong-state');
    return keep(seats, row, wished, { atMost: seats.course.pauseMaxMonths, reason: '' });
  });
}

/** Enters a pause by staff with a reason, regardless of the group's limit. */
export async function pauseByStaff(context: Context, { id, reason, ...wished }: Wished & { id: string; reason: string }): Promise<void> {
  const courseId = await courseOf(context, id, 'participants.update');
  await onGroup(context, courseId, { permission: 'participants.update', actor: byStaff(context) }, async (seats) => {
    const row = await readEnrolment(seats.write.tx, id);
    if (!isPausable(row, seats.course)) throw new Problem('wrong-state');
    return keep(seats, row, wished, { atMost: staffPauseMonthsAtMost, reason });
  });
}

/** Withdraws a pause that has not begun. */
export async function undoOwn(context: Context, token: string, pauseId: string): Promise<void> {
  const { row, of, club } = await context.read((tx) => opened(context, tx, token));
  const how = { permission: 'participants.manageByToken', actor: byLink(context), club } as const;
  await onGroup(context, of.id, how, (seats) => undo(seats, row.id, pauseId));
}

/** The same by staff, for the next pause that has not begun. */
export async function undoByStaff(context: Context, id: string): Promise<void> {
  const courseId = await courseOf(context, id, 'participants.update');
  await onGroup(context, courseId, { permission: 'participants.update', actor: byStaff(context) }, async (seats) => {
    const [next] = await seats.write.tx
      .select({ id: enrolmentPause.id })
      .from(enrolmentPause)
      .where(and(eq(enrolmentPause.enrolmentId, id), gt(enrolmentPause.fromOn, today())))
      .orderBy(enrolmentPause.fromOn)
      .limit(1);
    return undo(seats, id, next?.id);
  });
}

async function keep(seats: Seats, row: EnrolmentRow, { from, months }: Wished, { atMost, reason }: { atMost: number; reason: string }) {
  const { tx } = seats.write;
  const step = pauseStep(row.pricePer) ?? 1;
  const refuse = (path: string, message: string) => new Problem('pause-not-possible', { fields: [{ path, message }] });
  if (!isPauseStart(from, today(), step))
    throw refuse(
      'from',
      step === 3 ? 'Bitte den ersten Tag eines Quartals, das noch kommt.' : 'Bitte den ersten Tag eines Monats, der noch kommt.',
    );
  if (months % step !== 0) throw refuse('months', 'Abgerechnet wird im Quartal: Bitte 3, 6, 9 oder 12 Monate.');
  const pause = { from, to: pauseEnd(from, months) };
  if (row.startsOn !== null && from < row.startsOn) throw refuse('from', 'Der Platz beginnt erst später.');
  const why = pauseObstacle(pause, await pausesOf(tx, row.id), atMost);
  if (why) throw refuse('months', why);
  await tx.insert(enrolmentPause).values({
    id: randomUUID(),
    club: row.club,
    enrolmentId: row.id,
    fromOn: from,
    toOn: pause.to,
    reason,
    by: seats.actor.userId ?? null,
    at: now(),
  });
  const words = `Pause ${pauseMonthsInWords(pause)}`;
  await log(seats, row.id, row.state, row.state, { reason: reason ? `${words}: ${reason}` : words });
  await postPause(seats, row, pause, reason);
  return { row, words };
}

async function undo(seats: Seats, enrolmentId: string, pauseId: string | undefined) {
  const [gone] = pauseId
    ? await seats.write.tx
        .delete(enrolmentPause)
        .where(and(eq(enrolmentPause.id, pauseId), eq(enrolmentPause.enrolmentId, enrolmentId), gt(enrolmentPause.fromOn, today())))
        .returning()
    : [];
  if (!gone) throw new Problem('undo-over');
  const row = await readEnrolment(seats.write.tx, enrolmentId);
  const pause = { from: gone.fromOn, to: gone.toOn };
  const words = `Pause zurückgenommen: ${pauseMonthsInWords(pause)}`;
  await log(seats, row.id, row.state, row.state, { reason: words });
  await postPauseUndone(seats, row, pause);
  return { row, words };
}

function isFree({ startsOn }: EnrolmentRow, pause: Pause, others: readonly Pause[], atMost: number): boolean {
  return (startsOn === null || pause.from >= startsOn) && pauseObstacle(pause, others, atMost) === undefined;
}

async function pausesOf(tx: Transaction, enrolmentId: string): Promise<Pause[]> {
  return tx
    .select({ from: enrolmentPause.fromOn, to: enrolmentPause.toOn })
    .from(enrolmentPause)
    .where(eq(enrolmentPause.enrolmentId, enrolmentId));
}

async function opened(context: Context, tx: Transaction, token: string) {
  const { id, club } = await enrolmentOf(context, tx, token);
  await requireFeature(context, 'participants.manageByToken', club);
  const row = await readEnrolment(tx, id);
  const [of] = row.courseId ? await tx.select().from(course).where(eq(course.id, row.courseId)) : [];
  if (!of) throw new Problem('not-found');
  return { row, of, club };
}

type How = { permission: Permission; actor: Actor; /** Set for people who came by their own link. */ club?: ClubName };

/** Runs a write behind the lock of the group, so that concurrent pauses are counted correctly. */
function onGroup(
  context: Context,
  courseId: string,
  { permission, actor, club }: How,
  work: (seats: Seats) => Promise<{ row: EnrolmentRow; words: string }>,
): Promise<void> {
  const check = (of: CourseRow) => {
    if (club === undefined) allow(context, permission, targetOf(context, of.club));
    else if (of.club !== club) throw new Problem('not-found');
  };
  return inLine(courseId, () =>
    context.write((write) =>
      withSeats({ write, settings: context.settings, actor }, courseId, check, async (seats) => {
        const { row, words } = await work(seats);
        write.audit(permission, { club: row.club, id: row.id, entity: 'participations', by: actor }, `${words} (${seats.course.title})`);
      }),
    ),
  );
}

function byLink({ viewer }: Context): Actor {
  return { userId: viewer?.userId, name: viewer?.name ?? 'Über den Link in der Mail' };
}

function byStaff(context: Context): Actor {
  const { userId, name } = signedIn(context);
  return { userId, name };
}
