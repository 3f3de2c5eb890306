import { readDay } from '#shared/kernel/calendar.ts';

const yearsAhead = 20;

/**
 * Parses a typed day (24.12.2026, 4.5.12, 04052012 or 2026-12-24) to YYYY-MM-DD; null if it is none. A two-digit year
 * is the latest one not after `latest` (YYYY-MM-DD), by default not more than 20 years ahead.
 */
export function dayOf(text: string, latest = `${new Date().getFullYear() + yearsAhead}-12-31`): string | null {
  const dotted = text.trim().replace(/^(\d{2})(\d{2})(\d{4}|\d{2})$/, '$1.$2.$3');
  return readDay(dotted, latest) ?? null;
}
