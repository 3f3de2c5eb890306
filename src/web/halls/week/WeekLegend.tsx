import type { Booking } from '../bookings/queries.ts';
import { layerOf } from './bars.ts';
import classes from './week.module.css';

/** The colour, pattern and short name of each holder; printed too. */
export function WeekLegend({ bookings, shorts }: { bookings: readonly Booking[]; shorts: ReadonlyMap<string, string> }) {
  if (shorts.size === 0) return null;
  const one = new Map(bookings.map((booking) => [booking.holder, booking]));
  return (
    <ul className={classes['legend']} aria-label="Kürzel im Wochenplan">
      {[...shorts].map(([holder, short]) => {
        const booking = one.get(holder);
        return (
          <li key={holder}>
            <span
              className={classes['swatch']}
              aria-hidden="true"
              style={{ backgroundImage: booking && layerOf({ ...booking, state: 'approved' }) }}
            />
            {short === holder ? holder : `${short} = ${holder}`}
          </li>
        );
      })}
    </ul>
  );
}
