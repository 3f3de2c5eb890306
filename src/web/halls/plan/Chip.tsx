import type { Booking, Hall } from '../bookings/queries.ts';
import { timeRange } from '#shared/kernel/calendar.ts';
import { colourOf, labelOf, partsOf } from '../bookings/words.ts';
import './holders.css';
import classes from './plan.module.css';

/** A compact booking: time, club, title, units. A native button, since a list may hold hundreds. */
export function Chip({ booking, hall, onOpen }: { booking: Booking; hall: Hall | undefined; onOpen: (booking: Booking) => void }) {
  const parts = partsOf(booking, hall);
  return (
    <button
      type="button"
      className={classes['chip']}
      data-colour={colourOf(booking)}
      data-state={booking.state}
      onClick={() => onOpen(booking)}
    >
      <span className={classes['blockTime']}>{timeRange(booking)}</span> {labelOf(booking)}
      {parts && <span className={classes['part']}> {parts}</span>}
    </button>
  );
}
