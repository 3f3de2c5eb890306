import { localOf, weekdayNames, weekdayOf, germanDate } from '#shared/kernel/calendar.ts';
import type { ShiftView } from '#shared/helpers/helperListShapes.ts';

type Span = { startsAt: string; endsAt: string };

/** "Samstag, 19.06.2027" */
export function dayOf({ startsAt }: Pick<Span, 'startsAt'>): string {
  const { date } = localOf(new Date(startsAt));
  return `${weekdayNames[weekdayOf(date) - 1] ?? ''}, ${germanDate(date)}`;
}

/** "11:00–14:00 Uhr"; a shift that ends after midnight says so. */
export function timesOf({ startsAt, endsAt }: Span): string {
  const [from, to] = [localOf(new Date(startsAt)), localOf(new Date(endsAt))];
  return `${from.time}–${to.time} Uhr${from.date === to.date ? '' : ' (nächster Tag)'}`;
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
