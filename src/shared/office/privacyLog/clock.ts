import { addDays, addMonths, daysBetween, germanDate, instantOf, localOf, type LocalDate } from '#shared/kernel/calendar.ts';
import { caseOutcomeNames, type CaseKind, type CaseOutcome } from './words.ts';

const hourMs = 60 * 60 * 1000;
const breachHours = 72;
const requestMonths = 1;
/** One month, plus two months of extension (GDPR Art. 12(3)), counted from the receipt of the request. */
const extendedMonths = 3;

/** The facts that determine the deadline of a case. */
type Clocked = { kind: CaseKind; knownAt: Date | string; isExtended: boolean };

/**
 * The deadline of a case: 72 hours after a breach became known (GDPR Art. 33), or the end of the day of the following
 * month with the same number as the day of receipt of a request, or of that month's last day if there is none (Art. 12;
 * §§ 187, 188 BGB). Weekends and holidays do not extend it, so that the deadline is never stated too late.
 */
export function dueOf({ kind, knownAt, isExtended }: Clocked): Date {
  const known = new Date(knownAt);
  if (kind === 'breach') return new Date(known.getTime() + breachHours * hourMs);
  const lastDay = addMonths(localOf(known).date, isExtended ? extendedMonths : requestMonths);
  return new Date(instantOf(addDays(lastDay, 1), '00:00').getTime() - 1);
}

/** The last day to notify the requester of an extension: the deadline without extension. */
export function notifyUntil(knownAt: Date | string): LocalDate {
  return localOf(dueOf({ kind: 'request', knownAt, isExtended: false })).date;
}

export type ClockWords = { words: string; tone: 'quiet' | 'waiting' | 'bad' };

/** The remaining time in German: days for a request, hours for a breach. */
export function clockInWords({ kind, dueAt }: { kind: CaseKind; dueAt: string }, now: Date): ClockWords {
  const due = new Date(dueAt);
  const leftMs = due.getTime() - now.getTime();
  if (leftMs < 0) return { words: overdueInWords(kind, due, now), tone: 'bad' };
  if (kind === 'breach') {
    const hours = Math.floor(leftMs / hourMs);
    const words = hours < 1 ? 'noch weniger als 1 Stunde' : `noch ${many(hours, 'Stunde', 'Stunden')}`;
    return { words, tone: hours < 24 ? 'waiting' : 'quiet' };
  }
  const days = daysBetween(localOf(now).date, localOf(due).date);
  const words = days === 0 ? 'endet heute' : days === 1 ? 'endet morgen' : `noch ${days} Tage`;
  return { words, tone: days <= 7 ? 'waiting' : 'quiet' };
}

function overdueInWords(kind: CaseKind, due: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - due.getTime()) / hourMs);
  if (kind === 'breach' && hours < 48)
    return hours < 1 ? 'seit weniger als 1 Stunde überfällig' : `seit ${many(hours, 'Stunde', 'Stunden')} überfällig`;
  return `seit ${many(daysBetween(localOf(due).date, localOf(now).date), 'Tag', 'Tagen')} überfällig`;
}

function many(count: number, one: string, more: string): string {
  return `${count} ${count === 1 ? one : more}`;
}

type Ended = { outcome: CaseOutcome; outcomeOn: LocalDate; outcomeText: string };

/** The outcome of a case as a German sentence. */
export function outcomeInWords({ outcome, outcomeOn, outcomeText }: Ended): string {
  const text = outcomeText.replace(/\.$/, '');
  return `${caseOutcomeNames[outcome]} am ${germanDate(outcomeOn)}${text && `: ${text}`}.`;
}
