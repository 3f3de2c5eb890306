import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import classes from './shifts.module.css';
import { openListsQuery } from './queries.ts';
import { LostParts } from '#web/ui/notices/LostParts.tsx';

/** The open helper lists that the viewer may see; renders nothing if there are none. */
export function OpenLists() {
  const query = useQuery(openListsQuery());
  if (!query.data) return <LostParts of={[['Helferlisten', query]]} />;
  const open = query.data.filter(({ state }) => state === 'open');
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="mithelfen" className={classes['open']}>
      <h2 id="mithelfen">Mithelfen</h2>
      <ul className={classes['rows']}>
        {open.map(({ id, token, title, startsOn, needed, filled }) => (
          <li key={id} className={classes['row']}>
            <a href={`/helpers/${token}`}>
              <strong>{title}</strong>
            </a>
            <div className={classes['quiet']}>
              {germanDate(startsOn)} · {filled < needed ? `noch ${needed - filled} von ${needed} Plätzen frei` : 'alles besetzt'}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
