import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MoveChoice } from '#shared/courses/moves/moves.ts';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { FieldFault } from '#web/ui/plain/forms/FieldFault.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import classes from '../offers/course.module.css';
import { moveChoicesQuery, useMoveMutations } from './queries.ts';

type MoveFormProps = { token: string; onClose: () => void };

/** Selects another group; the day and the price are shown above the button. */
export function MoveForm({ token, onClose }: MoveFormProps) {
  const { data, error, refetch } = useQuery(moveChoicesQuery(token));
  const { move } = useMoveMutations();
  const [courseId, setCourseId] = useState('');
  const chosen = data?.find((one) => one.courseId === courseId);
  if (error && !data)
    return (
      <>
        <Refusal error={error} />
        <PlainButton onClick={() => void refetch()}>Noch einmal laden</PlainButton>
      </>
    );
  if (!data) return <Pending />;
  if (data.length === 0)
    return (
      <>
        <p>Zurzeit gibt es in dieser Abteilung keine andere Gruppe, die passt.</p>
        <PlainButton onClick={onClose}>Schließen</PlainButton>
      </>
    );
  return (
    <PlainForm
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) move.mutate({ token, courseId: chosen.courseId, quote: chosen.quote }, { onSuccess: onClose });
      }}
    >
      <fieldset className={classes['people']}>
        <legend>In welche Gruppe?</legend>
        {data.map((one) => (
          <label key={one.courseId} className={classes['person']} aria-label={`${one.title}, ${factsOf(one)}`}>
            <input
              type="radio"
              name="group"
              required
              checked={courseId === one.courseId}
              onChange={() => {
                setCourseId(one.courseId);
                move.reset();
              }}
            />
            <span>
              <strong>{one.title}</strong>
              <span className={classes['why']}>{factsOf(one)}</span>
            </span>
          </label>
        ))}
        <FieldFault of="group" />
      </fieldset>
      {chosen && (
        <div aria-live="polite">
          {chosen.words.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      <Refusal error={move.error} />
      <div className={classes['buttons']}>
        <PlainButton type="submit" look="main" disabled={move.isPending}>
          {buttonOf(chosen)}
        </PlainButton>
        <PlainButton onClick={onClose}>Doch nicht</PlainButton>
      </div>
    </PlainForm>
  );
}

function factsOf({ when, isFull, startsOn }: MoveChoice): string {
  return [when, isFull ? 'voll, mit Warteliste' : `ab ${startsOn}`].filter(Boolean).join(' · ');
}

function buttonOf(chosen: MoveChoice | undefined): string {
  if (chosen?.isFull) return 'Auf die Warteliste';
  return chosen?.costs ? 'Zahlungspflichtig wechseln' : 'Gruppe wechseln';
}
