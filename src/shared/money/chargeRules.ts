import { enrolmentSets, type EnrolmentState } from '#shared/courses/enrolmentStates.ts';
import type { LocalDate } from '#shared/kernel/calendar.ts';
import type { PriceUnit } from '#shared/courses/courseWords.ts';
import { proRata } from '#shared/courses/eligibility.ts';
import { seatPrice, shareOf, type BilledCourse, type BilledSession, type Share } from '#shared/courses/priceShare.ts';

/** An enrolment with what its price hangs on. */
export type BilledEnrolment = {
  state: EnrolmentState;
  /** What was shown: in rows without a full price it is all that is known, already the share of whoever signed up late. */
  priceCents: number | null;
  /** The price for the whole offer. */
  fullPriceCents: number | null;
  per: PriceUnit;
  cancelFeeCents: number;
  /** From when somebody takes part who stood in for another, in rows without a first day of their own. */
  joinsFrom: LocalDate | null;
  /** The first date of the seat. */
  startsOn: LocalDate | null;
  registeredOn: LocalDate;
  /** The dates at which they were there. */
  attended: ReadonlySet<string>;
};

/** What one enrolment owes for a period. */
export type Owed = { source: 'course' | 'cancel_fee'; period: string; cents: number; note: string };

/** The period of a price that a day belongs to: its month, quarter or year; empty for a price that is asked once. */
export function periodOf(per: PriceUnit, day: LocalDate): string {
  if (per === 'month' || per === 'session') return day.slice(0, 7);
  if (per === 'quarter') return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
  return per === 'year' ? day.slice(0, 4) : '';
}

/** A period as people write it: 11/2026, 4. Quartal 2026, 2026. */
export function periodInWords(period: string): string {
  const [year = '', part = ''] = period.split('-');
  if (part.startsWith('Q')) return `${part.slice(1)}. Quartal ${year}`;
  return part ? `${part}/${year}` : year;
}

/** What an enrolment owes in the period of a day; undefined where it owes nothing (domain.md 6.4). The one place that computes it. */
export function owedFor(one: BilledEnrolment, course: BilledCourse, day: LocalDate): Owed | undefined {
  if (one.state === 'cancelled')
    return one.cancelFeeCents > 0 ? { source: 'cancel_fee', period: '', cents: one.cancelFeeCents, note: 'Abmeldegebühr' } : undefined;
  const price = one.fullPriceCents ?? one.priceCents;
  if (!enrolmentSets.seated.includes(one.state) || !price) return undefined;
  const period = periodOf(one.per, day);
  const priced = (share: Share): Owed | undefined => (share.cents > 0 ? { source: 'course', period, ...share } : undefined);
  if (one.per === 'course') return priced(coursePriceOf(one, price, course));
  const sessions = course.sessions.filter((date) => periodOf(one.per, date.localDate) === period);
  if (one.per === 'session') {
    const count = sessions.filter(({ id }) => one.attended.has(id)).length;
    return priced({ cents: price * count, note: count === 1 ? '1 Termin' : `${count} Termine` });
  }
  const from = one.startsOn ?? one.joinsFrom ?? one.registeredOn;
  if (periodOf(one.per, from) > period) return undefined;
  return priced(shareOf(price, sessions, { from: course.lateJoin === 'prorata' ? from : null, to: null }));
}

/** The price that is asked once: from the first day of the seat; a price that is known as a share already only for substitutes. */
function coursePriceOf(one: BilledEnrolment, cents: number, course: BilledCourse): Share {
  if (one.fullPriceCents !== null) return seatPrice({ cents, per: one.per }, course, one.startsOn ?? one.joinsFrom);
  return shareOf(cents, course.sessions, { from: course.lateJoin === 'prorata' ? one.joinsFrom : null, to: null });
}

/** What goes back of a paid price for dates that fell out: their share of all dates, rounded as merchants do. */
export function refundFor(cents: number, sessions: readonly BilledSession[]): number {
  const cancelled = sessions.filter(({ isCancelled }) => isCancelled).length;
  return cancelled === 0 ? 0 : proRata(cents, cancelled, sessions.length);
}
