import { localOf, type LocalDate } from '#shared/kernel/calendar.ts';

/** The one clock of the server. Tests and the bench set it; everything else only reads it. */
let offsetMs = 0;

/** The present instant. */
export function now(): Date {
  return new Date(Date.now() + offsetMs);
}

/** The day that it is in Berlin. */
export function today(): LocalDate {
  return localOf(now()).date;
}

/** Moves this process to another instant, from which time goes on; without one, back to the real time. */
export function setClock(instant?: Date): void {
  offsetMs = instant ? instant.getTime() - Date.now() : 0;
}
