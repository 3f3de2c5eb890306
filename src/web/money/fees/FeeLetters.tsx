import { useQuery } from '@tanstack/react-query';
import type { FeeRun } from '#shared/money/fees/fees.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { notifyProblem } from '#web/ui/notices/notices.tsx';
import { notifyPosted } from '../letters/LetterPages.tsx';
import { PayerLetters } from '../letters/PayerLetters.tsx';
import { feeLettersQuery, useFeeMutations } from './queries.ts';

/** The notices of a run of fees that go by letter. */
export function FeeLetters({ runId, onBack }: { runId: string; onBack: () => void }) {
  const query = useQuery(feeLettersQuery(runId));
  const { postLetters } = useFeeMutations();
  const { data } = query;
  if (!data) return <Loading query={query} />;
  const post = (isPosted: boolean, version: number) =>
    postLetters.mutate(
      { id: runId, isPosted, version },
      { onSuccess: (saved: FeeRun) => notifyPosted(isPosted, () => post(false, saved.version)), onError: notifyProblem },
    );
  return <PayerLetters data={data} onBack={onBack} isBusy={postLetters.isPending} onPost={(version) => post(true, version)} />;
}
