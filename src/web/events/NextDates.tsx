import { useQuery } from '@tanstack/react-query';
import type { NextDate } from '#shared/events/events.ts';
import { boot } from '#web/lib/boot.ts';
import { payloadQuery } from '#web/lib/call/payload.ts';
import { LinkedPart } from '#web/ui/plain/LinkedPart.tsx';
import classes from './NextDates.module.css';
import { whenOf } from './words.ts';

/** The next events of the club, on GSV those of all clubs, for the start page. Renders nothing if there are none. */
export function NextDates() {
  const { data } = useQuery(payloadQuery<{ dates?: NextDate[] }>('home'));
  const dates = data?.data.dates ?? [];
  if (dates.length === 0) return null;
  return (
    <LinkedPart title="Nächste Termine" more={{ link: '/events', text: 'Alle Termine' }}>
      <ul className={classes['list']}>
        {dates.map((event) => (
          <li key={event.id}>
            <strong>{event.title}</strong>
            {boot.club.name === 'GSV' && <span className={classes['club']}>{boot.clubs[event.club].displayName}</span>}
            <span className={classes['when']}>
              {event.state === 'cancelled' && <strong>Abgesagt: </strong>}
              {whenOf(event)}
              {event.place && ` · ${event.place}`}
            </span>
          </li>
        ))}
      </ul>
    </LinkedPart>
  );
}
