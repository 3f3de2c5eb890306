import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { attendanceSets } from '#shared/courses/sessionStates.ts';
import type { Extent } from '#shared/kernel/rights.ts';
import { ageOn } from '#shared/kernel/age.ts';
import type { EventParticipants, ListedParticipant, ParticipantList } from '#shared/courses/enrolmentShapes.ts';
import { inQueueOrder, offerEnd } from '#shared/courses/waitingList.ts';
import { courseSession } from '../offers/table.ts';
import { membersOn } from '#server/people/members/service.ts';
import { consent, person } from '#server/people/persons/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isPausable, pausesInList } from '../pauses/reading.ts';
import { comingGroupsInWords } from '../priceChanges/groupChanges.ts';
import { movesAround } from '../moves/around.ts';
import { isKept, ofOffering, offeringOf, type CourseRow, type EnrolmentRow, type EventRow, type OfferingRef } from './counting.ts';
import { eventOfferDates, offerDates, seatsOf } from './seats.ts';
import { attendance, enrolment } from './table.ts';
import { careNote } from '#server/people/persons/table.ts';

/** The participants of a course, waiting list in queue order. Limited extent (trainers): without money, addresses and notes. */
export async function participantList(tx: Transaction, course: CourseRow, extent: Extent): Promise<ParticipantList> {
  const [held] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(courseSession)
    .where(and(eq(courseSession.courseId, course.id), eq(courseSession.state, 'held')));
  return {
    course,
    ...(await seatsOf(tx, { courseId: course.id })),
    sessionsHeld: held?.count ?? 0,
    mayOfferBySystem: offerEnd(now(), course.waitlistOfferHours, await offerDates(tx, course)) !== undefined,
    rows: await listedRows(tx, { courseId: course.id }, extent, course.kind === 'permanent'),
  };
}

/** The participants of an event, waiting list in queue order. */
export async function eventParticipantList(tx: Transaction, event: EventRow): Promise<EventParticipants> {
  const { waitlistOfferHours } = offeringOf({ event });
  return {
    event,
    ...(await seatsOf(tx, { eventId: event.id })),
    mayOfferBySystem: offerEnd(now(), waitlistOfferHours, eventOfferDates(event)) !== undefined,
    rows: await listedRows(tx, { eventId: event.id }, 'all'),
  };
}

/** The enrolments of one offering: waiting people in queue order, then the others by name. */
async function listedRows(tx: Transaction, ref: OfferingRef, extent: Extent, isPermanent = false): Promise<ListedParticipant[]> {
  const listed = await readListed(tx, {
    where: ofOffering(ref),
    order: [sql`${enrolment.state} <> 'waitlisted'`, sql`lower(${person.lastname})`, sql`lower(${person.firstname})`, asc(enrolment.id)],
    limit: 1000,
  });
  const waits = listed.filter(({ row }) => row.state === 'waitlisted');
  const order = inQueueOrder(waits.map(({ row }) => ({ ...row, queueRank: row.queueRank ?? 0 }))).map(({ id }) => id);
  const found = [
    ...waits.toSorted((one, other) => order.indexOf(one.row.id) - order.indexOf(other.row.id)),
    ...listed.filter(({ row }) => row.state !== 'waitlisted'),
  ];
  const present = 'courseId' in ref ? await presentCounts(tx, ref.courseId) : new Map<string, number>();
  return toListed(tx, found, { extent, order, present, isPermanent });
}

type Listed = { row: EnrolmentRow; person: typeof person.$inferSelect; hasHealthNote: boolean; mayBePhotographed: boolean };

/** Reads enrolments with the facts that lists show about their persons. */
export function readListed(
  tx: Transaction,
  { where, order, limit }: { where: SQL | undefined; order: SQL[]; limit: number },
): Promise<Listed[]> {
  return tx
    .select({
      row: enrolment,
      person,
      hasHealthNote: sql<boolean>`coalesce(${careNote.healthNote}, ${careNote.allergies}) is not null`,
      mayBePhotographed: sql<boolean>`exists (select 1 from ${consent} where ${consent.personId} = ${person.id}
        and ${consent.purpose} = 'photo_web' and ${consent.revokedAt} is null)`,
    })
    .from(enrolment)
    .innerJoin(person, eq(person.id, enrolment.personId))
    .leftJoin(careNote, eq(careNote.personId, person.id))
    .where(where)
    .orderBy(...order)
    .limit(limit);
}

type Around = {
  /** Limited (trainers): without money, addresses and notes. */ extent: Extent;
  /** Ids of the waiting enrolments in queue order. */ order?: readonly string[];
  /** Number of attended sessions per person. */ present?: ReadonlyMap<string, number>;
  isPermanent?: boolean;
};

/** Converts read enrolments to list rows; also used by exports. */
export async function toListed(
  tx: Transaction,
  found: readonly Listed[],
  { extent, order = [], present = new Map(), isPermanent = false }: Around,
): Promise<ListedParticipant[]> {
  const day = today();
  const members = await membersOn(
    tx,
    found.map((one) => one.person.id),
    day,
  );
  const around = await wordsAround(tx, found, isPermanent);
  const isFull = extent === 'all';
  const coming = await comingGroupsInWords(tx, isFull ? found.map(({ row }) => row) : []);
  return found.map(({ row, person: one, hasHealthNote, mayBePhotographed }): ListedParticipant => ({
    id: row.id,
    personId: one.id,
    firstname: one.firstname,
    lastname: one.lastname,
    age: one.birthDate ? ageOn(one.birthDate, day) : null,
    gender: one.gender,
    isMember: members.has(one.id),
    state: row.state,
    position: row.state === 'waitlisted' ? order.indexOf(row.id) + 1 : null,
    registeredAt: row.registeredAt.toISOString(),
    channel: row.channel,
    phone: one.mobile ?? one.phone,
    emergencyContactName: one.emergencyContactName,
    emergencyContactPhone: one.emergencyContactPhone,
    emergencyOthers: one.emergencyOthers,
    contactEmail: isFull ? row.contactEmail : null,
    guardianName: row.guardianName,
    hasHealthNote,
    mayBePhotographed,
    isGroup: row.groupKey !== null,
    offerExpiresAt: row.offerExpiresAt?.toISOString() ?? null,
    priceCategory: isFull ? row.priceCategory : null,
    priceCents: isFull ? row.priceCents : null,
    cancelFeeCents: isFull ? row.cancelFeeCents : null,
    comingPrice: (coming.get(row.id) ?? []).map((words) => words.replace(/\.$/, '')).join('; '),
    leavesOn: row.leavesOn,
    ...around(row),
    mayLeaveOnDay: isPermanent && row.state === 'confirmed' && row.leavesOn === null,
    swapUntil: row.state === 'waitlisted' && row.swapUntil && row.swapUntil > now() ? row.swapUntil.toISOString() : null,
    keptUntil: isKept(row) ? (row.undoUntil?.toISOString() ?? null) : null,
    staffNote: isFull ? row.staffNote : null,
    present: present.get(one.id) ?? 0,
    version: row.version,
  }));
}

/** Per enrolment, a sentence about a change of groups that can still be undone. */
async function movingAmong(tx: Transaction, found: readonly { row: EnrolmentRow }[]): Promise<Map<string, string>> {
  const moved = found.map(({ row }) => row).filter(({ movedFrom, noticeKind }) => movedFrom !== null || noticeKind === 'moved');
  const around = await movesAround(tx, moved);
  return new Map([...around].filter(([, { mayUndo }]) => mayUndo).map(([id, { words }]) => [id, words]));
}

/** Returns a function for the arrangements of an enrolment: pause, change of groups. */
async function wordsAround(tx: Transaction, found: readonly { row: EnrolmentRow }[], isPermanent: boolean) {
  const moving = await movingAmong(tx, found);
  const ids = found.map(({ row }) => row.id);
  const pauses = await pausesInList(tx, ids);
  const of = isPermanent ? ({ kind: 'permanent' } as const) : null;
  return (row: EnrolmentRow) => ({
    pause: pauses.get(row.id) ?? null,
    mayPause: isPausable(row, of),
    moving: moving.get(row.id) ?? '',
  });
}

async function presentCounts(tx: Transaction, courseId: string): Promise<Map<string, number>> {
  const rows = await tx
    .select({ personId: attendance.personId, count: sql<number>`count(*)::int` })
    .from(attendance)
    .innerJoin(courseSession, eq(courseSession.id, attendance.sessionId))
    .where(and(eq(courseSession.courseId, courseId), inArray(attendance.state, attendanceSets.there)))
    .groupBy(attendance.personId);
  return new Map(rows.map(({ personId, count }) => [personId, count]));
}
