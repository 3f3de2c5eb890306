import { addMonths } from '#shared/kernel/calendar.ts';

/** How many installments a charge may be paid in. */
export const installmentLimits = { least: 2, most: 24 } as const;

/** An installment, and when it is due. */
export type Installment = { cents: number; dueOn: string };

/**
 * Shares a rest over months: equal parts, what cannot be shared in the last one (100,00 in 3 is 33,33 + 33,33 + 33,34). A month
 * that is too short for the day ends with its last one.
 */
export function installmentsOf(cents: number, count: number, firstOn: string): Installment[] {
  const part = Math.floor(cents / count);
  return Array.from({ length: count }, (_, at) => ({
    cents: at === count - 1 ? cents - part * (count - 1) : part,
    dueOn: addMonths(firstOn, at),
  }));
}
