import { useQuery } from '@tanstack/react-query';
import { hoursInWords } from '#shared/helpers/operationalWords.ts';
import { today } from '#web/lib/berlinDay.ts';
import { DutyCard } from './DutyCard.tsx';
import classes from './helping.module.css';
import { myDutiesQuery } from './queries.ts';

/** "Meine Dienste": what comes, what was, and how many hours it makes this year (/profile). */
export function MyDuties() {
  const { data } = useQuery(myDutiesQuery());
  if (!data) return null;
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
        {data.map((duty) => (
          <DutyCard key={duty.id} duty={duty} />
        ))}
      </div>
    </>
  );
}
