import type { Candidate } from '#shared/courses/enrolmentShapes.ts';
import { formatTime } from '#web/lib/format.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import classes from '../offers/course.module.css';
import { useSignUpMutations } from '../offers/queries.ts';
import { Refusal } from '#web/ui/notices/Refusal.tsx';

/** Seats cancelled a moment ago, reserved for their previous holders: they are restored instead of ordered again. */
export function KeptSeats({ people }: { people: readonly Candidate[] }) {
  const { answer } = useSignUpMutations();
  return (
    <>
      {people.map(({ personId, name, participationId, keptUntil, state }) =>
        keptUntil && participationId ? (
          <div key={personId} className={classes['buttons']}>
            <p>
              {name} hat eben {state === 'declined' ? 'abgelehnt' : 'abgesagt'}. Bis {formatTime(keptUntil)} Uhr lässt sich das
              zurücknehmen, und alles ist wie vorher.
            </p>
            <PlainButton disabled={answer.isPending} onClick={() => answer.mutate({ token: participationId, action: 'undo' })}>
              {state === 'declined' ? 'Doch nicht ablehnen' : 'Absage zurücknehmen'}
            </PlainButton>
          </div>
        ) : null,
      )}
      <Refusal error={answer.error} />
    </>
  );
}
