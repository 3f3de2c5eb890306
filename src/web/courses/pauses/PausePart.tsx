import { useState } from 'react';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import classes from '../offers/course.module.css';
import { usePauseMutations } from './queries.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';

const PauseForm = lazyPart(async () => (await import('./PauseForm.tsx')).PauseForm);

/** The pauses of an enrolment, which can be withdrawn, and the form for a new one. */
export function PausePart({ of: one }: { of: OwnEnrolment }) {
  const { undo } = usePauseMutations();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      {one.pauses.map(({ id, words, mayUndo }) => (
        <div key={id}>
          <p>{words}</p>
          {mayUndo && (
            <span className={classes['more']}>
              <PlainButton disabled={undo.isPending} onClick={() => undo.mutate({ token: one.token, pauseId: id })}>
                Pause zurücknehmen
              </PlainButton>
            </span>
          )}
        </div>
      ))}
      <Refusal error={undo.error} />
      {one.mayPause && !isOpen && (
        <span className={classes['more']}>
          <PlainButton onClick={() => setIsOpen(true)}>Pausieren …</PlainButton>
        </span>
      )}
      {one.mayPause && isOpen && <PauseForm token={one.token} onClose={() => setIsOpen(false)} />}
    </>
  );
}
