import { useQuery } from '@tanstack/react-query';
import type { OwnSession } from '#shared/courses/replies.ts';
import { sessionSets } from '#shared/courses/sessionStates.ts';
import { timesInWords } from '#shared/kernel/calendar.ts';
import { formatDay } from '#web/lib/format.ts';
import { useNow } from '#web/lib/useNow.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from './replies.module.css';
import { mySessionsQuery } from './queries.ts';

const soonMs = 48 * 60 * 60 * 1000;

/** Sessions cancelled or moved within the next two days, at the top of the page. */
export function ChangedSoon() {
  const { data = [] } = useQuery(mySessionsQuery());
  const nowMs = useNow();
  const changed = data.filter(({ state, startsAt }) => sessionSets.changed.includes(state) && Date.parse(startsAt) - nowMs <= soonMs);
  if (changed.length === 0) return null;
  return (
    <PagePart title="Anders als geplant">
      <ul className={classes['rows']}>
        {[...Map.groupBy(changed, ({ sessionId }) => sessionId)].map(([id, of]) => (
          <Change key={id} of={of} />
        ))}
      </ul>
    </PagePart>
  );
}

/** One session, with all family members concerned. */
function Change({ of }: { of: readonly OwnSession[] }) {
  const [first] = of;
  if (!first) return null;
  const isOff = first.state === 'cancelled';
  return (
    <li className={classes['row']} data-off={isOff || undefined}>
      <p className={classes['off']}>{isOff ? `Fällt aus${first.reason ? `: ${first.reason}` : ''}` : 'Verlegt auf diese Zeit'}</p>
      <p className={classes['what']}>
        <span className={classes['time']}>
          {formatDay(first.startsAt)}, {timesInWords(first)}
        </span>{' '}
        <a href={`/id/${first.slug}`}>{first.courseTitle}</a> · <strong>{of.map(({ firstname }) => firstname).join(', ')}</strong>
        {!isOff && first.place && ` · ${first.place}`}
      </p>
    </li>
  );
}
