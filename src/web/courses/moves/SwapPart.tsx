import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import classes from '../offers/course.module.css';
import { useMoveMutations } from './queries.ts';

type SwapPartProps = { token: string; swap: NonNullable<OwnEnrolment['swap']> };

/** A possible swap of groups with another family: its terms and the answer, which can be withdrawn until the other one answers. */
export function SwapPart({ token, swap: { words, quote, button, hasAgreed } }: SwapPartProps) {
  const { answerSwap } = useMoveMutations();
  const answer = (agrees: boolean) => answerSwap.mutate({ token, agrees, ...(agrees && { quote }) });
  return (
    <div className={classes['form']} aria-live="polite">
      {words.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {hasAgreed && (
        <p>
          <strong>Sie haben zugestimmt.</strong> Sobald die andere Familie zustimmt, kommt eine Mail.
        </p>
      )}
      <Refusal error={answerSwap.error} />
      <div className={classes['buttons']}>
        {!hasAgreed && (
          <PlainButton look="main" disabled={answerSwap.isPending} onClick={() => answer(true)}>
            {button}
          </PlainButton>
        )}
        <PlainButton disabled={answerSwap.isPending} onClick={() => answer(false)}>
          {hasAgreed ? 'Zustimmung zurücknehmen' : 'Nicht tauschen'}
        </PlainButton>
      </div>
    </div>
  );
}
