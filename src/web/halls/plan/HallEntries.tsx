import type { DoorPlan } from '#shared/halls/halls.ts';
import { timeRange } from '#shared/kernel/calendar.ts';
import classes from './hall.module.css';

/** The public bookings of a hall on a day, by time. */
export function HallEntries({ entries }: { entries: DoorPlan['entries'] }) {
  if (entries.length === 0) return null;
  return (
    <ul className={classes['entries']}>
      {entries.map((entry) => (
        <li key={`${entry.startsAt}${entry.units.join()}`} className={classes['entry']} data-club={entry.club ?? undefined}>
          <span className={classes['time']}>{timeRange(entry)}</span>
          <span>
            <strong>{entry.isFree ? 'Frei geworden' : (entry.club ?? 'Belegt')}</strong>
            {entry.title && ` · ${entry.title}`}
            {entry.units.length > 0 && <span className={classes['units']}>{entry.units.join(', ')}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
