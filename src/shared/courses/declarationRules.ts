import { addDays, weekdayOf, type LocalDate } from '#shared/kernel/calendar.ts';
import { publicHolidayRules } from '#shared/halls/holidays.ts';

/** The withdrawal period in days (§ 355 BGB). */
const withdrawalDays = 14;

/** The number of days during which the receipt can be disowned ("Das war ich nicht"). */
export const disownDays = 14;

/**
 * The last day of the withdrawal period of a contract: 14 days after its conclusion, or the next working day if that is
 * a Saturday, a Sunday or a public holiday (§ 193 BGB). The day is inclusive.
 */
export function withdrawalEndsOn(concludedOn: LocalDate): LocalDate {
  let day = addDays(concludedOn, withdrawalDays);
  while (weekdayOf(day) > 5 || publicHolidayRules(day, day).length > 0) day = addDays(day, 1);
  return day;
}

/** Whether two names are equal except for case, accents and punctuation. */
export function isSameName(one: string, other: string): boolean {
  return plain(one) !== '' && plain(one) === plain(other);
}

/** Whether a text refers to an offer: by its number, its title or a part of the title. */
export function namesOffer(words: string, { title, number }: { title: string; number: string }): boolean {
  const [typed, whole] = [plain(words), plain(title)];
  if (typed === '' || whole === '') return false;
  return typed === plain(number) || typed.includes(whole) || (typed.length >= 4 && whole.includes(typed));
}

/** Whether a text refers to the membership rather than an offer. */
export function namesMembership(words: string): boolean {
  return /^(vereins)?mitgliedschaft/.test(plain(words));
}

/** Lower-case letters and digits, with "ß" as "ss" and "é" as "e"; umlauts and their transcriptions are equal. */
function plain(text: string): string {
  const small = text.toLowerCase().replaceAll('ß', 'ss').replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
  return small.normalize('NFKD').replaceAll(/[^\p{Letter}\p{Number}]/gu, '');
}
