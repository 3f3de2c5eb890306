import { localOf } from '#shared/calendar.ts';

/** Today in Berlin as YYYY-MM-DD, wherever the browser stands. */
export function today(): string {
  return localOf(new Date()).date;
}
