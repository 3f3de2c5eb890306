import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { addDays } from '#shared/calendar.ts';
import { today } from '#web/lib/berlinDay.ts';
import { boot } from '#web/lib/boot.ts';
import classes from './NextDates.module.css';
import { eventsQuery } from './queries.ts';
import { whenOf } from './words.ts';

const aheadDays = 120;
const shownAtMost = 4;

/** The next dates of the club, on GSV those of all clubs; a part of the start page. Nothing where none is announced. */
export function NextDates() {
  const from = today();
  const { data = [] } = useQuery(eventsQuery(from, addDays(from, aheadDays)));
  if (data.length === 0) return null;
  return (
    <section className={classes['part']} aria-labelledby="next-dates">
      <div className={classes['head']}>
        <h2 id="next-dates">Nächste Termine</h2>
        <Link to="/events">Alle Termine</Link>
      </div>
      <ul className={classes['list']}>
        {data.slice(0, shownAtMost).map((event) => (
          <li key={event.id}>
            <strong>{event.title}</strong>
            {boot.club.name === 'GSV' && <span className={classes['club']}>{event.club}</span>}
            <span className={classes['when']}>
              {event.state === 'cancelled' && <strong>Abgesagt: </strong>}
              {whenOf(event)}
              {event.place && ` · ${event.place}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
