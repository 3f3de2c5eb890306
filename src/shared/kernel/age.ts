import type { LocalDate } from './calendar.ts';

/** Whole years on a day. Born on 29 February, one turns on 1 March in other years. */
export function ageOn(birthDate: LocalDate, day: LocalDate): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** From this birthday on a person acts for themselves (§ 2 BGB). */
const ageOfMajority = 18;

/** Whether a parent acts on a day. An unknown birth date counts as grown up. */
export function isMinor(birthDate: LocalDate | null | undefined, day: LocalDate): boolean {
  return Boolean(birthDate) && ageOn(birthDate ?? '', day) < ageOfMajority;
}
