import { addDays, weekdayOf, type LocalDate } from '#shared/kernel/calendar.ts';
import { easterSunday } from '#shared/halls/holidays.ts';

/** Whether a day is a TARGET bank day: no weekend and none of its six holidays. */
export function isBankDay(day: LocalDate): boolean {
  if (weekdayOf(day) > 5) return false;
  if (['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5))) return false;
  const easter = easterSunday(Number(day.slice(0, 4)));
  return day !== addDays(easter, -2) && day !== addDays(easter, 1);
}

/** The first bank day on or after a day. */
export function nextBankDay(day: LocalDate): LocalDate {
  return isBankDay(day) ? day : nextBankDay(addDays(day, 1));
}

/** The earliest collection day: after the notice period, and the required number of bank days after the file is submitted. */
export function earliestCollection(today: LocalDate, leadDays: number, noticeDays: number): LocalDate {
  let day = nextBankDay(today);
  for (let left = leadDays; left > 0; left--) day = nextBankDay(addDays(day, 1));
  const told = nextBankDay(addDays(today, noticeDays));
  return day > told ? day : told;
}

/** An advance notice of a debit. */
export type Announced = { dueOn: LocalDate; cents: number; toldOn: LocalDate };

/** Whether a debit was announced in time: for its day, with at least its sum. */
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

/** Converts a text to the SEPA character set, at most `max` characters; unsupported characters become a full stop. */
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

/** Whether a text is a valid mandate reference: at most 35 characters, no leading or double slash. */
export function isSepaId(text: string): boolean {
  return /^[A-Za-z0-9+?\-:().,'][A-Za-z0-9 +?/\-:().,']{0,34}$/.test(text) && !text.includes('//');
}

/** The end-to-end id of a debit: mandate reference and eight characters of its own; a long reference is shortened in the middle. */
export function endToEndIdOf(mandate: string, own: string): string {
  const short = mandate.length <= 26 ? mandate : `${mandate.slice(0, 12)}-${mandate.slice(-13)}`;
  return `${short}-${own}`;
}

/** The last day on which a mandate may be used: 36 months after its last debit or, without one, its signature. */
export function mandateLapsesOn(signedOn: LocalDate, lastUsedOn: LocalDate | null): LocalDate {
  const last = lastUsedOn ?? signedOn;
  return `${Number(last.slice(0, 4)) + 3}${last.slice(4).replace('-02-29', '-02-28')}`;
}

/** Whether a mandate has lapsed, after 36 months without a debit. */
export function isMandateLapsed(signedOn: LocalDate, lastUsedOn: LocalDate | null, day: LocalDate): boolean {
  return mandateLapsesOn(signedOn, lastUsedOn) < day;
}

/** The countries of the European Economic Area: accounts there can be debited without an address. */
const debitCountries = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ');

/** Whether an account can be debited, by the country of its IBAN. */
export function isDebitable(account: string): boolean {
  return debitCountries.includes(account.slice(0, 2));
}
