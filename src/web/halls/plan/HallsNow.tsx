import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatTime } from '#web/lib/format.ts';
import { LinkedPart } from '#web/ui/plain/LinkedPart.tsx';
import classes from './HallsNow.module.css';
import { hallsNowQuery } from '../facilities/queries.ts';

/** The current bookings of the halls, for the start page; renders nothing while all are empty. */
export function HallsNow() {
  const { data = [] } = useQuery(hallsNowQuery);
  if (data.length === 0) return null;
  return (
    <LinkedPart title="Jetzt in den Hallen" more={{ link: '/halls', text: 'Hallenpläne' }}>
      <ul className={classes['list']}>
        {data.map(({ slug, name, until, club, title }) => (
          <li key={`${slug}-${until}-${title ?? club ?? ''}`}>
            <Link to="/halls/$slug" params={{ slug }}>
              {name}
            </Link>
            <span>{[title ?? 'Belegt', club, `bis ${formatTime(until)} Uhr`].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </LinkedPart>
  );
}
