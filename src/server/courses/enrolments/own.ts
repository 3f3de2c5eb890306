import { and, asc, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import { oneOf } from '#server/platform/database/columns.ts';
import { mayChange, enrolmentSets } from '#shared/courses/enrolmentStates.ts';
import { cancelFee, cancelRuleInWords } from '#shared/courses/cancellation.ts';
import { leavesOn, leavingInWords, paidFromOf } from '#shared/courses/leaving.ts';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { endBeforeRise, riseInWords } from '#shared/courses/priceChanges/priceChangeRules.ts';
import { placeInWords } from '#shared/courses/waitingList.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { localOf, instantInWords } from '#shared/kernel/calendar.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { euros } from '#shared/kernel/money.ts';
import { locationsOf } from '../offers/service.ts';
import { course, courseSession } from '../offers/table.ts';
import { event } from '#server/events/table.ts';
import { ownPeople } from '#server/people/persons/service.ts';
import { heldAccess, person } from '#server/people/persons/table.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import { mayMove, movesAround } from '../moves/around.ts';
import { swapsAround } from '../moves/swapping.ts';
import { mayPause, pausesAround } from '../pauses/reading.ts';
import { comingGroupsInWords } from '../priceChanges/groupChanges.ts';
import { aboutOf } from './about.ts';
import { adoptionOf } from '../adoption/adopt.ts';
import { ofOffering, refOfRow, type CourseRow, type EventRow, type EnrolmentRow } from './counting.ts';
import { agreedIn, lastStepOf } from '../orders/lastStep.ts';
import type { OrderPorts } from '../orders/ports.ts';
import { transfersAround } from '../orders/transfer.ts';
import type { Ordered } from '../orders/orders.ts';
import { isAheadOf } from './seats.ts';
import { isKnownBy } from './service.ts';
import { enrolment } from './table.ts';

type Found = { row: EnrolmentRow; course: CourseRow | null; event: EventRow | null; firstname: string; lastname: string };

const select = (tx: Transaction) =>
  tx
    .select({ row: enrolment, course, event, firstname: person.firstname, lastname: person.lastname })
    .from(enrolment)
    .leftJoin(course, eq(course.id, enrolment.courseId))
    .leftJoin(event, eq(event.id, enrolment.eventId))
    .innerJoin(person, eq(person.id, enrolment.personId));

/** The enrolments of all persons that a user may act for: open ones first, then the latest. */
export async function myEnrolments(tx: Transaction, userId: string, ports: OrderPorts): Promise<OwnEnrolment[]> {
  const isOpen = sql`${enrolment.state} in ${oneOf(enrolmentSets.active)}`;
  const found = await select(tx)
    .innerJoin(heldAccess, and(eq(heldAccess.personId, enrolment.personId), eq(heldAccess.userId, userId)))
    .where(isKnownBy(heldAccess))
    .orderBy(desc(isOpen), asc(enrolment.offerExpiresAt), desc(enrolment.registeredAt), asc(enrolment.id))
    .limit(100);
  return toOwn(tx, found, { ...ports, own: await ownIds(tx, userId, found) });
}

/** The persons who may pay by a mandate given with an answer; read only if an enrolment waits for an answer. */
async function ownIds(tx: Transaction, userId: string | undefined, found: readonly Found[]): Promise<ReadonlySet<string>> {
  const isAsked = found.some(({ row }) => enrolmentSets.answerable.includes(row.state));
  if (!isAsked || userId === undefined) return new Set();
  return new Set((await ownPeople(tx, userId)).map(({ id }) => id));
}

/** One enrolment as its owner sees it, opened by `token`; with or without a signed-in viewer. */
export async function ownEnrolment(
  tx: Transaction,
  id: string,
  token: string,
  viewer: Pick<Viewer, 'email' | 'userId'> | undefined,
  ports: OrderPorts,
): Promise<OwnEnrolment | undefined> {
  const found = await select(tx).where(eq(enrolment.id, id));
  const [own] = await toOwn(tx, found, { ...ports, own: await ownIds(tx, viewer?.userId, found) });
  const [one] = found;
  return own && one && { ...own, token, adoption: adoptionOf(one.row, viewer), about: await aboutOf(tx, one) };
}

/** The club of an enrolment that a user may see as their own. */
export async function clubOfOwn(tx: Transaction, userId: string, id: string): Promise<ClubName | undefined> {
  const [row] = await tx
    .select({ club: enrolment.club })
    .from(enrolment)
    .innerJoin(heldAccess, and(eq(heldAccess.personId, enrolment.personId), eq(heldAccess.userId, userId)))
    .where(and(eq(enrolment.id, id), isKnownBy(heldAccess)));
  return row?.club;
}

/** The position in the queue, starting at 1. Needs the scope of the offering's club to count everybody who waits. */
export async function positionOf(tx: Transaction, row: EnrolmentRow): Promise<number> {
  return 1 + (await tx.$count(enrolment, and(ofOffering(refOfRow(row)), sql`${enrolment.state} = 'waitlisted'`, isAheadOf(row))));
}

async function toOwn(tx: Transaction, found: readonly Found[], ports: OrderPorts & { own: ReadonlySet<string> }): Promise<OwnEnrolment[]> {
  const next = await nextSessions(tx, [...new Set(found.flatMap((one) => one.course?.id ?? []))]);
  const places = await locationsOf(
    tx,
    found.flatMap((one) => one.course ?? []),
  );
  const rows = found.map(({ row }) => row);
  const agreed = await agreedIn(tx, rows);
  const transfers = await transfersAround(tx, rows, ports);
  const moves = await movesAround(tx, rows);
  const swaps = await swapsAround(tx, rows);
  const pauses = await pausesAround(tx, rows);
  const groups = await comingGroupsInWords(tx, rows);
  const own: OwnEnrolment[] = [];
  for (const one of found) {
    const { row, firstname, lastname } = one;
    const isActive = mayChange(row.state, 'cancelled');
    const isCommitted = row.state === 'confirmed';
    const rule = ruleOf(one);
    const fee = isCommitted ? rule.fee(row.priceCents ?? 0) : row.cancelFeeCents;
    own.push({
      id: row.id,
      token: row.id,
      state: row.state,
      name: fullName({ firstname, lastname }),
      target: targetOf(one, next, places),
      position: row.state === 'waitlisted' ? await positionBeyond(tx, row) : null,
      placeReason:
        row.state === 'waitlisted' ? placeInWords({ ...row, isTogether: row.groupKey !== null, isEvent: one.event !== null }) : [],
      offerExpiresAt: row.offerExpiresAt?.toISOString() ?? null,
      holdExpiresAt: row.holdExpiresAt?.toISOString() ?? null,
      registeredAt: row.registeredAt.toISOString(),
      priceCents: row.priceCents,
      cancelFeeCents: fee,
      pricePer: row.pricePer,
      paidFrom: paidFromOf(row),
      leavesOn: row.leavesOn,
      endsOnNotice: isCommitted && row.leavesOn === null ? rule.end : null,
      // A waiting-list entry can always be given up; a seat only if the course allows it.
      undoUntil: row.undoState !== null && row.undoUntil !== null && row.undoUntil > now() ? row.undoUntil.toISOString() : null,
      canCancel: isActive && row.leavesOn === null && (!isCommitted || rule.isSelfCancel),
      cancelRule: [...rule.words, ...(groups.get(row.id) ?? [])],
      step: await lastStepOf(tx, row, orderedIn(one), ports),
      order: agreed.get(row.orderId) ?? null,
      transfer: transfers.get(row.id) ?? null,
      move: moves.get(row.id) ?? null,
      swap: swaps.get(row.id) ?? null,
      pauses: pauses.get(row.id) ?? [],
      mayPause: mayPause(row, one.course),
      mayMove: mayMove(row, one.course) && !moves.has(row.id),
      adoption: 'none',
      about: null,
    });
  }
  return own;
}

function orderedIn({ course: of, event: at }: Found): Ordered {
  if (of) return { course: of };
  if (at) return { event: at };
  throw new Error('An enrolment belongs to a course or to an event.');
}

/** The course or event data shown to the owner. */
function targetOf(
  { course: of, event: at }: Found,
  next: ReadonlyMap<string, string>,
  places: ReadonlyMap<string, string>,
): OwnEnrolment['target'] {
  if (of) {
    const { id, slug, title, club, status } = of;
    const place = places.get(id) ?? of.place;
    return { kind: 'course', id, slug, title, club, state: status, place, nextAt: next.get(id) ?? null };
  }
  if (!at) throw new Error('An enrolment belongs to a course or to an event.');
  const { id, title, club, state, place, startsAt } = at;
  return { kind: 'event', id, slug: id, title, club, state, place, nextAt: startsAt.toISOString() };
}

/** The cancellation rule: courses have fees, events only a deadline. */
function ruleOf({ row, course: of, event: at }: Found): {
  isSelfCancel: boolean;
  words: string[];
  fee: (cents: number) => number;
  end: string | null;
} {
  if (of?.kind === 'permanent') {
    const end = endBeforeRise(leavesOn(today(), of, row.termFrom ?? row.startsOn), row, of.comingPrices, today());
    const hasBegun = row.startsOn === null || end >= row.startsOn;
    return {
      isSelfCancel: of.isSelfCancel,
      words: [...leavingInWords(of, row.startsOn, today(), end), ...riseInWords(row, of.comingPrices)],
      fee: () => 0,
      end: hasBegun ? end : null,
    };
  }
  // Monthly and per-session prices have no fee: they are owed up to the day of cancellation.
  const isOnce = (row.pricePer ?? 'course') === 'course';
  if (of)
    return {
      isSelfCancel: of.isSelfCancel,
      words: graceWords(row, of) ?? cancelRuleInWords(of, today()),
      fee: (cents) => (isOnce && !isInGrace(row) ? cancelFee(of, cents, today()) : 0),
      end: null,
    };
  const until = at?.cancelUntil ?? at?.startsAt ?? now();
  return { isSelfCancel: now() <= until, words: [`Kostenlos absagen bis ${instantInWords(until)}.`], fee: () => 0, end: null };
}

function isInGrace({ freeUntil }: EnrolmentRow): boolean {
  return freeUntil !== null && now() < freeUntil;
}

/** The rule for an enrolment in its free hours, if cancelling would already cost a fee without them. */
function graceWords(row: EnrolmentRow, of: CourseRow): string[] | undefined {
  const after = row.freeUntil && cancelFee(of, row.priceCents ?? 0, localOf(row.freeUntil).date);
  if (!isInGrace(row) || !row.freeUntil || cancelFee(of, row.priceCents ?? 0, today()) === 0) return undefined;
  return [`Bis ${instantInWords(row.freeUntil)} kostenlos absagen, danach kostet es ${euros(after ?? 0)}.`];
}

/** Counts people whom the viewer may not see, by a database function that returns only the number. */
async function positionBeyond(tx: Transaction, row: EnrolmentRow): Promise<number> {
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
