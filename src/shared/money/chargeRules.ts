import { enrolmentSets, type EnrolmentState } from '#shared/courses/enrolmentStates.ts';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import type { PriceUnit } from '#shared/courses/courseWords.ts';
import { proRata } from '#shared/courses/eligibility.ts';
import {
  periodOf,
  periodShare,
  seatPrice,
  shareOf,
  type BilledCourse,
  type BilledSession,
  type Share,
} from '#shared/courses/priceShare.ts';

/** An enrolment with the facts that its price depends on. */
export type BilledEnrolment = {
  state: EnrolmentState;
  /** The shown price: in rows without a full price it is the only one known, already prorated for a late enrolment. */
  priceCents: number | null;
  /** The price for the whole offer. */
  fullPriceCents: number | null;
  /** Announced price changes, earliest first, each for the periods that begin on its day or later. */
  laterPrices?: readonly { from: LocalDate; cents: number }[];
  per: PriceUnit;
  /** Whole periods in which nothing is owed. */
  pauses?: readonly { from: LocalDate; to: LocalDate }[];
  cancelFeeCents: number;
  /** The first day of a substitute, in rows without their own first day. */
  joinsFrom: LocalDate | null;
  /** The first session of the seat. */
  startsOn: LocalDate | null;
  /** The last day: by notice, or the day on which the seat was cancelled. */
  leavesOn: LocalDate | null;
  registeredOn: LocalDate;
  /** The contract was withdrawn from: nothing is owed. */
  isWithdrawn?: boolean;
  /** The sessions that the person attended. */
  attended: ReadonlySet<string>;
};

/** What one enrolment owes for a period. */
export type Owed = { source: 'course' | 'event' | 'cancel_fee'; period: string; cents: number; note: string };

/**
 * What an enrolment owes up to a day, oldest first, regardless of existing charges. The only place that computes it. A price per month,
 * quarter or year is owed for every period that has begun, from the first session to the last day, also by those who have left. An older
 * row, which has no first session, only owes the period of the day.
 */
export function owedFor(one: BilledEnrolment, course: BilledCourse, day: LocalDate): Owed[] {
  if (one.isWithdrawn) return [];
  if (one.state === 'cancelled' && one.cancelFeeCents > 0)
    return [{ source: 'cancel_fee', period: '', cents: one.cancelFeeCents, note: 'Absagegebühr' }];
  const price = one.fullPriceCents ?? one.priceCents;
  const isSeated = enrolmentSets.seated.includes(one.state);
  if (isFree(one) || (!isSeated && one.state !== 'cancelled')) return [];
  if (one.per === 'course') return isSeated ? owed('', coursePriceOf(one, price ?? 0, course)) : [];
  if (!isSeated && (one.startsOn === null || one.leavesOn === null)) return [];
  return periodsOf(one, course, day)
    .filter((period) => one.startsOn !== null || period === periodOf(one.per, day))
    .flatMap((period) => owed(period, periodPriceOf(one, course, period)));
}

/** The begun periods of an older row except the current one, listed and charged by hand: it is unknown whether they were ever payable. */
export function unclearFor(one: BilledEnrolment, course: BilledCourse, day: LocalDate): Owed[] {
  const wasSeated = enrolmentSets.seated.includes(one.state) || (one.state === 'cancelled' && one.leavesOn !== null);
  if (one.isWithdrawn || one.startsOn !== null || isFree(one) || !wasSeated || one.per === 'course') return [];
  const isProposed = one.state !== 'cancelled';
  return periodsOf(one, course, day)
    .filter((period) => !isProposed || period !== periodOf(one.per, day))
    .flatMap((period) => owed(period, periodPriceOf(one, course, period)));
}

function owed(period: string, share: Share): Owed[] {
  return share.cents > 0 ? [{ source: 'course', period, ...share }] : [];
}

/** The begun periods of an enrolment up to a day, oldest first. */
function periodsOf(one: BilledEnrolment, course: BilledCourse, day: LocalDate): string[] {
  const last = one.leavesOn !== null && one.leavesOn < day ? one.leavesOn : day;
  const periods: string[] = [];
  for (let at = firstDay(one); periodOf(one.per, at) <= periodOf(one.per, last); at = nextPeriod(one.per, at))
    if (!isPaused(one, periodOf(one.per, at))) periods.push(periodOf(one.per, at));
  // A price per session is owed for periods with sessions; an old group may have years without any.
  return one.per === 'session'
    ? periods.filter((period) => course.sessions.some((date) => periodOf('session', date.localDate) === period))
    : periods;
}

function isPaused({ per, pauses = [] }: BilledEnrolment, period: string): boolean {
  return per !== 'session' && pauses.some(({ from, to }) => periodOf(per, from) <= period && period <= periodOf(per, to));
}

function firstDay({ startsOn, joinsFrom, registeredOn }: BilledEnrolment): LocalDate {
  return startsOn ?? joinsFrom ?? registeredOn;
}

/** The first day of the period after that of a day. */
function nextPeriod(per: PriceUnit, day: LocalDate): LocalDate {
  const months = per === 'year' ? 12 : per === 'quarter' ? 3 : 1;
  const month = Number(day.slice(5, 7)) - 1;
  const at = Number(day.slice(0, 4)) * 12 + month - (month % months) + months;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`;
}

/** The price of a period: the one that applied on its first day. */
function priceIn({ fullPriceCents, priceCents, per, laterPrices = [] }: BilledEnrolment, period: string): number {
  const later = laterPrices.filter(({ from }) => periodOf(per, from) <= period).at(-1);
  return later?.cents ?? fullPriceCents ?? priceCents ?? 0;
}

function isFree({ fullPriceCents, priceCents, laterPrices = [] }: BilledEnrolment): boolean {
  return !(fullPriceCents ?? priceCents) && laterPrices.every(({ cents }) => cents === 0);
}

function periodPriceOf(one: BilledEnrolment, course: BilledCourse, period: string): Share {
  const cents = priceIn(one, period);
  if (one.per === 'session') {
    const sessions = course.sessions.filter((date) => periodOf(one.per, date.localDate) === period);
    const count = sessions.filter(
      ({ id, localDate }) => one.attended.has(id) && (one.leavesOn === null || localDate <= one.leavesOn),
    ).length;
    return { cents: cents * count, note: count === 1 ? '1 Termin' : `${count} Termine` };
  }
  return periodShare({ cents, per: one.per }, course, period, { from: firstDay(one), to: one.leavesOn });
}

/** The one-off price, from the first day of the seat; a price that is already prorated is only prorated again for substitutes. */
function coursePriceOf(one: BilledEnrolment, cents: number, course: BilledCourse): Share {
  if (one.fullPriceCents !== null) return seatPrice({ cents, per: one.per }, course, one.startsOn ?? one.joinsFrom);
  return shareOf(cents, course.sessions, { from: course.lateJoin === 'prorata' ? one.joinsFrom : null, to: null });
}

/** The refund of a period's charge after leaving: all of it if the period begins after the last day, otherwise what exceeds the share. */
export function leaverRefund(one: BilledEnrolment, course: BilledCourse, { cents, period }: { cents: number; period: string }): number {
  if (one.isWithdrawn) return cents;
  if (one.leavesOn === null || isFree(one) || one.per === 'course' || one.per === 'session') return 0;
  if (period > periodOf(one.per, one.leavesOn)) return cents;
  return period === periodOf(one.per, one.leavesOn) ? Math.max(0, cents - periodPriceOf(one, course, period).cents) : 0;
}

/** The refund to a late starter for cancelled sessions after their first one: what remains is their fair share. */
export function refundForSeat(
  cents: number,
  sessions: readonly BilledSession[],
  { fullCents, startsOn }: { fullCents: number; startsOn: LocalDate },
): number {
  const coming = sessions.filter(({ localDate }) => localDate >= startsOn);
  const held = coming.filter(({ isCancelled }) => !isCancelled);
  if (held.length === coming.length) return 0;
  const heldBefore = sessions.filter(({ localDate, isCancelled }) => localDate < startsOn && !isCancelled).length;
  return Math.max(0, cents - proRata(fullCents, held.length, heldBefore + coming.length));
}

/** The refund of a paid price for cancelled sessions: their share of all sessions, rounded half up. */
export function refundFor(cents: number, sessions: readonly BilledSession[]): number {
  const cancelled = sessions.filter(({ isCancelled }) => isCancelled).length;
  return cancelled === 0 ? 0 : proRata(cents, cancelled, sessions.length);
}
