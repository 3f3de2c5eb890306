import { addDays, type LocalDate } from '#shared/kernel/calendar.ts';

import type { YearMeter } from './contract.ts';
import { yearMeters } from './words.ts';

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

const meterLimits = { business: 5_000_000, purpose: 5_000_000, all: 10_000_000 } as const;

/** The income of a year by sphere and altogether, each with the limit that the law names. */
export function metersOf(lines: readonly YearLine[]): YearMeter[] {
  return yearMeters.map((name) => {
    const counted = name === 'all' ? lines : lines.filter(({ sphere }) => sphere === name);
    return { name, cents: totalsOf(counted).inCents, limitCents: meterLimits[name] };
  });
}

/** A line of the report beside that of the year before. */
export type ComparedLine = YearLine & { inBefore: number; outBefore: number };

/** The lines of two years side by side; without spheres those of one purpose become one. */
export function comparedLines(lines: readonly YearLine[], before: readonly YearLine[], hasSpheres: boolean): ComparedLine[] {
  const found = new Map<string, ComparedLine>();
  const add = (line: YearLine, sums: Partial<ComparedLine>) => {
    const sphere = hasSpheres ? line.sphere : null;
    const key = `${sphere} ${line.label}`;
    const one = found.get(key) ?? { sphere, label: line.label, inCents: 0, outCents: 0, inBefore: 0, outBefore: 0 };
    const { inCents = 0, outCents = 0, inBefore = 0, outBefore = 0 } = sums;
    found.set(key, {
      ...one,
      inCents: one.inCents + inCents,
      outCents: one.outCents + outCents,
      inBefore: one.inBefore + inBefore,
      outBefore: one.outBefore + outBefore,
    });
  };
  for (const line of lines) add(line, { inCents: line.inCents, outCents: line.outCents });
  for (const line of before) add(line, { inBefore: line.inCents, outBefore: line.outCents });
  return [...found.values()];
}
