import { addDays, addMonths, germanDate, monthEnd, type LocalDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { priceUnitNames, type NoticeEnd, type NoticeUnit, type PriceUnit } from './courseWords.ts';
import { periodInWords, periodOf } from './priceShare.ts';

/** The notice rule of a permanent group. */
export type NoticeRule = {
  noticeAmount: number;
  noticeUnit: NoticeUnit;
  noticeTo: NoticeEnd;
  /** The minimum term in whole months from the first session, charged in any case. */
  minTermMonths: number;
};

/**
 * The last day after a notice given on a day: the notice period later, at the end of the period defined by the rule,
 * and not before the end of the minimum term. A month from 31.01. ends on 28.02.
 */
export function leavesOn(noticeDay: LocalDate, rule: NoticeRule, startsOn: LocalDate | null): LocalDate {
  const earliest = rule.noticeUnit === 'week' ? addDays(noticeDay, rule.noticeAmount * 7) : addMonths(noticeDay, rule.noticeAmount);
  const termEnd = startsOn !== null && rule.minTermMonths > 0 ? addDays(addMonths(startsOn, rule.minTermMonths), -1) : earliest;
  return endAfter(earliest > termEnd ? earliest : termEnd, rule.noticeTo);
}

/** The requested last day: the earliest possible one, or the end of the period that contains a later requested day. */
export function noEarlierThan(earliest: LocalDate, wishedOn: LocalDate | null, to: NoticeEnd): LocalDate {
  return wishedOn !== null && wishedOn > earliest ? endAfter(wishedOn, to) : earliest;
}

/** The rule in German: "4 Wochen zum Monatsende, frühestens nach 6 Monaten". */
export function noticeInWords({ noticeAmount, noticeUnit, noticeTo, minTermMonths }: NoticeRule): string {
  const unit = noticeUnit === 'week' ? ['Woche', 'Wochen'] : ['Monat', 'Monaten'];
  const end = { any: '', month_end: ' zum Monatsende', quarter_end: ' zum Quartalsende' }[noticeTo];
  const period = noticeAmount === 0 ? 'jederzeit' : `mit einer Frist von ${noticeAmount} ${noticeAmount === 1 ? unit[0] : unit[1]}`;
  const term = minTermMonths > 0 ? `, frühestens nach ${minTermMonths} ${minTermMonths === 1 ? 'Monat' : 'Monaten'}` : '';
  return `${period}${end}${term}`;
}

/** The rule as a German sentence that is independent of the current day. */
export function runsUntilNotice(rule: NoticeRule): string {
  return `Läuft, bis Sie kündigen: ${noticeInWords(rule)}.`;
}

/** The termination of a permanent group as German sentences: the rule, and the last day if notice were given today. */
export function leavingInWords(
  rule: NoticeRule,
  startsOn: LocalDate | null,
  today: LocalDate,
  end: LocalDate = leavesOn(today, rule, startsOn),
): string[] {
  return [runsUntilNotice(rule), `Wer heute kündigt, ist bis zum ${germanDate(end)} dabei und bezahlt bis dahin.`];
}

function endAfter(day: LocalDate, to: NoticeEnd): LocalDate {
  if (to === 'any') return day;
  if (to === 'month_end') return monthEnd(day);
  const month = Math.ceil(Number(day.slice(5, 7)) / 3) * 3;
  return monthEnd(`${day.slice(0, 5)}${String(month).padStart(2, '0')}-01`);
}

/** The first day of an enrolment that is paid: its beginning, unless it is billed from a later day on. */
export function paidFromOf({ billedFrom, startsOn }: { billedFrom: LocalDate | null; startsOn: LocalDate | null }): LocalDate | null {
  return billedFrom ?? startsOn;
}

/**
 * What is still to be paid until the last day: "Bis dahin zahlen Sie weiter 12,00 € im Monat, zuletzt für 12/2026", with the sum of several
 * periods: "von 11/2026 bis 12/2026 zusammen höchstens 24,00 €, schon Bezahltes eingerechnet"; empty without a price.
 */
export function paidUntilInWords(
  { priceCents, pricePer, paidFrom = null }: { priceCents: number | null; pricePer: PriceUnit | null; paidFrom?: LocalDate | null },
  lastDay: LocalDate,
  today: LocalDate,
): string {
  if (!priceCents || !pricePer || pricePer === 'course') return '';
  const paid = `Bis dahin zahlen Sie weiter ${euros(priceCents)} ${priceUnitNames[pricePer]}`;
  if (pricePer === 'session') return paid;
  const first = paidFrom !== null && paidFrom > today ? paidFrom : today;
  if (first > lastDay) return '';
  const periods = periodsBetween(pricePer, first, lastDay);
  const [from, to] = [first, lastDay].map((day) => periodInWords(periodOf(pricePer, day)));
  if (periods.length < 2) return `${paid}, zuletzt für ${to}`;
  return `${paid}: von ${from} bis ${to} zusammen höchstens ${euros(periods.length * priceCents)}, schon Bezahltes eingerechnet`;
}

function periodsBetween(per: PriceUnit, from: LocalDate, to: LocalDate): string[] {
  const periods = [periodOf(per, from)];
  for (let day = `${from.slice(0, 7)}-01`; day <= to; day = addMonths(day, 1)) periods.push(periodOf(per, day));
  return [...new Set(periods)];
}
