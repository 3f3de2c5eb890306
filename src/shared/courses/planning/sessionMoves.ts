import { addDays, germanDate, instantInWords, instantOf, localOf, type LocalDate, type LocalTime } from '#shared/kernel/calendar.ts';
import type { SessionState } from '../sessionStates.ts';

/** Where a date of a course was before it was moved; instants as ISO texts. */
export type SessionPlace = {
  localDate: LocalDate;
  startsAt: string;
  endsAt: string;
  facilityId: string | null;
  unitIds: string[];
  place: string;
  /** What it had booked there. */ bookingId?: string | null;
  state: SessionState;
  reason: string | null;
};

/** How far dates move, up to so many days back or ahead. */
export const movedDaysAtMost = 366;

/** How many dates move at once: by so many days, to another time of the day. What is null stays. */
export type SessionShift = { days: number; startTime: LocalTime | null; endTime: LocalTime | null };

type Times = { startsAt: Date; endsAt: Date };

/** When a date takes place after a move. A new begin alone takes the end along, so that it lasts as long as before. */
export function shifted(of: Times, { days, startTime, endTime }: SessionShift): Times & { date: LocalDate } {
  const [from, to] = [localOf(of.startsAt), localOf(of.endsAt)];
  const date = addDays(from.date, days);
  const startsAt = instantOf(date, startTime ?? from.time);
  if (endTime !== null) return { date, startsAt, endsAt: instantOf(date, endTime) };
  if (startTime !== null) return { date, startsAt, endsAt: new Date(startsAt.getTime() + of.endsAt.getTime() - of.startsAt.getTime()) };
  return { date, startsAt, endsAt: instantOf(addDays(to.date, days), to.time) };
}

/** What stands against a date at its new time, in German: its end, the past, another date of the course; '' where nothing does. */
export function shiftFault({ date, startsAt, endsAt }: ReturnType<typeof shifted>, others: readonly Date[], now: Date): string {
  if (endsAt <= startsAt) return 'Das Ende muss nach dem Beginn liegen.';
  if (startsAt <= now) return `Der ${germanDate(date)} liegt in der Vergangenheit.`;
  if (others.some((one) => one.getTime() === startsAt.getTime())) return `Am ${instantInWords(startsAt)} gibt es schon einen Termin.`;
  return '';
}
