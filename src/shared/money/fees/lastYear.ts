import { sumOfCents } from '#shared/kernel/money.ts';
import type { ChargedFee, FeeLine } from './feeTypes.ts';

type Months = Pick<FeeLine, 'slot' | 'personId' | 'from' | 'to'>;

/** Finds what was charged for the same months a year before, 0 if nothing. */
export function lastYearOf(charged: readonly ChargedFee[]): (line: Months) => number {
  const keyOf = ({ slot, personId }: Pick<Months, 'slot' | 'personId'>) => `${slot} ${personId}`;
  const byKey = Map.groupBy(charged, keyOf);
  return (line) => {
    const [from, to] = [monthBefore(line.from), monthBefore(line.to)];
    return sumOfCents((byKey.get(keyOf(line)) ?? []).filter((one) => one.from.slice(0, 7) >= from && one.to.slice(0, 7) <= to));
  };
}

/** The month of a day in the year before. */
function monthBefore(day: string): string {
  return `${Number(day.slice(0, 4)) - 1}${day.slice(4, 7)}`;
}

/** Whether a line that is new differs from what was charged a year before, e.g. since somebody has come of age. */
export function isOtherThanLast({ change, cents, previousCents }: Pick<FeeLine, 'change' | 'cents' | 'previousCents'>): boolean {
  return change === 'new' && previousCents > 0 && previousCents !== cents;
}
