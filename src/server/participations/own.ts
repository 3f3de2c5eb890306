import { and, asc, desc, eq, gt, inArray, lt, ne, or, sql } from 'drizzle-orm';
import { cancelFee, cancelRuleInWords } from '#shared/cancellation.ts';
import type { OwnParticipation } from '#shared/participationShapes.ts';
import { mayChange } from '#shared/waitingList.ts';
import { course, courseSession } from '../courses/table.ts';
import { person, personAccess } from '../people/table.ts';
import { today } from '../people/service.ts';
import { now } from '../platform/clock.ts';
import type { Transaction } from '../platform/database.ts';
import type { CourseRow, ParticipationRow } from './counting.ts';
import { participation } from './table.ts';

type Found = { row: ParticipationRow; course: CourseRow; firstname: string; lastname: string };

const select = (tx: Transaction) =>
  tx
    .select({ row: participation, course, firstname: person.firstname, lastname: person.lastname })
    .from(participation)
    .innerJoin(course, eq(course.id, participation.courseId))
    .innerJoin(person, eq(person.id, participation.personId));

/** The enrolments of everybody for whom a user may act: what is open first, then the latest. */
export async function myParticipations(tx: Transaction, userId: string): Promise<OwnParticipation[]> {
  const isOpen = sql`${participation.state} in ('offered', 'unverified', 'confirmed', 'pending', 'waitlisted')`;
  const found = await select(tx)
    .innerJoin(personAccess, and(eq(personAccess.personId, participation.personId), eq(personAccess.userId, userId)))
    .orderBy(desc(isOpen), asc(participation.offerExpiresAt), desc(participation.registeredAt), asc(participation.id))
    .limit(100);
  return toOwn(tx, found);
}

/** One enrolment as its owner sees it. */
export async function ownParticipation(tx: Transaction, id: string): Promise<OwnParticipation | undefined> {
  const found = await select(tx).where(eq(participation.id, id));
  return (await toOwn(tx, found))[0];
}

/** The own place in a queue, 1 for whoever is next. Only the scope of the course's club sees all who wait. */
export async function positionOf(tx: Transaction, { id, courseId, queueClass, queueRank }: ParticipationRow): Promise<number> {
  if (!courseId || queueRank === null) return 0;
  const [row] = await tx
    .select({ before: sql<number>`count(*)::int` })
    .from(participation)
    .where(
      and(
        eq(participation.courseId, courseId),
        eq(participation.state, 'waitlisted'),
        ne(participation.id, id),
        or(lt(participation.queueClass, queueClass), and(eq(participation.queueClass, queueClass), lt(participation.queueRank, queueRank))),
      ),
    );
  return (row?.before ?? 0) + 1;
}

async function toOwn(tx: Transaction, found: readonly Found[]): Promise<OwnParticipation[]> {
  const next = await nextSessions(tx, [...new Set(found.map((one) => one.course.id))]);
  const own: OwnParticipation[] = [];
  for (const { row, course: of, firstname, lastname } of found) {
    const isActive = mayChange(row.state, 'cancelled');
    const isCommitted = row.state === 'confirmed';
    const fee = isCommitted ? cancelFee(of, row.priceCents ?? 0, today()) : row.cancelFeeCents;
    own.push({
      id: row.id,
      token: row.publicToken,
      state: row.state,
      name: `${firstname} ${lastname}`,
      course: {
        id: of.id,
        slug: of.slug,
        title: of.title,
        club: of.club,
        status: of.status,
        place: of.place,
        startsOn: of.startsOn,
        nextSession: next.get(of.id) ?? null,
      },
      position: row.state === 'waitlisted' ? await positionBeyond(tx, row) : null,
      offerExpiresAt: row.offerExpiresAt?.toISOString() ?? null,
      holdExpiresAt: row.holdExpiresAt?.toISOString() ?? null,
      registeredAt: row.registeredAt.toISOString(),
      priceCents: row.priceCents,
      cancelFeeCents: fee,
      // Whoever only waits may always go; who has a place may by himself where the course allows it.
      canCancel: isActive && (!isCommitted || of.isSelfCancel),
      cancelRule: cancelRuleInWords(of),
    });
  }
  return own;
}

/** A position counts people whom the asker may not see, so it looks beyond his scope, at numbers only. */
async function positionBeyond(tx: Transaction, row: ParticipationRow): Promise<number> {
  const { rows } = await tx.execute<{ position: number }>(sql`select queue_position(${row.id}) as position`);
  return rows[0]?.position ?? 0;
}

async function nextSessions(tx: Transaction, courseIds: readonly string[]): Promise<Map<string, string>> {
  if (courseIds.length === 0) return new Map();
  const rows = await tx
    .select({ courseId: courseSession.courseId, startsAt: sql<string>`min(${courseSession.startsAt})` })
    .from(courseSession)
    .where(and(inArray(courseSession.courseId, [...courseIds]), ne(courseSession.state, 'cancelled'), gt(courseSession.endsAt, now())))
    .groupBy(courseSession.courseId);
  return new Map(rows.map(({ courseId, startsAt }) => [courseId, new Date(startsAt).toISOString()]));
}
