import { addDays, germanDate, weekdayNames, weekdayOf } from '#shared/kernel/calendar.ts';
import type { Booking, Hall } from '../bookings/queries.ts';
import './holders.css';
import classes from './plan.module.css';
import { useArrowKeys } from './useArrowKeys.ts';
import { colourOf, labelOf, partsOf, timesOf } from '../bookings/words.ts';

type WeekTableProps = {
  monday: string;
  halls: readonly Hall[];
  bookings: readonly Booking[];
  pauses: readonly { facilityId: string; date: string; reason: string }[];
  onOpen: (booking: Booking) => void;
};

/** The week of all halls: a row for each hall, a column for each day, the bookings by time with their parts. */
export function WeekTable({ monday, halls, bookings, pauses, onOpen }: WeekTableProps) {
  const plan = useArrowKeys();
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const cells = Map.groupBy(bookings, ({ facilityId, date }) => `${facilityId} ${date}`);
  const closed = new Map(pauses.map(({ facilityId, date, reason }) => [`${facilityId} ${date}`, reason]));
  return (
    // What scrolls must be reached by the keyboard, also while it is empty (axe: scrollable-region-focusable).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes['scroll']} aria-label="Wochenplan" tabIndex={0} ref={plan}>
      <table className={classes['week']}>
        <thead>
          <tr>
            <th scope="col">Sportstätte</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {weekdayNames[weekdayOf(day) - 1]} <span className={classes['date']}>{germanDate(day).slice(0, 6)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {halls.map((hall) => (
            <tr key={hall.id}>
              <th scope="row">{hall.name}</th>
              {days.map((day) => (
                <td key={day}>
                  {closed.has(`${hall.id} ${day}`) && <span className={classes['pause']}>{closed.get(`${hall.id} ${day}`)}</span>}
                  {cells.get(`${hall.id} ${day}`)?.map((booking) => (
                    <Chip key={booking.id} booking={booking} hall={hall} onOpen={onOpen} />
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A booking in a line or two: time, club, title, parts. A plain button, since a week may hold hundreds. */
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
      <span className={classes['blockTime']}>{timesOf(booking)}</span> {labelOf(booking)}
      {parts && <span className={classes['part']}> {parts}</span>}
    </button>
  );
}
