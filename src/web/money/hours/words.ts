import { germanDate } from '#shared/kernel/calendar.ts';
import type { HourSheet } from '#shared/money/hours.ts';
import { euros } from '#shared/kernel/money.ts';
import { formatHours } from '#web/lib/format.ts';

/** Minutes as decimal hours: 90 → 1,5 Std. */
export function hours(minutes: number): string {
  return `${formatHours(minutes)} Std.`;
}

/** A quarter by its first day: 2026-10-01 → 4. Quartal 2026. */
export function quarter(from: string): string {
  return `${Math.ceil(Number(from.slice(5, 7)) / 3)}. Quartal ${from.slice(0, 4)}`;
}

/** The amount of a sheet, or that there is no rate yet. */
export function amountInWords({ cents, rateCents }: HourSheet): string {
  if (cents === null || rateCents === null) return '–';
  return rateCents === 0 ? 'ohne Satz' : euros(cents);
}

/** The first and last day of a sheet. */
export function period({ from, to }: { from: string; to: string }): string {
  return `${germanDate(from)} bis ${germanDate(to)}`;
}
