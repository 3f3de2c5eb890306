import { enrolmentSets, type EnrolmentState } from '#shared/courses/enrolmentStates.ts';
import { germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import type { PriceUnit } from '#shared/courses/courseWords.ts';
import { proRata } from '#shared/courses/eligibility.ts';

/** One date of a course, as far as money needs it. */
export type BilledSession = { id: string; localDate: LocalDate; isCancelled: boolean };

/** An enrolment with what its price hangs on. */
export type BilledEnrolment = {
  state: EnrolmentState;
  /** Frozen at the sign-up, already the share of whoever signed up late (domain.md 5.2). */
  priceCents: number | null;
  per: PriceUnit;
  cancelFeeCents: number;
  /** From when somebody takes part who stands in for another. */
  joinsFrom: LocalDate | null;
  registeredOn: LocalDate;
  /** The dates at which he was there. */
  attended: ReadonlySet<string>;
};

export type BilledCourse = { lateJoin: string; sessions: readonly BilledSession[] };

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

/** What an enrolment owes in the period of a day; undefined where it owes nothing (domain.md 6.4). */
export function owedFor(one: BilledEnrolment, course: BilledCourse, day: LocalDate): Owed | undefined {
  if (one.state === 'cancelled')
    return one.cancelFeeCents > 0 ? { source: 'cancel_fee', period: '', cents: one.cancelFeeCents, note: 'Abmeldegebühr' } : undefined;
  if (!enrolmentSets.seated.includes(one.state) || !one.priceCents) return undefined;
  const period = periodOf(one.per, day);
  const priced = (share: { cents: number; note: string }): Owed | undefined =>
    share.cents > 0 ? { source: 'course', period, ...share } : undefined;
  const inPeriod = one.per === 'course' ? course.sessions : course.sessions.filter((date) => periodOf(one.per, date.localDate) === period);
  if (one.per === 'session') {
    const count = inPeriod.filter(({ id }) => one.attended.has(id)).length;
    return priced({ cents: one.priceCents * count, note: count === 1 ? '1 Termin' : `${count} Termine` });
  }
  const joins = one.joinsFrom ?? (one.per === 'course' ? null : one.registeredOn);
  if (joins !== null && one.per !== 'course' && periodOf(one.per, joins) > period) return undefined;
  return priced(shareFrom(one.priceCents, inPeriod, course.lateJoin === 'prorata' ? joins : null));
}

/** What goes back of a paid price for dates that fell out: their share of all dates, rounded as merchants do. */
export function refundFor(cents: number, sessions: readonly BilledSession[]): number {
  const cancelled = sessions.filter(({ isCancelled }) => isCancelled).length;
  return cancelled === 0 ? 0 : proRata(cents, cancelled, sessions.length);
}

/** The share for whoever joins on a day: the dates that remain of all dates that take place. */
function shareFrom(cents: number, sessions: readonly BilledSession[], joins: LocalDate | null): { cents: number; note: string } {
  const held = sessions.filter(({ isCancelled }) => !isCancelled);
  const remaining = joins === null ? held : held.filter(({ localDate }) => localDate >= joins);
  if (joins === null || remaining.length === held.length) return { cents, note: '' };
  return {
    cents: proRata(cents, remaining.length, held.length),
    note: `anteilig ab ${germanDate(joins)}: ${remaining.length} von ${held.length} Terminen`,
  };
}
