import { addDays, germanDate, instantInWords, instantOf, localOf, type LocalDate, type LocalTime } from '#shared/kernel/calendar.ts';
import type { SessionState } from '../sessionStates.ts';

/** The time and place of a session before it was moved; instants as ISO strings. */
export type SessionPlace = {
  localDate: LocalDate;
  startsAt: string;
  endsAt: string;
  facilityId: string | null;
  unitIds: string[];
  place: string;
  /** The booking it had there. */ bookingId?: string | null;
  state: SessionState;
  reason: string | null;
};

/** The maximum number of days that sessions can be moved, forwards or backwards. */
export const movedDaysAtMost = 366;

/** A shift of several sessions: by a number of days, to another time of day. Null leaves a value unchanged. */
export type SessionShift = { days: number; startTime: LocalTime | null; endTime: LocalTime | null };

type Times = { startsAt: Date; endsAt: Date };

/** The time of a session after a shift. A new start alone also shifts the end, so that the duration is kept. */
export function shifted(of: Times, { days, startTime, endTime }: SessionShift): Times & { date: LocalDate } {
  const [from, to] = [localOf(of.startsAt), localOf(of.endsAt)];
  const date = addDays(from.date, days);
  const startsAt = instantOf(date, startTime ?? from.time);
  if (endTime !== null) return { date, startsAt, endsAt: instantOf(date, endTime) };
  if (startTime !== null) return { date, startsAt, endsAt: new Date(startsAt.getTime() + of.endsAt.getTime() - of.startsAt.getTime()) };
  return { date, startsAt, endsAt: instantOf(addDays(to.date, days), to.time) };
}

/** The conflict of a session at its new time in German: its end, the past, or another session of the course; '' if there is none. */
export function shiftFault({ date, startsAt, endsAt }: ReturnType<typeof shifted>, others: readonly Date[], now: Date): string {
  if (endsAt <= startsAt) return 'Das Ende muss nach dem Beginn liegen.';
  if (startsAt <= now) return `Der ${germanDate(date)} liegt in der Vergangenheit.`;
  if (others.some((one) => one.getTime() === startsAt.getTime())) return `Am ${instantInWords(startsAt)} gibt es schon einen Termin.`;
  return '';
}
