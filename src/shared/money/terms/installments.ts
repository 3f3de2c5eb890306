import { addMonths } from '#shared/kernel/calendar.ts';

/** The limits for the number of instalments. */
export const installmentLimits = { least: 2, most: 24 } as const;

/** An instalment with its due day. */
export type Installment = { cents: number; dueOn: string };

/**
 * Splits an open amount into monthly instalments of equal parts, with the remainder in the last one (100.00 in 3 is 33.33 + 33.33 + 33.34).
 * In a month that is too short, the due day is its last one.
 */
export function installmentsOf(cents: number, count: number, firstOn: string): Installment[] {
  const part = Math.floor(cents / count);
  return Array.from({ length: count }, (_, at) => ({
    cents: at === count - 1 ? cents - part * (count - 1) : part,
    dueOn: addMonths(firstOn, at),
  }));
}
