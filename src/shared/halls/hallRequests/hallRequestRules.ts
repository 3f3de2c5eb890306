import { dayInWords, germanDate, weekdayNames, weekdayOf } from '#shared/kernel/calendar.ts';
import type { HallWant } from './hallRequests.ts';

type Time = Pick<HallWant, 'startsOn' | 'endsOn' | 'startTime' | 'endTime'>;

/** A requested time in German: "Montag, 11.01.2027, 18:00–19:30 Uhr", or "montags 18:00–19:30 Uhr, 11.01.2027 bis 22.03.2027". */
export function wantedTimeInWords({ startsOn, endsOn, startTime, endTime }: Time): string {
  const times = `${startTime}–${endTime} Uhr`;
  if (endsOn === null) return `${dayInWords(startsOn)}, ${times}`;
  const weekday = weekdayNames[weekdayOf(startsOn) - 1] ?? '';
  return `${weekday.toLowerCase()}s ${times}, ${germanDate(startsOn)} bis ${germanDate(endsOn)}`;
}

type Known = { id: string; name: string; contacts: readonly { email: string }[] };

/**
 * The known organisation that a request probably comes from: the one with the same e-mail address, otherwise the one
 * with the same name.
 */
export function matchOf<One extends Known>({ email, name }: { email: string; name: string }, known: readonly One[]): One | undefined {
  const address = email.toLowerCase();
  return (
    known.find(({ contacts }) => contacts.some((contact) => contact.email.toLowerCase() === address)) ??
    known.find((one) => plain(one.name) === plain(name))
  );
}

/** A name normalised for comparison: without "e. V.", case, umlauts and punctuation. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/\be\.?\s*v\.?(?=\s|$)/, '')
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]/g, '');
}
