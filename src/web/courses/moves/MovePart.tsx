import { useState } from 'react';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import classes from '../offers/course.module.css';
import { useMoveMutations } from './queries.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

const MoveForm = lazyPart(async () => (await import('./MoveForm.tsx')).MoveForm);

/** A planned move to another group, which can be withdrawn, or the form to move. */
export function MovePart({ of: one }: { of: OwnEnrolment }) {
  const [isOpen, setIsOpen] = useState(false);
  if (one.move) return <Coming token={one.token} move={one.move} />;
  if (!isOpen)
    return (
      <span className={classes['more']}>
        <PlainButton onClick={() => setIsOpen(true)}>Gruppe wechseln …</PlainButton>
      </span>
    );
  return <MoveForm token={one.token} onClose={() => setIsOpen(false)} />;
}

function Coming({ token, move }: { token: string; move: NonNullable<OwnEnrolment['move']> }) {
  const { undo } = useMoveMutations();
  return (
    <>
      <p>{move.words}</p>
      {move.mayUndo && (
        <span className={classes['more']}>
          <PlainButton disabled={undo.isPending} onClick={() => undo.mutate(token)}>
            Wechsel zurücknehmen
          </PlainButton>
        </span>
      )}
      <Refusal error={undo.error} />
    </>
  );
}
