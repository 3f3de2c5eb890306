import { addDays, addMonths, instantOf, localOf, type LocalDate } from '#shared/kernel/calendar.ts';
import type { Season, SeasonInput } from './seasons.ts';

const usualWeeks = 6;

/**
 * What a new season begins with after one like it: its name and days a year later, its rules, and those of its halls that can still be
 * allocated, with their windows.
 */
export function nextSeason(last: Season, day: LocalDate, isAllocated: (facilityId: string) => boolean): SeasonInput {
  let years = 1;
  while (addMonths(last.startsOn, 12 * years) <= day) years += 1;
  const later = (date: LocalDate) => addMonths(date, 12 * years);
  const until = later(localOf(new Date(last.wishesUntil)).date);
  const startsOn = later(last.startsOn);
  const usual = addDays(day, 7 * usualWeeks);
  const asked = until > day ? until : usual;
  return {
    name: last.name.replaceAll(/\d{4}|(?<=\/)\d{2}\b/g, (digits) => yearLater(digits, years)),
    startsOn,
    endsOn: later(last.endsOn),
    wishesFrom: instantOf(day, '00:00').toISOString(),
    wishesUntil: instantOf(asked < startsOn ? asked : addDays(startsOn, -1), '23:59').toISOString(),
    criteria: last.criteria,
    rules: last.rules,
    holidayMode: last.holidayMode,
    facilities: last.facilities
      .filter(({ facilityId }) => isAllocated(facilityId))
      .map(({ facilityId, windows }) => ({ facilityId, windows })),
  };
}

/** "2027" becomes "2028", "99" becomes "00". */
function yearLater(digits: string, years: number): string {
  return String((Number(digits) + years) % 10 ** digits.length).padStart(digits.length, '0');
}
