import { isDay } from '#shared/kernel/calendar.ts';

const yearsAhead = 20;

/**
 * A day as people type it (24.12.2026, 4.5.12, 04052012 or 2026-12-24) as YYYY-MM-DD; null for what is no day.
 * Two digits of a year mean the latest one that is not after `latest` (YYYY-MM-DD), else not more than 20 years ahead.
 */
export function dayOf(text: string, latest = `${new Date().getFullYear() + yearsAhead}-12-31`): string | null {
  const typed = text.trim();
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(typed) ?? [];
  if (!year) return isDay(typed) ? typed : null;
  const inYear = (full: string) => `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const found = year.length === 4 ? inYear(year) : ['20', '19'].map((century) => inYear(century + year)).find((one) => one <= latest);
  return found && isDay(found) ? found : null;
}
