import { asc, eq } from 'drizzle-orm';
import { freeUntil } from '#shared/courses/cancellation.ts';
import { leavesOn } from '#shared/courses/leaving.ts';
import { begunPeriod, seatPrice, type BegunPeriod, type BilledSession } from '#shared/courses/priceShare.ts';
import { now, today } from '#server/platform/process/clock.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { coursePrices, courseTimes } from '../offers/service.ts';
import { courseSession } from '../offers/table.ts';
import type { AnySeats, CourseRow, EnrolmentRow } from './counting.ts';

/** The price stored with an enrolment: the full price and its unit. */
export type FullPrice = Pick<EnrolmentRow, 'fullPriceCents' | 'pricePer'>;

/**
 * The terms of a seat given now: its first day, when free cancellation ends (null in permanent groups), and the price for the sessions from
 * then on.
 */
export type SeatStart = {
  startsOn: string;
  freeUntil: Date | null;
  shownCents: (price: FullPrice) => number | null;
  /** The price of the current period if it is lower. */
  begun: (price: FullPrice) => BegunPeriod | null;
  /** The last day if notice were given today; null outside permanent groups. */
  endsOnNotice: string | null;
};

/** A session of a course with the fields that prices depend on. */
export type CourseDate = BilledSession & { startsAt: Date; endsAt: Date };

/** The start of a seat given now: the next session of the course; if there is none, today or the first day of the course. */
export async function seatStart(tx: Transaction, course: CourseRow): Promise<SeatStart> {
  return startAmong(course, await datesOf(tx, course.id));
}

/** The same for sessions that are already read. */
export function startAmong(course: CourseRow, dates: readonly CourseDate[]): SeatStart {
  const next = dates.find(({ isCancelled, startsAt }) => !isCancelled && startsAt > now());
  const startsOn = next?.localDate ?? (course.startsOn > today() ? course.startsOn : today());
  const isFreeUntil = course.kind === 'permanent' ? null : freeUntil(course, now(), next?.startsAt);
  const billed = { ...course, sessions: dates };
  return {
    startsOn,
    freeUntil: isFreeUntil,
    shownCents: (price) => shownCents(price, billed, startsOn),
    begun: ({ fullPriceCents, pricePer }) =>
      fullPriceCents ? begunPeriod({ cents: fullPriceCents, per: pricePer ?? 'course' }, billed, startsOn) : null,
    endsOnNotice: course.kind === 'permanent' ? leavesOn(today(), course, startsOn) : null,
  };
}

/** The columns that change when an enrolment gets its seat. Rows without a full price keep their price. */
export async function seatColumns(seats: AnySeats, price: FullPrice): Promise<Partial<EnrolmentRow>> {
  if (!('course' in seats)) return {};
  const start = await seatStart(seats.write.tx, seats.course);
  const priceCents = start.shownCents(price);
  const { startsOn, freeUntil: isFreeUntil } = start;
  return { startsOn, freeUntil: isFreeUntil, ...(priceCents !== null && { priceCents }) };
}

/** The shown price of a seat that already has its first day. */
export async function priceFromStart(tx: Transaction, course: CourseRow, startsOn: string | null, price: FullPrice) {
  return shownCents(price, { ...course, sessions: await datesOf(tx, course.id) }, startsOn);
}

/** The full price of an enrolment. For older rows: the stored price if enrolled before the course began, else the price list. */
export async function fullPriceOf(seats: AnySeats, row: EnrolmentRow): Promise<FullPrice> {
  if (row.fullPriceCents !== null || !('course' in seats))
    return { fullPriceCents: row.fullPriceCents ?? row.priceCents, pricePer: row.pricePer };
  const { tx } = seats.write;
  const listed = (await coursePrices(tx, seats.course.id)).find(({ category }) => category === row.priceCategory);
  const begins = (await courseTimes(tx, [seats.course])).get(seats.course.id)?.startsAt;
  const isWhole = begins === undefined || row.registeredAt < begins;
  return { fullPriceCents: isWhole ? row.priceCents : (listed?.cents ?? row.priceCents), pricePer: listed?.per ?? 'course' };
}

function shownCents({ fullPriceCents, pricePer }: FullPrice, course: Parameters<typeof seatPrice>[1], startsOn: string | null) {
  return fullPriceCents === null ? null : seatPrice({ cents: fullPriceCents, per: pricePer ?? 'course' }, course, startsOn).cents;
}

/** All sessions of a course, including cancelled ones. */
export async function datesOf(tx: Transaction, courseId: string): Promise<CourseDate[]> {
  const rows = await tx
    .select({
      id: courseSession.id,
      localDate: courseSession.localDate,
      state: courseSession.state,
      startsAt: courseSession.startsAt,
      endsAt: courseSession.endsAt,
    })
    .from(courseSession)
    .where(eq(courseSession.courseId, courseId))
    .orderBy(asc(courseSession.startsAt));
  return rows.map(({ state, ...row }) => ({ ...row, isCancelled: state === 'cancelled' }));
}
