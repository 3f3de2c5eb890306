import { useQuery } from '@tanstack/react-query';
import { timesInWords } from '#shared/kernel/calendar.ts';
import { formatDay } from '#web/lib/format.ts';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { FieldFault } from '#web/ui/plain/forms/FieldFault.tsx';
import classes from '../offers/course.module.css';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import { trialDatesQuery } from './queries.ts';

type DateChoiceProps = { courseId: string; value: string; onChange: (sessionId: string) => void; problem?: string | undefined };

/** The next sessions open to trial guests. */
export function DateChoice({ courseId, value, onChange, problem }: DateChoiceProps) {
  const { data, error, refetch } = useQuery(trialDatesQuery(courseId));
  if (error && !data)
    return (
      <>
        <Refusal error={error} />
        <PlainButton onClick={() => void refetch()}>Noch einmal laden</PlainButton>
      </>
    );
  if (!data) return <Pending />;
  if (data.length === 0) return <p>Zurzeit ist an keinem Termin Platz zum Schnuppern. Bitte schauen Sie bald wieder vorbei.</p>;
  return (
    <fieldset className={classes['people']}>
      <legend>Wann?</legend>
      {data.map(({ sessionId, startsAt, endsAt, place, room }) => (
        <label key={sessionId} className={classes['person']} aria-label={whenOf(startsAt, endsAt)}>
          <input type="radio" name="session" required checked={value === sessionId} onChange={() => onChange(sessionId)} />
          <span>
            <strong>{whenOf(startsAt, endsAt)}</strong>
            <span className={classes['why']}>{[place, room === 1 ? 'noch 1 Platz' : ''].filter(Boolean).join(' · ')}</span>
          </span>
        </label>
      ))}
      <FieldFault of="session" />
      {problem && (
        <p role="alert" className={classes['refusal']}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function whenOf(startsAt: string, endsAt: string): string {
  return `${formatDay(startsAt)}, ${timesInWords({ startsAt, endsAt })}`;
}
