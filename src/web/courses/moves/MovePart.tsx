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
  // A form whose answer was lost does not come back with the old group.
  if (one.move) return <Coming token={one.token} move={one.move} onUndo={() => setIsOpen(false)} />;
  if (!isOpen)
    return (
      <span className={classes['more']}>
        <PlainButton onClick={() => setIsOpen(true)}>Gruppe wechseln …</PlainButton>
      </span>
    );
  return <MoveForm token={one.token} onClose={() => setIsOpen(false)} />;
}

type ComingProps = { token: string; move: NonNullable<OwnEnrolment['move']>; onUndo: () => void };

function Coming({ token, move, onUndo }: ComingProps) {
  const { undo } = useMoveMutations();
  return (
    <>
      <p>{move.words}</p>
      {move.mayUndo && (
        <span className={classes['more']}>
          <PlainButton disabled={undo.isPending} onClick={() => (onUndo(), undo.mutate(token))}>
            Wechsel zurücknehmen
          </PlainButton>
        </span>
      )}
      <Refusal error={undo.error} />
    </>
  );
}
