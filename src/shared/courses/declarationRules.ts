import { addDays, weekdayOf, type LocalDate } from '#shared/kernel/calendar.ts';
import { publicHolidayRules } from '#shared/halls/holidays.ts';

/** How many days after the contract it can be withdrawn from (§ 355 BGB). */
const withdrawalDays = 14;

/** How many days the receipt offers "Das war ich nicht". */
export const disownDays = 14;

/**
 * The last day on which a contract of a day can be withdrawn from: 14 days later, and where that is a Saturday, a Sunday or a
 * public holiday the next working day (§ 193 BGB). The day counts until midnight.
 */
export function withdrawalEndsOn(concludedOn: LocalDate): LocalDate {
  let day = addDays(concludedOn, withdrawalDays);
  while (weekdayOf(day) > 5 || publicHolidayRules(day, day).length > 0) day = addDays(day, 1);
  return day;
}

/** Whether two names are equal apart from case, accents and punctuation. */
export function isSameName(one: string, other: string): boolean {
  return plain(one) !== '' && plain(one) === plain(other);
}

/** Whether somebody means an offer: by its number, or by its title or a part of it. */
export function namesOffer(words: string, { title, number }: { title: string; number: string }): boolean {
  const [typed, whole] = [plain(words), plain(title)];
  if (typed === '' || whole === '') return false;
  return typed === plain(number) || typed.includes(whole) || (typed.length >= 4 && whole.includes(typed));
}

/** Whether somebody means the membership and not an offer. */
export function namesMembership(words: string): boolean {
  return /^(vereins)?mitgliedschaft/.test(plain(words));
}

/** Letters and digits in small, "ß" as "ss", "é" as "e"; an umlaut and its two letters are the same. */
function plain(text: string): string {
  const small = text.toLowerCase().replaceAll('ß', 'ss').replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue');
  return small.normalize('NFKD').replaceAll(/[^\p{Letter}\p{Number}]/gu, '');
}
