import { localOf, type LocalDate } from '#shared/kernel/calendar.ts';

/** The only clock of the server. Tests and the bench set it; everything else only reads it. */
let offsetMs = 0;

/** The current instant. */
export function now(): Date {
  return new Date(Date.now() + offsetMs);
}

/** The current day in Berlin. */
export function today(): LocalDate {
  return localOf(now()).date;
}

/** The current time in Berlin for the name of a file: `2026-11-28-023000`. */
export function stampForName(): string {
  const { date, time } = localOf(now());
  return `${date}-${time.replace(':', '')}${String(now().getSeconds()).padStart(2, '0')}`;
}

/** Sets the clock of this process to another instant, from which it continues; without one, resets it to the real time. */
export function setClock(instant?: Date): void {
  offsetMs = instant ? instant.getTime() - Date.now() : 0;
}
