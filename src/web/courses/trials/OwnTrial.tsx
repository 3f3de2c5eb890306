import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CoursePage } from '#shared/courses/courseShapes.ts';
import { isForChildren, reasonsAgainst } from '#shared/courses/eligibility.ts';
import { today } from '#web/lib/berlinDay.ts';
import { fieldText } from '#web/lib/call/failure.ts';
import { formatDay, formatTime } from '#web/lib/format.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { FieldFault } from '#web/ui/plain/forms/FieldFault.tsx';
import { AddPersonForm } from '../enrolments/AddPersonForm.tsx';
import { PlacedPanel } from '../enrolments/Arrival.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import classes from '../offers/course.module.css';
import { candidatesQuery } from '../offers/queries.ts';
import { DateChoice } from './DateChoice.tsx';
import { useTrialMutations } from './queries.ts';

/** Books a trial for the viewer or a child. */
export function OwnTrial({ course }: { course: CoursePage }) {
  const { user } = useAuth();
  const { data, error } = useQuery(candidatesQuery({ of: 'course', id: course.id }));
  const { bookOwn } = useTrialMutations();
  const [sessionId, setSessionId] = useState('');
  const [personId, setPersonId] = useState('');
  const [now] = useState(today);
  const [isAdding, setIsAdding] = useState(false);
  if (error) return <Refusal error={error} />;
  if (!data) return <Pending />;
  if (bookOwn.data)
    return (
      <PlacedPanel title="Schnupperstunde gebucht">
        <p>
          {bookOwn.data.name} kommt am {formatDay(bookOwn.data.startsAt)} um {formatTime(bookOwn.data.startsAt)} Uhr. Alles Weitere steht in
          Ihrer Mail.
        </p>
        <p>
          <a href={`/trials/${bookOwn.data.token}`}>Ansehen oder absagen</a>
        </p>
      </PlacedPanel>
    );
  if (isAdding || data.length === 0)
    return (
      <AddPersonForm
        club={course.club}
        user={user}
        mayBeSelf={!data.some(({ relation }) => relation === 'self')}
        startsWithSelf={data.length === 0 && !isForChildren(course)}
        onClose={data.length > 0 ? () => setIsAdding(false) : undefined}
        onDone={() => setIsAdding(false)}
      />
    );
  const problem = fieldText(bookOwn.error, 'sessionId');
  return (
    <PlainForm
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        bookOwn.mutate({ id: course.id, sessionId, personId });
      }}
    >
      <DateChoice courseId={course.id} value={sessionId} onChange={setSessionId} problem={problem} />
      <fieldset className={classes['people']}>
        <legend>Wer kommt?</legend>
        {data.map(({ personId: one, name, birthDate, participationId }) => {
          const [reason = participationId ? 'ist hier schon angemeldet' : ''] = reasonsAgainst(course, { birthDate, gender: null }, now);
          return (
            <label key={one} className={classes['person']}>
              <input
                type="radio"
                name="person"
                required
                disabled={reason !== ''}
                checked={personId === one}
                onChange={() => setPersonId(one)}
              />
              <span>
                <strong>{name}</strong>
                {reason && <span className={classes['why']}>{reason}</span>}
              </span>
            </label>
          );
        })}
        <FieldFault of="person" />
      </fieldset>
      <Refusal error={problem ? null : bookOwn.error} />
      <PlainButton type="submit" look="main" disabled={bookOwn.isPending}>
        Schnupperstunde buchen
      </PlainButton>
      <span className={classes['more']}>
        <PlainButton onClick={() => setIsAdding(true)}>Weitere Person eintragen</PlainButton>
      </span>
    </PlainForm>
  );
}
