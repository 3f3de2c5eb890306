import { addDays, weekdayOf, type LocalDate } from '#shared/kernel/calendar.ts';
import { easterSunday } from '#shared/halls/holidays.ts';

/** Whether banks move money in euros on a day: no weekend, none of the six holidays of TARGET. */
export function isBankDay(day: LocalDate): boolean {
  if (weekdayOf(day) > 5) return false;
  if (['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5))) return false;
  const easter = easterSunday(Number(day.slice(0, 4)));
  return day !== addDays(easter, -2) && day !== addDays(easter, 1);
}

/** The day itself where banks work, else the next one on which they do. */
export function nextBankDay(day: LocalDate): LocalDate {
  return isBankDay(day) ? day : nextBankDay(addDays(day, 1));
}

/** The first possible collection day: announced to payers in time, and the required bank days after the bank gets the file. */
export function earliestCollection(today: LocalDate, leadDays: number, noticeDays: number): LocalDate {
  let day = nextBankDay(today);
  for (let left = leadDays; left > 0; left--) day = nextBankDay(addDays(day, 1));
  const told = nextBankDay(addDays(today, noticeDays));
  return day > told ? day : told;
}

/** An advance notice of a debit. */
export type Announced = { dueOn: LocalDate; cents: number; toldOn: LocalDate };

/** Whether a debit was announced: for its day, with at least its sum, and so many days before. */
export function isAnnounced(notices: readonly Announced[], debit: { dueOn: LocalDate; cents: number }, noticeDays: number): boolean {
  const latest = addDays(debit.dueOn, 0 - noticeDays);
  return notices.some(({ dueOn, cents, toldOn }) => dueOn === debit.dueOn && cents >= debit.cents && toldOn <= latest);
}

const letters: { readonly [sign: string]: string } = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  ı: 'i',
  æ: 'ae',
  Æ: 'Ae',
  '&': '+',
  '–': '-',
  '’': "'",
};

/** A text in the character set of SEPA, at most `max` characters; what has no letter there becomes a point. */
export function sepaText(text: string, max: number): string {
  const plain = [...text.normalize('NFC')].map((sign) => letters[sign] ?? sign).join('');
  return plain
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^A-Za-z0-9 +?/\-:().,']/g, '.')
    .trim()
    .slice(0, max)
    .trim();
}

/** Whether a text may be the reference of a mandate as it is: at most 35 signs, no slash in front, none doubled. */
export function isSepaId(text: string): boolean {
  return /^[A-Za-z0-9+?\-:().,'][A-Za-z0-9 +?/\-:().,']{0,34}$/.test(text) && !text.includes('//');
}

/** The number of a debit through all banks: mandate and day; a long mandate keeps its beginning and its end. */
export function endToEndIdOf(mandate: string, day: LocalDate): string {
  const short = mandate.length <= 26 ? mandate : `${mandate.slice(0, 12)}-${mandate.slice(-13)}`;
  return `${short}-${day.replaceAll('-', '')}`;
}

/** The last day on which a mandate may be used: 36 months after its last debit, or after it was signed. */
export function mandateLapsesOn(signedOn: LocalDate, lastUsedOn: LocalDate | null): LocalDate {
  const last = lastUsedOn ?? signedOn;
  return `${Number(last.slice(0, 4)) + 3}${last.slice(4).replace('-02-29', '-02-28')}`;
}

/** After 36 months without a debit a mandate is void. */
export function isMandateLapsed(signedOn: LocalDate, lastUsedOn: LocalDate | null, day: LocalDate): boolean {
  return mandateLapsesOn(signedOn, lastUsedOn) < day;
}
