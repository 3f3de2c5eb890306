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

/** Whether a text is a day of the calendar in the form YYYY-MM-DD: neither 31 February nor a word. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
