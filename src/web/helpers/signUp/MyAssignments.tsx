import { useQuery } from '@tanstack/react-query';
import { hoursInWords } from '#shared/helpers/helperListWords.ts';
import { today } from '#web/lib/berlinDay.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { AssignmentCard } from './AssignmentCard.tsx';
import classes from './shifts.module.css';
import { myAssignmentsQuery } from './queries.ts';

/** "Meine Dienste": upcoming and past assignments, and the year's hours (/profile). */
export function MyAssignments() {
  const query = useQuery(myAssignmentsQuery());
  const { data } = query;
  if (!data) return <Loading query={query} />;
  if (data.length === 0) return <p className={classes['quiet']}>Noch keine Dienste. Offene Helferlisten stehen unter „Mein Verein“.</p>;
  const year = today().slice(0, 4);
  const minutes = data
    .filter(({ state, shift }) => state === 'done' && shift.startsAt.startsWith(year))
    .reduce((sum, { creditedMinutes }) => sum + (creditedMinutes ?? 0), 0);
  return (
    <>
      {minutes > 0 && (
        <p>
          {year} geleistet: <strong>{hoursInWords(minutes)}</strong>
        </p>
      )}
      <div className={classes['cards']}>
        {data.map((assignment) => (
          <AssignmentCard key={assignment.id} assignment={assignment} />
        ))}
      </div>
    </>
  );
}
