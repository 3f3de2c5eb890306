import { dayInWords } from '#shared/kernel/calendar.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import type { Booking, Hall } from '../bookings/queries.ts';
import classes from './plan.module.css';
import { Chip } from './Chip.tsx';

type DayListProps = { bookings: readonly Booking[]; halls: readonly Hall[]; onOpen: (booking: Booking) => void };

/** The plan as a list by day: for phones, keyboards and screen readers. */
export function DayList({ bookings, halls, onOpen }: DayListProps) {
  if (bookings.length === 0) return <EmptyState icon="calendar-off" title="In dieser Zeit steht nichts im Plan." />;
  const places = new Map(halls.map((hall) => [hall.id, hall]));
  return [...Map.groupBy(bookings, ({ date }) => date)].map(([date, ofDay]) => (
    <section key={date} className={classes['day']} aria-label={dayInWords(date)}>
      <h2 className={classes['dayTitle']}>{dayInWords(date)}</h2>
      {[...Map.groupBy(ofDay, ({ facilityId }) => facilityId)].map(([facilityId, here]) => (
        <div key={facilityId} className={classes['place']}>
          <h3 className={classes['placeTitle']}>{places.get(facilityId)?.name}</h3>
          <ul className={classes['plain']}>
            {here.map((booking) => (
              <li key={booking.id}>
                <Chip booking={booking} hall={places.get(facilityId)} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  ));
}
