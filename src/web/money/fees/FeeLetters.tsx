import { useQuery } from '@tanstack/react-query';
import { germanDate } from '#shared/kernel/calendar.ts';
import type { FeeRun } from '#shared/money/fees/fees.ts';
import { GiroCode } from '#web/ui/codes/GiroCode.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { Letter, LetterPages, notifyPosted, Posted } from '../letters/LetterPages.tsx';
import classes from '../letters/letters.module.css';
import { feeLettersQuery, useFeeMutations } from './queries.ts';

/** Tells the fees of a run to those without an address of e-mail, a page each on paper. */
export function FeeLetters({ runId, onBack }: { runId: string; onBack: () => void }) {
  const query = useQuery(feeLettersQuery(runId));
  const { postLetters } = useFeeMutations();
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const { sender, letters } = data;
  const post = (isPosted: boolean, version: number) =>
    postLetters.mutate(
      { id: runId, isPosted, version },
      {
        onSuccess: (saved: FeeRun) => notifyPosted(isPosted, () => post(false, saved.version)),
        onError: notifyProblem,
      },
    );
  return (
    <LetterPages
      letters={letters}
      onBack={onBack}
      actions={<Posted postedOn={data.postedOn} isBusy={postLetters.isPending} onPost={() => post(true, data.version)} />}
    >
      {letters.map(({ payerPersonId, name, address, paragraphs, transfer }) => (
        <Letter
          key={payerPersonId}
          title="Beitragsmitteilung"
          sender={sender.name}
          name={name}
          address={address}
          day={germanDate(data.createdOn)}
        >
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className={classes['words']}>
              {paragraph}
            </p>
          ))}
          <p>{sender.name}</p>
          {transfer && sender.iban && <GiroCode name={sender.name} iban={sender.iban} {...transfer} />}
        </Letter>
      ))}
    </LetterPages>
  );
}
