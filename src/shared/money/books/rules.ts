import { addDays, type LocalDate } from '#shared/kernel/calendar.ts';

/** The money of a year for one purpose. */
type YearLine = { sphere: string | null; label: string; inCents: number; outCents: number };

/** The totals of some lines, including those without a sphere. */
export function totalsOf(lines: readonly YearLine[]): { inCents: number; outCents: number; surplusCents: number } {
  const inCents = lines.reduce((sum, line) => sum + line.inCents, 0);
  const outCents = lines.reduce((sum, line) => sum + line.outCents, 0);
  return { inCents, outCents, surplusCents: inCents - outCents };
}

/** Whether the books of a day are closed; `closedUntil` is the last closed day of the club, null if there is none. */
export function isClosed(day: LocalDate, closedUntil: LocalDate | null): boolean {
  return closedUntil !== null && day <= closedUntil;
}

/** The last days of the past months of a year that are not closed yet, latest first; the books can be closed up to one of them. */
export function closableDays(year: number, today: LocalDate, closedUntil: LocalDate | null): LocalDate[] {
  const firsts = Array.from({ length: 12 }, (_, month) =>
    month === 11 ? `${year + 1}-01-01` : `${year}-${String(month + 2).padStart(2, '0')}-01`,
  );
  return firsts
    .map((first) => addDays(first, -1))
    .filter((day) => day < today && !isClosed(day, closedUntil))
    .toReversed();
}
