import { dayInWords, localOf } from '#shared/kernel/calendar.ts';
import type { ShiftView } from '#shared/helpers/helperListShapes.ts';

/** The day of a shift: "Samstag, 19.06.2027". */
export function dayOf({ startsAt }: Pick<ShiftView, 'startsAt'>): string {
  return dayInWords(localOf(new Date(startsAt)).date);
}

/** "Grill: Würstchen", or the task alone. */
export function taskOf({ area, task }: Pick<ShiftView, 'area' | 'task'>): string {
  return area ? `${area}: ${task}` : task;
}

/** "noch 2 von 5 Plätzen frei" */
export function seatsInWords({ needed, filled, standby }: Pick<ShiftView, 'needed' | 'filled' | 'standby'>): string {
  const free = needed - filled;
  if (free > 0) return free === needed ? `${needed} ${needed === 1 ? 'Platz' : 'Plätze'} frei` : `noch ${free} von ${needed} Plätzen frei`;
  return standby > 0 ? `besetzt, ${standby} auf der Ersatzliste` : 'besetzt';
}
