import { addDays } from '#shared/kernel/calendar.ts';
import { today } from '#web/lib/berlinDay.ts';

/** The first day on which a change decided today can take effect. */
export function tomorrow(): string {
  return addDays(today(), 1);
}
