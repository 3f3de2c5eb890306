import { addMonths, germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import type { CourseKind, PriceUnit } from './courseWords.ts';
import { proRata } from './eligibility.ts';

/** A session of an offer, with the data needed for prices. */
export type BilledSession = { id: string; localDate: LocalDate; isCancelled: boolean };

/** The facts of an offer that determine the share of its price. */
export type BilledCourse = { kind: CourseKind; lateJoin: string; sessions: readonly BilledSession[] };

/** An amount in cents, with the reason why it is less than the whole price: "anteilig ab 23.11.2026: 11 von 24 Terminen". */
export type Share = { cents: number; note: string };

/**
 * The share of a price for the sessions within a period, relative to all sessions that take place. Cancelled sessions
 * count on neither side. Rounded half up, once.
 */
export function shareOf(
  cents: number,
  sessions: readonly BilledSession[],
  { from, to }: { from: LocalDate | null; to: LocalDate | null },
): Share {
  const held = sessions.filter(({ isCancelled }) => !isCancelled);
  const within = held.filter(({ localDate }) => (from === null || localDate >= from) && (to === null || localDate <= to));
  if (within.length === held.length) return { cents, note: '' };
  const days = [
    from && held[0] && held[0].localDate < from ? `ab ${germanDate(from)}` : '',
    to && ends(held, to) ? `bis ${germanDate(to)}` : '',
  ];
  return {
    cents: proRata(cents, within.length, held.length),
    note: `anteilig ${days.filter(Boolean).join(' ')}: ${within.length} von ${held.length} Terminen`,
  };
}

/** The price of a place from a day on. Only courses with a single price that are joined late are charged a share. */
export function seatPrice(
  { cents, per }: { cents: number; per: PriceUnit },
  { kind, lateJoin, sessions }: BilledCourse,
  startsOn: LocalDate | null,
): Share {
  if (per !== 'course' || kind === 'permanent' || lateJoin !== 'prorata') return { cents, note: '' };
  return shareOf(cents, sessions, { from: startsOn, to: null });
}

/** A session on the public page of an offer. */
export type ShownDate = { id: string; localDate: LocalDate; startsAt: string; state: string };

/** The price of a place given now: from the next session on. */
export function priceFromNow(
  price: { cents: number; per: PriceUnit },
  { sessions, ...course }: Omit<BilledCourse, 'sessions'> & { sessions: readonly ShownDate[] },
  now: Date,
): Share {
  const dates = sessions.map(({ state, ...one }) => ({ ...one, isCancelled: state === 'cancelled' }));
  const next = dates.find(({ isCancelled, startsAt }) => !isCancelled && Date.parse(startsAt) > now.getTime());
  return seatPrice(price, { ...course, sessions: dates }, next?.localDate ?? null);
}

/** The charged period of a day: its month, quarter or year; empty for a single price. */
export function periodOf(per: PriceUnit, day: LocalDate): string {
  if (per === 'month' || per === 'session') return day.slice(0, 7);
  if (per === 'quarter') return `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
  return per === 'year' ? day.slice(0, 4) : '';
}

/** A period in German notation: 11/2026, 4. Quartal 2026, 2026. */
export function periodInWords(period: string): string {
  const [year = '', part = ''] = period.split('-');
  if (part.startsWith('Q')) return `${part.slice(1)}. Quartal ${year}`;
  return part ? `${part}/${year}` : year;
}

/** The amount due of the price of one month, quarter or year between two days: the share of its sessions if late joining is cheaper. */
export function periodShare(
  { cents, per }: { cents: number; per: PriceUnit },
  { lateJoin, sessions }: Pick<BilledCourse, 'lateJoin' | 'sessions'>,
  period: string,
  days: { from: LocalDate | null; to: LocalDate | null },
): Share {
  if (lateJoin !== 'prorata') return { cents, note: '' };
  return shareOf(
    cents,
    sessions.filter(({ localDate }) => periodOf(per, localDate) === period),
    days,
  );
}

/**
 * The price with a start on a day, if less than the whole: of the current period ("11/2026", "2 von 5 Terminen"), or of an offer with a
 * single price (no period, "anteilig ab 23.11.2026: 11 von 24 Terminen").
 */
export type BegunPeriod = { period: string; cents: number; note: string };

/** The share of a start on a day; null if the price, or its first period, is charged in full. */
export function begunPeriod(price: { cents: number; per: PriceUnit }, course: BilledCourse, startsOn: LocalDate): BegunPeriod | null {
  if (price.per === 'course') {
    const share = seatPrice(price, course, startsOn);
    return share.note ? { period: '', ...share } : null;
  }
  if (price.per === 'session') return null;
  const period = periodOf(price.per, startsOn);
  const { cents, note } = periodShare(price, course, period, { from: startsOn, to: null });
  const [, counted = ''] = note.split(': ');
  return cents < price.cents ? { period: periodInWords(period), cents, note: counted } : null;
}

const monthsIn = { month: 1, quarter: 3, year: 12 } as const;

/** Whether a price is paid for each month, quarter or year. */
export function isPerPeriod(per: PriceUnit | null): per is keyof typeof monthsIn {
  return per !== null && per in monthsIn;
}

/** The amount of one month, quarter or year: "11/2026". */
export type PeriodSum = { period: string; cents: number };

/**
 * What the first payment of a price per month, quarter or year is for: the period of the first session, at its share if that is lower, and
 * each further one that has begun by the due date. Empty for other units.
 */
export function firstPeriods(
  { cents, per }: { cents: number; per: PriceUnit },
  begun: BegunPeriod | null,
  { startsOn, dueOn }: { startsOn: LocalDate; dueOn: LocalDate },
): PeriodSum[] {
  if (!isPerPeriod(per)) return [];
  const sums: PeriodSum[] = [];
  for (let day = startsOn; periodOf(per, day) <= periodOf(per, dueOn); day = addMonths(`${day.slice(0, 8)}01`, monthsIn[per]))
    sums.push({ period: periodInWords(periodOf(per, day)), cents: sums.length === 0 && begun ? begun.cents : cents });
  return sums;
}

function ends(held: readonly BilledSession[], to: LocalDate): boolean {
  return held.some(({ localDate }) => localDate > to);
}
