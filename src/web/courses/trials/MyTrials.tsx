import { useQuery } from '@tanstack/react-query';
import { formatDay, formatTime } from '#web/lib/format.ts';
import classes from '../offers/course.module.css';
import { myTrialsQuery } from './queries.ts';

/** The future trials of the viewer and their children; renders nothing if there are none. */
export function MyTrials() {
  const { data } = useQuery(myTrialsQuery());
  if (!data || data.length === 0) return null;
  return (
    <div className={classes['cards']}>
      {data.map(({ id, token, name, course, startsAt, isOff }) => (
        <section key={id} className={classes['card']}>
          <h3 className={classes['cardTitle']}>
            <a href={`/trials/${token}`}>Schnupperstunde: {course.title}</a>
          </h3>
          <p>
            {name} · {isOff ? 'fällt leider aus' : `${formatDay(startsAt)}, ${formatTime(startsAt)} Uhr`}
          </p>
        </section>
      ))}
    </div>
  );
}
