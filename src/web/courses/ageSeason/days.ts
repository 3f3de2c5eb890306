import { addDays } from '#shared/kernel/calendar.ts';
import { today } from '#web/lib/berlinDay.ts';

/** The day on which a change that is decided today can begin. */
export function tomorrow(): string {
  return addDays(today(), 1);
}
