import type { LocalDate } from './calendar.ts';

/** The age in whole years on a day. Born on 29 February, a person turns a year older on 1 March in common years (§§ 187, 188 BGB). */
export function ageOn(birthDate: LocalDate, day: LocalDate): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** The age of majority in years (§ 2 BGB). */
const ageOfMajority = 18;

/** Whether a person is a minor on a day, so that a parent acts for them. An unknown birth date counts as an adult's. */
export function isMinor(birthDate: LocalDate | null | undefined, day: LocalDate): boolean {
  return Boolean(birthDate) && ageOn(birthDate ?? '', day) < ageOfMajority;
}
